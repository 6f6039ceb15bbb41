#include "subdivision.h"

#include <math.h>
#include <stdio.h>

typedef struct gate
{
    char text[64];
    double found, limit;
    bool at_least;
} gate;

enum
{
    GATES = SUBDIVISION_CAGES + 2
};

static const char* const way_names[OSD_WAYS] = { "stencils", "EvalPatches", "stencils, OpenMP", "EvalPatches, OpenMP" };

static bool passes(const gate* g)
{
    return bench_passes(g->found, g->limit, g->at_least);
}

// CPU time of OpenSubdiv's best way, on one thread or several, of ours = 1; 0 without OpenSubdiv.
static double ratio(const subdivision_result* r)
{
    if (r->osd_points == 0) return 0.0;
    double best = r->osd[0].cpu;
    for (int w = 1; w < OSD_WAYS; ++w)
        best = fmin(best, r->osd[w].cpu);
    return best / r->ours.cpu;
}

static uint32_t make_gates(const subdivision_result* r, uint32_t ran, gate gates[GATES])
{
    uint32_t n        = 0;
    double dispatches = 0, different = 0;
    for (uint32_t i = 0; i < ran; ++i)
    {
        if (r[i].gated)
        {
            gates[n] = (gate){ .found = ratio(&r[i]), .limit = 6.0, .at_least = true };
            snprintf(gates[n++].text, sizeof gates[0].text, "%s: OpenSubdiv / ours, CPU time", r[i].name);
        }
        dispatches = fmax(dispatches, r[i].dispatches);
        different  = fmax(different, r[i].different);
    }
    gates[n++] = (gate){ "dispatches per refresh", dispatches, 3.0, false };
    gates[n++] = (gate){ "off OpenSubdiv where patches are exact, 1e-6", different * 1e6, 10.0, false };
    return n;
}

static void print_row(const char* name, const subdivision_result* r, uint32_t points, const subdivision_times* t)
{
    printf("%-8s %-20s %9u %9.3f %9.3f %12.1f %8.2f %8.2f\n", r->name, name, points, t->wall, t->cpu,
           points / t->wall * 1e-3, t->wall / r->ours.wall, t->cpu / r->ours.cpu);
}

static void print_table(const subdivision_result* r, uint32_t ran, const subdivision_count* counts, const char* device)
{
    printf("%s; ms per refresh of all limit points, medians; ours with normals, OpenSubdiv with du and dv\n\n", device);
    printf("%-8s %-20s %9s %9s %9s %12s %8s %8s\n", "", "", "points", "wall", "cpu", "Mpoints/s", "wall", "cpu");
    for (uint32_t i = 0; i < ran; ++i)
    {
        print_row("ours", &r[i], r[i].points, &r[i].ours);
        for (int w = 0; r[i].osd_points != 0 && w < OSD_WAYS; ++w)
            print_row(way_names[w], &r[i], r[i].osd_points, &r[i].osd[w]);
    }
    if (r->osd_points == 0)
        printf("OpenSubdiv was not found when this was configured: nothing to compare with, and its gates fail.\n");
    printf("\n%-8s %6s %8s %8s %6s %6s %9s %9s %9s %10s %9s %9s %9s %9s\n", "", "faces", "regular", "Gregory", "rows",
           "level", "points ms", "patch ms", "refit ms", "build ms", "bytes", "per face", "off", "Gregory");
    for (uint32_t i = 0; i < ran; ++i)
        printf("%-8s %6u %8u %8u %6u %6u %9.3f %9.3f %9.3f %10.2f %9llu %9.0f %9.1e %9.1e\n", r[i].name, r[i].faces,
               r[i].regular, r[i].gregory, r[i].rows, r[i].level, r[i].stage[0], r[i].stage[1], r[i].stage[2],
               r[i].build_ms, (unsigned long long)r[i].bytes, (double)r[i].bytes / r[i].faces, r[i].different,
               r[i].different_gregory);
    printf("dispatches per refresh %u, and %u to refit boxes of patches and their tree\n", r[ran - 1].dispatches,
           r[ran - 1].refit_dispatches);
    for (uint32_t i = 0; r->osd_points != 0 && i < ran; ++i)
        printf("%-8s OpenSubdiv: %.0f ms to build, %.1f MB of limit stencils\n", r[i].name, r[i].build_osd_ms,
               (double)r[i].stencil_bytes * 1e-6);
    printf(
        "\noff: positions from OpenSubdiv's, of the largest coordinate; its Gregory patches have other tangents\n\n");
    for (uint32_t i = 0; i < SUBDIVISION_SEED; ++i)
        printf("%-13s %3u patches, level %2u: %5u triangles (seed %4u), %3u meshlets (seed %3u)\n", counts[i].name,
               counts[i].patches, counts[i].level, counts[i].triangles, counts[i].seed_triangles, counts[i].meshlets,
               counts[i].seed_meshlets);
    printf("\n");
}

static void print_times(const char* name, const subdivision_times* t)
{
    printf("\"%s\": {\"wall_ms\": %.4f, \"cpu_ms\": %.4f}", name, t->wall, t->cpu);
}

static void print_json(const subdivision_result* r, uint32_t ran, const subdivision_count* counts, const char* device)
{
    printf("{\"device\": \"%s\", \"rows\": [", device);
    for (uint32_t i = 0; i < ran; ++i)
    {
        printf("%s\n  {\"cage\": \"%s\", \"faces\": %u, \"gregory\": %u, \"level\": %u, \"points\": %u, "
               "\"osd_points\": %u, ",
               i == 0 ? "" : ",", r[i].name, r[i].faces, r[i].gregory, r[i].level, r[i].points, r[i].osd_points);
        print_times("ours", &r[i].ours);
        for (int w = 0; r[i].osd_points != 0 && w < OSD_WAYS; ++w)
        {
            printf(", ");
            print_times(way_names[w], &r[i].osd[w]);
        }
        printf(
            ", \"points_ms\": %.4f, \"tessellate_ms\": %.4f, \"refit_ms\": %.4f, \"build_ms\": %.3f, \"bytes\": %llu, "
            "\"dispatches\": %u, \"off\": %.3g, \"off_gregory\": %.3g}",
            r[i].stage[0], r[i].stage[1], r[i].stage[2], r[i].build_ms, (unsigned long long)r[i].bytes, r[i].dispatches,
            r[i].different, r[i].different_gregory);
    }
    printf("],\n \"seed\": [");
    for (uint32_t i = 0; i < SUBDIVISION_SEED; ++i)
        printf("%s\n  {\"surface\": \"%s\", \"triangles\": %u, \"seed_triangles\": %u, \"meshlets\": %u, "
               "\"seed_meshlets\": %u}",
               i == 0 ? "" : ",", counts[i].name, counts[i].triangles, counts[i].seed_triangles, counts[i].meshlets,
               counts[i].seed_meshlets);
    printf("],\n \"gates\": [");
}

bool subdivision_report(const subdivision_result* results, uint32_t ran,
                        const subdivision_count counts[SUBDIVISION_SEED], const char* device, bool json)
{
    gate gates[GATES];
    const uint32_t n = make_gates(results, ran, gates);
    bool good        = true;
    (json ? print_json : print_table)(results, ran, counts, device);
    for (uint32_t i = 0; i < n; ++i)
    {
        const gate* g = &gates[i];
        good          = good && passes(g);
        if (json)
            printf("%s\n  {\"gate\": \"%s\", \"found\": %.4f, \"%s\": %.2f, \"pass\": %s}", i == 0 ? "" : ",", g->text,
                   g->found, g->at_least ? "at_least" : "at_most", g->limit, passes(g) ? "true" : "false");
        else
            printf("%s  %-46s %6.2f, at %s %.2f\n", passes(g) ? "pass" : "FAIL", g->text, g->found,
                   g->at_least ? "least" : "most", g->limit);
    }
    if (json) printf("]}\n");
    return good;
}
