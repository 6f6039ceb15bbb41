#include "rigid.h"

#include <stdio.h>
#include <string.h>

enum
{
    MASSA,
    BULLET,
    MAX_GATES  = 2 * RIGID_ROWS + 3,
    FEW_BODIES = 256, // fit one block
};

typedef struct gate
{
    char text[64];
    double found, bound;
    bool most; // found may be that much at most; else it must be at least
} gate;

static bool holds(const gate* g)
{
    return bench_passes(g->found, g->bound, !g->most);
}

static const char* schedule_of(const rigid_row* r)
{
    return r->blocks ? "blocks" : "colours";
}

// ms of the fastest peer that keeps its bodies; 0: there is none.
static double best_peer(const rigid_row* r)
{
    double best = 0.0;
    for (uint32_t k = BULLET; k < RIGID_ENGINES; ++k)
    {
        const rigid_result* e = &r->engine[k];
        if (e->run && e->quality.lost == 0 && (best == 0.0 || e->wall < best)) best = e->wall;
    }
    return best;
}

// Wall time, as a player waits for it: massa's threads against the one that Debian's Bullet and ODE have.
static uint32_t make_gates(const rigid_row* rows, uint32_t count, const rigid_rest* rest, const rigid_small* small,
                           gate gates[MAX_GATES])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const rigid_row* r = &rows[i];
        if (strcmp(r->name, "pile") != 0 || r->bodies < 4000 || !r->engine[MASSA].run || r->blocks) continue;
        snprintf(gates[n].text, sizeof gates[n].text, "pile %uk: times as fast as the best peer", r->bodies / 1000);
        // An engine that lets bodies fall through the floor has won nothing.
        const bool stands = r->engine[MASSA].quality.lost == 0;
        gates[n].found    = stands ? best_peer(r) / r->engine[MASSA].wall : 0.0;
        gates[n++].bound  = 1.5;
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        const rigid_row* r        = &rows[i];
        const rigid_dispatches* d = &r->study.dispatches;
        const bool few            = r->bodies < FEW_BODIES && r->joints == 0,
                   many           = strcmp(r->name, "pile") == 0 && r->bodies == 4096 && r->blocks;
        if (!(few || many) || !r->engine[MASSA].run) continue;
        gates[n] = (gate){ .found = d->filled - d->sorting, .bound = few ? 20.0 : 60.0, .most = true };
        snprintf(gates[n++].text, sizeof gates[n].text, "%s %u, %s: dispatches", r->name, r->size, schedule_of(r));
    }
    if (rest->run) // one that does not fall asleep costs what it costs
        gates[n++] =
            (gate){ "resting / moving step", rest->left == 0 ? rest->resting / rest->moving : 1.0, 0.02, .most = true };
    const rigid_small_row* ten = &small->row[0];
    if (small->run)
    {
        gates[n++] = (gate){ "10 boxes moving: default / just the room", ten->moving_room / ten->moving, 1.3, true };
        gates[n++] = (gate){ "10 boxes at rest: default / just the room", ten->at_rest_room / ten->at_rest, 1.3, true };
    }
    return n;
}

static void print_row(const rigid_row* r)
{
    for (uint32_t k = 0; k < RIGID_ENGINES; ++k)
    {
        const rigid_result* e  = &r->engine[k];
        const rigid_quality* q = &e->quality;
        if (!e->run) continue;
        printf("%-14s %6u %7u %7u %-16s %9.2f %9.2f %9.2f", r->name, r->size, r->bodies, r->joints,
               k == MASSA && r->blocks ? "blocks" : rigid_engines[k]->name, e->wall, e->worst, e->cpu);
        if (k != MASSA && r->engine[MASSA].run)
            printf(" %7.2f %7.2f", e->wall / r->engine[MASSA].wall, e->cpu / r->engine[MASSA].cpu);
        else
            printf(" %7s %7s", "", "");
        printf(" | %8u %8.2f %8.2f %8.1f %8.2f %8.2f %8.2f %5u |", q->contacts, 1e3 * q->depth, 1e3 * q->deepest,
               1e3 * q->drift, 1e3 * q->speed, 1e3 * q->gap, 1e3 * q->widest_gap, q->lost);
        if (r->seed_gpu > 0.0) printf(" %8.2f %8.2f", r->seed_cpu, r->seed_gpu);
        printf("\n");
    }
}

static void print_study(const rigid_row* r)
{
    const rigid_study* s = &r->study;
    double sum           = 0.0;
    if (!r->engine[MASSA].run) return;
    for (uint32_t k = 0; k < s->stages; ++k)
        sum += s->ms[k];
    const rigid_dispatches* d = &s->dispatches;
    printf("%s %u, %s: %u pairs, %u contacts, %u touching; %.1f MB; %u dispatches in a step, %u of them not empty, %u "
           "of these outside the sorts:\n ",
           r->name, r->size, schedule_of(r), s->pairs, s->contacts, s->touching, (double)s->memory * 1e-6, d->recorded,
           d->filled, d->filled - d->sorting);
    for (uint32_t k = 0; k < d->stages; ++k)
        printf(" %s %u%s", d->name[k], d->count[k], k + 1 < d->stages ? "," : "\n ");
    for (uint32_t k = 0; k < s->stages; ++k)
        if (s->ms[k] >= 0.005 * sum) printf(" %s %.2f", s->name[k], s->ms[k]);
    printf("; all %.2f ms\n", sum);
}

static void print_rest(const rigid_rest* r)
{
    if (!r->run) return;
    printf("rest: a pile of %u with sleep, ms per step: %u awake, %.3f wall, %.3f cpu; after %u steps %u awake, %.4f "
           "wall, "
           "%.4f cpu\n",
           r->bodies, r->awake, r->moving, r->moving_cpu, r->steps, r->left, r->resting, r->resting_cpu);
}

static void print_shares(const rigid_rest* r)
{
    for (uint32_t k = 0; k < RIGID_SHARES && r->run; ++k)
    {
        const rigid_share* s = &r->share[k];
        printf("rest: towers, %2u %% asleep: %4u awake, %.3f wall, %.3f cpu;", s->percent, s->awake, s->wall, s->cpu);
        double sum = 0.0;
        for (uint32_t i = 0; i < s->study.stages; ++i)
            sum += s->study.ms[i];
        for (uint32_t i = 0; i < s->study.stages; ++i)
            if (s->study.ms[i] >= 0.02 * sum) printf(" %s %.2f", s->study.name[i], s->study.ms[i]);
        printf("\n");
    }
}

static void print_tables(const rigid_row* rows, uint32_t count, const rigid_rest* rest, const rigid_small* small,
                         const char* device, const gate* gates, uint32_t gate_count)
{
    printf(
        "%s\n\nRigid bodies, 60 steps a second, nobody sleeps: ms per step, medians of the measured steps; cpu: of\n"
        "all threads; x: times that of massa. Bullet: sequential impulses, 10 iterations, one thread; deferred: its "
        "trees\n"
        "are compared once a step. ODE: dWorldQuickStep, 20 iterations, one thread. Then from poses alone, the same "
        "for\n"
        "all: contacts closer than 1 cm, by how much they overlap (mean, worst), largest way to the side since "
        "measuring\n"
        "began, mean speed, gaps of joints (mean, worst), bodies lost. seed: 002's own times, on a Core 2 Duo and a\n"
        "GeForce 8800 GTX.\n\n",
        device);
    printf("%-14s %6s %7s %7s %-16s %9s %9s %9s %7s %7s | %8s %8s %8s %8s %8s %8s %8s %5s | %8s %8s\n", "", "size",
           "bodies", "joints", "", "wall", "worst", "cpu", "x wall", "x cpu", "contacts", "depth mm", "worst",
           "drift mm", "mm/s", "gap mm", "worst", "lost", "seed CPU", "seed GPU");
    for (uint32_t i = 0; i < count; ++i)
        print_row(&rows[i]);
    printf("\nmassa by stage: dispatches with at least one group, of the step that has most of ten; ms of a step by "
           "timestamps,\n"
           "those above half a percent:\n\n");
    for (uint32_t i = 0; i < count; ++i)
        print_study(&rows[i]);
    print_rest(rest);
    print_shares(rest);
    rigid_small_print(small);
    printf("\n");
    static const uint32_t peers[] = { BULLET, RIGID_ENGINES - 1 };
    for (uint32_t k = 0; k < 2; ++k)
        if (rigid_engines[peers[k]] == NULL)
            printf("%s was not found when this was built: run platform/linux/setup.sh --test, then configure anew.\n",
                   peers[k] == BULLET ? "Bullet" : "ODE");
    for (uint32_t i = 0; i < gate_count; ++i)
        printf("%s  %-42s %8.4f, at %s %.2f\n", holds(&gates[i]) ? "pass" : "FAIL", gates[i].text, gates[i].found,
               gates[i].most ? "most" : "least", gates[i].bound);
}

// ---- JSON ----

static void json_result(const char* name, const rigid_result* e)
{
    const rigid_quality* q = &e->quality;
    printf(", \"%s\": {\"wall_ms\": %.4f, \"worst_ms\": %.4f, \"cpu_ms\": %.4f, \"contacts\": %u, \"depth_m\": %.6g, "
           "\"deepest_m\": %.6g, \"drift_m\": %.6g, \"speed\": %.6g, \"gap_m\": %.6g, \"widest_gap_m\": %.6g, "
           "\"lost\": %u}",
           name, e->wall, e->worst, e->cpu, q->contacts, q->depth, q->deepest, q->drift, q->speed, q->gap,
           q->widest_gap, q->lost);
}

static void json_rest(const rigid_rest* r)
{
    for (uint32_t k = 0; k < RIGID_SHARES && r->run; ++k)
        printf(" \"asleep_%u_percent\": {\"awake\": %u, \"wall_ms\": %.4f, \"cpu_ms\": %.4f},\n", r->share[k].percent,
               r->share[k].awake, r->share[k].wall, r->share[k].cpu);
    if (r->run)
        printf(" \"rest\": {\"bodies\": %u, \"left_awake\": %u, \"steps\": %u, \"moving_ms\": %.4f, \"moving_cpu_ms\": "
               "%.4f, \"resting_ms\": %.4f, \"resting_cpu_ms\": %.4f},\n",
               r->bodies, r->left, r->steps, r->moving, r->moving_cpu, r->resting, r->resting_cpu);
}

static void print_json(const rigid_row* rows, uint32_t count, const rigid_rest* rest, const rigid_small* small,
                       const char* device, const gate* gates, uint32_t gate_count)
{
    printf("{\"device\": \"%s\", \"scenes\": [", device);
    for (uint32_t i = 0; i < count; ++i)
    {
        const rigid_row* r = &rows[i];
        printf("%s\n  {\"scene\": \"%s\", \"size\": %u, \"bodies\": %u, \"joints\": %u, \"schedule\": \"%s\", "
               "\"from\": %u, "
               "\"to\": %u",
               i == 0 ? "" : ",", r->name, r->size, r->bodies, r->joints, schedule_of(r), r->from, r->to);
        if (r->seed_gpu > 0.0) printf(", \"seed_cpu_ms\": %.2f, \"seed_gpu_ms\": %.2f", r->seed_cpu, r->seed_gpu);
        for (uint32_t k = 0; k < RIGID_ENGINES; ++k)
            if (r->engine[k].run) json_result(rigid_engines[k]->name, &r->engine[k]);
        printf(", \"dispatches\": %u, \"filled\": %u, \"sorting\": %u, \"pairs\": %u, \"contacts\": %u, \"stages\": {",
               r->study.dispatches.recorded, r->study.dispatches.filled, r->study.dispatches.sorting, r->study.pairs,
               r->study.contacts);
        for (uint32_t k = 0; k < r->study.stages; ++k)
            printf("%s\"%s\": %.4f", k == 0 ? "" : ", ", r->study.name[k], r->study.ms[k]);
        printf("}}");
    }
    printf("],\n");
    json_rest(rest);
    rigid_small_json(small);
    printf(" \"gates\": [");
    for (uint32_t i = 0; i < gate_count; ++i)
        printf("%s\n  {\"gate\": \"%s\", \"found\": %.4f, \"at_%s\": %.2f, \"pass\": %s}", i == 0 ? "" : ",",
               gates[i].text, gates[i].found, gates[i].most ? "most" : "least", gates[i].bound,
               holds(&gates[i]) ? "true" : "false");
    printf("]}\n");
}

bool rigid_report(const rigid_row* rows, uint32_t count, const rigid_rest* rest, const rigid_small* small,
                  const char* device, bool json)
{
    gate gates[MAX_GATES]     = { 0 };
    const uint32_t gate_count = make_gates(rows, count, rest, small, gates);
    (json ? print_json : print_tables)(rows, count, rest, small, device, gates, gate_count);
    bool good = true;
    for (uint32_t i = 0; i < gate_count; ++i)
        good = good && holds(&gates[i]);
    return good;
}
