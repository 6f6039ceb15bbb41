#include "collision.h"

#include <math.h>
#include <stdio.h>

enum
{
    K1,
    K8,
    K50,
    MAX_GATES = 5
};

// Names of the broad phases, as mas_broad_kind but for the last, and Bullet's.
const char* const broad_names[BROAD_WAYS + 1] = {
    "tree",   "fat tree",      "cells, labels",   "cells, owner", "sweep", // ours
    "Bullet", "Bullet, tight", "Bullet deferred", "all pairs",
};

// 002-S03: collision times in ms by actors, on a Core 2 Duo and a GeForce 8800 GTX.
static const struct
{
    double cpu_brute, cpu_grid, gpu_grid;
} seed[FUNNEL_SIZES] = {
    { 2.93, 1.36, 2.77 },   { 7.56, 3.72, 4.18 },     { 19.95, 9.54, 5.66 },
    { 58.83, 26.72, 8.25 }, { 172.56, 62.78, 11.43 }, { 574.12, 133.16, 18.15 },
};

static const char* const missing = "Bullet was not found when this was built: run platform/linux/setup.sh --test, "
                                   "then configure anew. Its gates fail.";

typedef struct gate
{
    const char* text;
    double found, bound;
    bool least; // else at most
} gate;

static lap of(const broad_result* r, uint32_t way)
{
    return laps_median(&r->time[way]);
}

static uint32_t ways(const broad_result* r)
{
    return r->has_bullet ? BROAD_WAYS : BROAD_OURS;
}

static lap growth(const broad_result* r, uint32_t way) // exponent
{
    const lap small = of(&r[K8], way), large = of(&r[K50], way);
    const double bodies = log((double)r[K50].count / r[K8].count);
    return (lap){ log(large.wall / small.wall) / bodies, log(large.cpu / small.cpu) / bodies };
}

// CPU time of Bullet's fastest way over the tree's; 0 without Bullet. As it comes it keeps more pairs, tight and
// deferred it finds ours. CPU time of all threads: wall time would set two threads against Bullet's one.
static double over_bullet(const broad_result* r)
{
    if (!r->has_bullet) return 0.0;
    double best = of(r, BROAD_BULLET).cpu;
    for (uint32_t way = BROAD_BULLET + 1; way < BROAD_WAYS; ++way)
        best = fmin(best, of(r, way).cpu);
    return best / of(r, MAS_BROAD_TREE).cpu;
}

static uint32_t make_gates(const broad_result* r, gate gates[MAX_GATES])
{
    uint32_t n = 0;
    gates[n++] = (gate){ "8k: tree, times as fast as Bullet's best", over_bullet(&r[K8]), 1.4, true }; // deferred: 1.5
    gates[n++] =
        (gate){ "50k: tree, times as fast as Bullet's best", over_bullet(&r[K50]), 3.0, true }; // deferred: 3.3
    gates[n++] = (gate){ "tree: growth 8k to 50k, exponent, cpu", growth(r, MAS_BROAD_TREE).cpu, 1.15, false };
    gates[n++] = (gate){ "labels: growth 8k to 50k, exponent, cpu", growth(r, MAS_BROAD_LABELS).cpu, 1.15, false };
    gates[n++] = (gate){ "owner: growth 8k to 50k, exponent, cpu", growth(r, MAS_BROAD_OWNER).cpu, 1.15, false };
    return n;
}

static bool passed(const gate* g)
{
    return bench_passes(g->found, g->bound, g->least);
}

static double ns(double ms, uint32_t pairs)
{
    return pairs > 0 ? ms * 1e6 / pairs : 0.0;
}

static double percent(double part, double whole)
{
    return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

static contact_counters whole_landing(const narrow_result* r)
{
    contact_counters sum = { 0 };
    for (uint32_t i = 0; i < LANDING_STEPS; ++i)
    {
        sum.pairs += r->landing[i].pairs;
        sum.recycled += r->landing[i].recycled;
    }
    return sum;
}

// ---- Tables ----

// How many times as fast as Bullet's three.
static void print_against(const broad_result* r, lap t)
{
    const lap b = of(r, BROAD_BULLET), tight = of(r, BROAD_TIGHT), d = of(r, BROAD_DEFERRED);
    if (r->has_bullet)
        printf(" %9.2f %7.2f %9.2f %9.2f %7.2f %9.2f", b.cpu / t.cpu, tight.cpu / t.cpu, d.cpu / t.cpu, b.wall / t.wall,
               tight.wall / t.wall, d.wall / t.wall);
    else
        printf(" %9s %7s %9s %9s %7s %9s", "-", "-", "-", "-", "-", "-");
}

static void print_broad(const broad_result* r)
{
    printf(
        "Broad phase, from boxes to pairs: ms per step. A pile of unit cubes falls 12 cm a step, each a little in its\n"
        "own way. Bullet: btDbvtBroadphase with btHashedOverlappingPairCache, all boxes set anew, one thread; as it\n"
        "comes (it grows boxes by 5 cm, and so keeps more pairs); tight, without that margin; and deferred, tight\n"
        "and with m_deferedcollide. x: times as fast as these three.\n\n");
    printf("%-16s %7s %8s %9s %9s %9s %7s %9s %9s %7s %9s %7s %6s\n", "", "bodies", "pairs", "wall", "cpu", "x cpu",
           "tight", "deferred", "x wall", "tight", "deferred", "growth", "disp.");
    for (uint32_t k = 0; k < BROAD_SIZES; ++k)
        for (uint32_t way = 0; way < ways(&r[k]); way += broad_next(way))
        {
            const lap t = of(&r[k], way);
            printf("%-16s %7u %8u %9.3f %9.3f", broad_names[way], r[k].count, r[k].pairs[way], t.wall, t.cpu);
            print_against(&r[k], t);
            if (k == K50) printf(" %7.2f", growth(r, way).cpu);
            if (way < BROAD_OURS) printf(" %*u", k == K50 ? 6 : 14, r[k].dispatches[way]);
            printf("\n");
        }
    printf("\nPairs of ours equal those of a walk in C, as sets, at the first and the last step.\n\n");
}

static void print_pair_times(const char* name, uint32_t pairs, const char* share, const laps* ours, const laps* c)
{
    const lap o = laps_median(ours);
    printf("%-32s %7u %9s %8.0f %8.0f", name, pairs, share, ns(o.wall, pairs), ns(o.cpu, pairs));
    if (c != NULL && c->count > 0)
    {
        const lap t = laps_median(c);
        printf(" %8.0f %8.2f", ns(t.cpu, pairs), o.cpu / t.cpu);
    }
    printf("\n");
}

static void print_narrow(const narrow_result* r)
{
    printf("Narrow phase: ns per pair, pile of 8000; results equal the oracle's to the bit. C: written for speed, one\n"
           "thread, the same within rounding.\n\n");
    printf("%-32s %7s %9s %8s %8s %8s %8s\n", "", "pairs", "touching", "wall", "cpu", "C", "ratio");
    char share[16];
    for (uint32_t k = 0; k < NARROW_ROWS; ++k)
    {
        snprintf(share, sizeof share, "%.0f %%", percent(r->row[k].touching, r->row[k].pairs));
        print_pair_times(r->row[k].name, r->row[k].pairs, share, &r->row[k].ours, &r->row[k].c);
    }
    print_pair_times("box, box, recycled, pairs kept", r->pairs, "", &r->recycle, &r->c_recycle);
    print_pair_times("box, box, recycled, pairs anew", r->pairs, "", &r->find, NULL);
    print_pair_times("whole narrow phase, all detected", r->pairs, "", &r->all_detected, NULL);
    print_pair_times("whole narrow phase, pairs kept", r->pairs, "", &r->all_recycled, NULL);
    print_pair_times("whole narrow phase, pairs anew", r->pairs, "", &r->all_found, NULL);
    printf(
        "\nRecycled: %.1f %% of the pairs, each body moved by up to 1 mm; kept: the broad phase handed on its list;\n"
        "anew: it made the list again, in another order, and old pairs are found by hash. C has each pair in its "
        "place.\n",
        percent(r->recycled, r->pairs));
    printf(
        "hull: a cylinder of 16 corners and 10 faces. Prototypes, box with box: 117 detected, 70 recycled; C 198 and "
        "41.\n\n");

    const contact_counters all = whole_landing(r);
    printf("Recycled pairs while the pile of %d boxes of massa bench rigid falls and comes to rest.\n ",
           LANDING_SIDE * LANDING_SIDE * LANDING_SIDE);
    for (uint32_t i = 0; i < LANDING_STEPS; ++i)
        if (i % 40 == 39) printf("  step %u: %.0f %%", i + 1, percent(r->landing[i].recycled, r->landing[i].pairs));
    printf("; of all: %.1f %%\n\n", percent(all.recycled, all.pairs));
}

static void print_funnel(const funnel_result* r)
{
    printf(
        "Funnel, actors of three crossed capsules (002-S03): bounding tests as a share of n(n-1)/2; then bounds, broad "
        "and\n"
        "narrow phase in ms of wall time by broad phase, nothing recycled; seed: its own table, on a Core 2 Duo and a\n"
        "GeForce 8800 GTX.\n\n");
    printf("%6s %7s %7s %8s %10s | %-31s | %-39s | %s\n", "", "", "", "", "", "tests, % of n(n-1)/2", "ms, detection",
           "seed, ms");
    printf("%6s %7s %7s %8s %10s | %7s %7s %7s %7s | %7s %7s %7s %7s %7s | %8s %8s %8s\n", "actors", "shapes", "pairs",
           "contacts", "n(n-1)/2", "tree", "labels", "owner", "sweep", "tree", "labels", "owner", "sweep", "brute",
           "brute", "grid", "GPU grid");
    for (uint32_t k = 0; k < FUNNEL_SIZES; ++k)
    {
        const double all = r[k].tests[MAS_BROAD_BRUTE];
        printf("%6u %7u %7u %8u %10.0f |", r[k].actors, r[k].colliders, r[k].pairs, r[k].contacts, all);
        for (uint32_t way = 0; way < MAS_BROAD_BRUTE; way += broad_next(way))
            printf(" %7.2f", percent(r[k].tests[way], all));
        printf(" |");
        for (uint32_t way = 0; way < MAS_BROAD_KINDS; way += broad_next(way))
            printf(" %7.2f", laps_median(&r[k].time[way]).wall);
        printf(" | %8.2f %8.2f %8.2f\n", seed[k].cpu_brute, seed[k].cpu_grid, seed[k].gpu_grid);
    }
    const funnel_result* last = &r[FUNNEL_SIZES - 1];
    printf("\n%u actors: %.0f tests by the tree, %.0f by labels, %.0f by owner, of %.0f\n\n", last->actors,
           last->tests[MAS_BROAD_TREE], last->tests[MAS_BROAD_LABELS], last->tests[MAS_BROAD_OWNER],
           last->tests[MAS_BROAD_BRUTE]);
}

// ---- JSON ----

static void json_time(const char* name, lap t)
{
    printf("\"%s\": {\"wall_ms\": %.4f, \"cpu_ms\": %.4f}", name, t.wall, t.cpu);
}

static void json_broad(const broad_result* r)
{
    const char* comma = "";
    for (uint32_t k = 0; k < BROAD_SIZES; ++k)
        for (uint32_t way = 0; way < ways(&r[k]); way += broad_next(way))
        {
            printf("%s\n  {\"way\": \"%s\", \"bodies\": %u, \"rounds\": %u, \"pairs\": %u, \"dispatches\": %u, ", comma,
                   broad_names[way], r[k].count, r[k].rounds, r[k].pairs[way],
                   way < BROAD_OURS ? r[k].dispatches[way] : 0);
            json_time("time", of(&r[k], way));
            printf("}");
            comma = ",";
        }
}

static void json_narrow(const narrow_result* r)
{
    for (uint32_t k = 0; k < NARROW_ROWS; ++k)
    {
        printf("%s\n  {\"kinds\": \"%s\", \"pairs\": %u, \"touching\": %u, ", k == 0 ? "" : ",", r->row[k].name,
               r->row[k].pairs, r->row[k].touching);
        json_time("ours", laps_median(&r->row[k].ours));
        if (r->row[k].c.count > 0) printf(", ");
        if (r->row[k].c.count > 0) json_time("c", laps_median(&r->row[k].c));
        printf("}");
    }
    printf("],\n \"recycle\": {\"pairs\": %u, \"recycled\": %u, ", r->pairs, r->recycled);
    json_time("ours", laps_median(&r->recycle));
    printf(", ");
    json_time("c", laps_median(&r->c_recycle));
    printf(", ");
    json_time("all_detected", laps_median(&r->all_detected));
    printf(", ");
    json_time("all_recycled", laps_median(&r->all_recycled));
    printf(", ");
    json_time("found", laps_median(&r->find));
    printf(", ");
    json_time("all_found", laps_median(&r->all_found));
    printf("},\n \"landing\": [");
    for (uint32_t i = 0; i < LANDING_STEPS; ++i)
        printf("%s{\"pairs\": %u, \"recycled\": %u}", i == 0 ? "" : ", ", r->landing[i].pairs, r->landing[i].recycled);
}

static void json_funnel(const funnel_result* r)
{
    for (uint32_t k = 0; k < FUNNEL_SIZES; ++k)
    {
        printf("%s\n  {\"actors\": %u, \"colliders\": %u, \"pairs\": %u, \"contacts\": %u", k == 0 ? "" : ",",
               r[k].actors, r[k].colliders, r[k].pairs, r[k].contacts);
        for (uint32_t way = 0; way < MAS_BROAD_KINDS; way += broad_next(way))
        {
            const char* name = broad_names[way < MAS_BROAD_BRUTE ? way : BROAD_WAYS];
            printf(", \"%s\": {\"tests\": %.0f, ", name, r[k].tests[way]);
            json_time("time", laps_median(&r[k].time[way]));
            printf("}");
        }
        printf(", \"seed_ms\": [%.2f, %.2f, %.2f]}", seed[k].cpu_brute, seed[k].cpu_grid, seed[k].gpu_grid);
    }
}

static void print_json(const collision_result* r, const char* device, const gate* gates, uint32_t count)
{
    printf("{\"device\": \"%s\", \"bullet\": %s, \"broad\": [", device, r->broad->has_bullet ? "true" : "false");
    json_broad(r->broad);
    printf("],\n \"narrow\": [");
    json_narrow(&r->narrow);
    printf("],\n \"funnel\": [");
    json_funnel(r->funnel);
    printf("],\n \"gates\": [");
    for (uint32_t i = 0; i < count; ++i)
        printf("%s\n  {\"gate\": \"%s\", \"found\": %.4f, \"at_%s\": %.2f, \"pass\": %s}", i == 0 ? "" : ",",
               gates[i].text, gates[i].found, gates[i].least ? "least" : "most", gates[i].bound,
               passed(&gates[i]) ? "true" : "false");
    printf("]}\n");
}

static void print_tables(const collision_result* r, const char* device, const gate* gates, uint32_t count)
{
    printf("%s; medians; cpu: of all threads\n\n", device);
    print_broad(r->broad);
    print_narrow(&r->narrow);
    print_funnel(r->funnel);
    if (!r->broad->has_bullet) printf("%s\n\n", missing);
    for (uint32_t i = 0; i < count; ++i)
        printf("%s  %-42s %6.2f, at %s %.2f\n", passed(&gates[i]) ? "pass" : "FAIL", gates[i].text, gates[i].found,
               gates[i].least ? "least" : "most", gates[i].bound);
}

bool collision_report(const collision_result* r, const char* device, bool json)
{
    gate gates[MAX_GATES];
    const uint32_t count = make_gates(r->broad, gates);
    (json ? print_json : print_tables)(r, device, gates, count);
    bool good = true;
    for (uint32_t i = 0; i < count; ++i)
        good = good && passed(&gates[i]);
    return good;
}
