#include "particles.h"

#include <math.h>
#include <stdio.h>

enum
{
    K16,
    K64,
    K256
};

typedef struct gate
{
    const char* text;
    double found, most;
} gate;

enum
{
    GATES = PARTICLES_SIZES + 3
};

static double grid_share(const particles_times* t) // %
{
    double all = 0.0;
    for (uint32_t k = 0; k < PARTICLES_STAGES; ++k)
        all += t->stage[k];
    return all > 0.0 ? 100.0 * t->stage[0] / all : 0.0;
}

static double growth(const particles_result* r) // exponent
{
    return log(r[K256].ours.wall_best / r[K64].ours.wall_best) / log((double)r[K256].count / r[K64].count);
}

static void make_gates(const particles_result* r, gate gates[GATES])
{
    static const char* const names[] = { "16k: substep / C twin", "64k: substep / C twin", "256k: substep / C twin" };
    double share = 0.0, dispatches = 0.0;
    for (uint32_t k = 0; k < PARTICLES_SIZES; ++k)
    {
        gates[k]   = (gate){ names[k], r[k].wall_ratio, 3.0 };
        share      = fmax(share, grid_share(&r[k].ours));
        dispatches = fmax(dispatches, r[k].dispatches);
    }
    gates[PARTICLES_SIZES]     = (gate){ "growth from 64k to 256k, exponent", growth(r), 1.10 };
    gates[PARTICLES_SIZES + 1] = (gate){ "grid's share of the substep, %", share, 12.0 };
    gates[PARTICLES_SIZES + 2] = (gate){ "dispatches per substep", dispatches, 8.0 };
}

static bool passes(const gate* g)
{
    return bench_passes(g->found, g->most, false);
}

static void print_row(const char* name, const particles_result* r, const particles_times* t)
{
    printf("%-12s %9u %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %9.3f %12.2f\n", name, r->count, t->wall_median, t->wall_best,
           t->cpu_median, t->cpu_best, t->stage[0], t->stage[1], t->stage[2], r->count / t->wall_median * 1e-3);
}

static void print_table(const particles_result* r, const char* device, const gate* gates)
{
    printf("%s; ms per substep, %.1f neighbours; C twin: 2 threads, %s\n\n", device, r[K256].neighbours, r->vectors);
    printf("%-12s %9s %9s %9s %9s %9s %9s %9s %9s %12s\n", "", "particles", "wall", "best", "cpu", "best", "grid",
           "search", "contact", "Mparticles/s");
    for (uint32_t k = 0; k < PARTICLES_SIZES; ++k)
    {
        print_row("ours", &r[k], &r[k].ours);
        print_row("C twin", &r[k], &r[k].twin);
        printf("%-12s %9u %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f   grid %.1f %%, %u dispatches\n", "  ratio",
               r[k].count, r[k].wall_ratio, r[k].ours.wall_best / r[k].twin.wall_best, r[k].cpu_ratio,
               r[k].ours.cpu_best / r[k].twin.cpu_best, r[k].ours.stage[0] / r[k].twin.stage[0],
               r[k].ours.stage[1] / r[k].twin.stage[1], r[k].ours.stage[2] / r[k].twin.stage[2], grid_share(&r[k].ours),
               r[k].dispatches);
    }
    printf("\nwall and cpu are medians, and so are their ratios, of each round's; stages, growth and the grid's share\n"
           "come from the best rounds: ours by the device's timestamps, the twin's by its threads\n\n");
    for (uint32_t i = 0; i < GATES; ++i)
        printf("%s  %-40s %6.2f, at most %.2f\n", passes(&gates[i]) ? "pass" : "FAIL", gates[i].text, gates[i].found,
               gates[i].most);
}

static void print_times(const char* name, const particles_times* t)
{
    printf("\"%s\": {\"wall_ms\": %.4f, \"wall_best_ms\": %.4f, \"cpu_ms\": %.4f, \"cpu_best_ms\": %.4f, "
           "\"grid_ms\": %.4f, \"search_ms\": %.4f, \"contact_ms\": %.4f}",
           name, t->wall_median, t->wall_best, t->cpu_median, t->cpu_best, t->stage[0], t->stage[1], t->stage[2]);
}

static void print_json(const particles_result* r, const char* device, const gate* gates)
{
    printf("{\"device\": \"%s\", \"twin\": \"%s\", \"neighbours\": %.2f, \"rows\": [", device, r->vectors,
           r[K256].neighbours);
    for (uint32_t k = 0; k < PARTICLES_SIZES; ++k)
    {
        printf("%s\n  {\"particles\": %u, \"rounds\": %u, ", k == 0 ? "" : ",", r[k].count, r[k].rounds);
        print_times("ours", &r[k].ours);
        printf(", ");
        print_times("twin", &r[k].twin);
        printf(", \"wall_ratio\": %.4f, \"cpu_ratio\": %.4f", r[k].wall_ratio, r[k].cpu_ratio);
        printf(", \"dispatches\": %u, \"grid_percent\": %.2f, \"million_particles_per_s\": %.3f}", r[k].dispatches,
               grid_share(&r[k].ours), r[k].count / r[k].ours.wall_median * 1e-3);
    }
    printf("],\n \"gates\": [");
    for (uint32_t i = 0; i < GATES; ++i)
        printf("%s\n  {\"gate\": \"%s\", \"found\": %.4f, \"at_most\": %.2f, \"pass\": %s}", i == 0 ? "" : ",",
               gates[i].text, gates[i].found, gates[i].most, passes(&gates[i]) ? "true" : "false");
    printf("]}\n");
}

bool particles_report(const particles_result results[PARTICLES_SIZES], const char* device, bool json)
{
    gate gates[GATES];
    make_gates(results, gates);
    (json ? print_json : print_table)(results, device, gates);
    bool good = true;
    for (uint32_t i = 0; i < GATES; ++i)
        good = good && passes(&gates[i]);
    return good;
}
