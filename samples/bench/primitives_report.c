#include "primitives.h"

#include <math.h>
#include <stdio.h>

enum
{
    K64,
    M1,
    M4
};

static const struct
{
    measure ours, c;
    const char *name, *c_name;
} rows[] = {
    { RADIX, C_RADIX, "radix sort", "radix, 8 bits" },
    { RADIX, C_RADIX_11, "radix sort", "radix, 11 bits" },
    { RADIX, C_QSORT, "radix sort", "qsort" },
    { CELLS, C_CELLS, "cell sort", "counting sort" },
    { SHUFFLED, C_SHUFFLED, "  shuffled", "counting sort" },
    { SCAN, C_SCAN, "scan", "loop" },
    { REDUCE, C_SUM, "reduce", "loop" },
    { COMPACT, C_COMPACT, "compact", "loop" },
};
enum
{
    ROWS = sizeof rows / sizeof rows[0]
};

typedef struct gate
{
    const char* text;
    double found, bound;
    bool least; // bound is the least allowed; else the most
} gate;

enum
{
    GATES = 5
};

static void make_gates(const size_result* r, gate gates[GATES])
{
    const size_result *m1 = &r[M1], *m4 = &r[M4];
    gates[0] = (gate){ "1M: times faster than qsort", m1->best[C_QSORT] / m1->best[RADIX], 3.0, true };
    gates[1] = (gate){ "1M: radix sort / the faster C radix sort",
                       m1->best[RADIX] / fmin(m1->best[C_RADIX], m1->best[C_RADIX_11]), 1.5, false };
    gates[2] = (gate){ "4M: scan / C loop", m4->best[SCAN] / m4->best[C_SCAN], 3.0, false };
    gates[3] = (gate){ "1M: cell sort / radix sort", m1->best[CELLS] / m1->best[RADIX], 1.15, false };
    gates[4] = (gate){ "dispatches: cell sort / radix sort", (double)m1->dispatches[CELLS] / m1->dispatches[RADIX], 0.5,
                       false };
}

static bool passed(const gate* g)
{
    return bench_passes(g->found, g->bound, g->least);
}

static void print_table(const size_result* r, const char* device, const gate* gates)
{
    printf("%s; wall time in ms, ratio and growth from the best rounds\n\n", device);
    printf("%-11s %8s %9s %9s %8s  %-14s %9s %9s %6s %9s %6s\n", "primitive", "entries", "best", "median", "growth",
           "C", "best", "median", "ratio", "cpu ratio", "disp.");
    for (uint32_t i = 0; i < ROWS; ++i)
        for (uint32_t k = 0; k < PRIMITIVES_SIZES; ++k)
        {
            const measure o = rows[i].ours, c = rows[i].c;
            char growth[16] = "";
            if (k > 0) snprintf(growth, sizeof growth, "x %.1f", r[k].best[o] / r[k - 1].best[o]);
            printf("%-11s %8u %9.3f %9.3f %8s  %-14s %9.3f %9.3f %6.2f %9.2f %6u\n", rows[i].name, r[k].count,
                   r[k].best[o], r[k].median[o], growth, rows[i].c_name, r[k].best[c], r[k].median[c],
                   r[k].best[o] / r[k].best[c], r[k].cpu[o] / r[k].cpu[c], r[k].dispatches[o]);
        }
    printf("\nempty list, indirect: %.2f us per dispatch\n\n", r[K64].empty_us);
    for (uint32_t i = 0; i < GATES; ++i)
        printf("%s  %-40s %6.2f, at %s %.2f\n", passed(&gates[i]) ? "pass" : "FAIL", gates[i].text, gates[i].found,
               gates[i].least ? "least" : "most", gates[i].bound);
}

static void print_json(const size_result* r, const char* device, const gate* gates)
{
    printf("{\"device\": \"%s\", \"empty_dispatch_us\": %.3f, \"rows\": [", device, r[K64].empty_us);
    for (uint32_t i = 0; i < ROWS * PRIMITIVES_SIZES; ++i)
    {
        const uint32_t row = i / PRIMITIVES_SIZES, k = i % PRIMITIVES_SIZES;
        const measure o = rows[row].ours, c = rows[row].c;
        printf("%s\n  {\"primitive\": \"%s\", \"entries\": %u, \"ms\": %.4f, \"median_ms\": %.4f, \"c\": \"%s\", "
               "\"c_ms\": %.4f, \"c_median_ms\": %.4f, \"cpu_ms\": %.4f, \"c_cpu_ms\": %.4f, \"dispatches\": %u}",
               i == 0 ? "" : ",", rows[row].name, r[k].count, r[k].best[o], r[k].median[o], rows[row].c_name,
               r[k].best[c], r[k].median[c], r[k].cpu[o], r[k].cpu[c], r[k].dispatches[o]);
    }
    printf("],\n \"gates\": [");
    for (uint32_t i = 0; i < GATES; ++i)
        printf("%s\n  {\"gate\": \"%s\", \"found\": %.4f, \"at_%s\": %.2f, \"pass\": %s}", i == 0 ? "" : ",",
               gates[i].text, gates[i].found, gates[i].least ? "least" : "most", gates[i].bound,
               passed(&gates[i]) ? "true" : "false");
    printf("]}\n");
}

bool primitives_report(const size_result results[PRIMITIVES_SIZES], const char* device, bool json)
{
    gate gates[GATES];
    make_gates(results, gates);
    if (json)
        print_json(results, device, gates);
    else
        print_table(results, device, gates);
    bool good = true;
    for (uint32_t i = 0; i < GATES; ++i)
        good = good && passed(&gates[i]);
    return good;
}
