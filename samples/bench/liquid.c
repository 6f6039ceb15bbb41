// massa bench liquid: a substep of a liquid that rests in a tank, recorded as a world records it in one part, against a
// CPU twin written for speed, on the same number of threads. In every round each runs once from the same state, so that
// a disturbance hits both. The tests hold our state against the oracle's, this the twin's against ours.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "liquid.h"
#include "core/profiler.h"
#include "liquid_scene.h"
#include "liquid_twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    SUBSTEPS   = LIQUID_SUBSTEPS,
    ITERATIONS = LIQUID_ITERATIONS,
};

const char* const liquid_stage_names[LIQUID_STAGES] = {
    "liquid predict", "particle grid", "particle search", "liquid boundary", "liquid density", "liquid correct", "rest"
};

// 003's table 6.3; 000-S14 with a picture in each step. Medians of short rounds need more of them.
static liquid_result results[LIQUID_SIZES] = {
    { .count = 2048, .rounds = LIQUID_FEW, .seed_gpu = 410.5, .seed_cpu = 28.9 },
    { .count = 4096, .rounds = LIQUID_FEW, .seed_gpu = 167.0, .seed_cpu = 9.8 },
    { .count = 8192, .rounds = LIQUID_FEW, .seed_gpu = 43.5, .seed_cpu = 3.0 },
    { .count = 1 << 14, .rounds = 31, .gated = "16k", .seed_gpu = 15.1, .seed_cpu = 1.4 },
    { .count = 32768, .rounds = LIQUID_FEW, .seed_gpu = 4.7, .seed_cpu = 0.5 },
    { .count = 1 << 16, .rounds = 21, .gated = "64k" },
    { .count = 100000, .rounds = LIQUID_FEW, .seed_gpu = 60.0 },
    { .count = 1 << 18, .rounds = 15, .gated = "256k" },
};

static void restore(liquid_set* s)
{
    mas_recorder* rec = bench_begin(&s->bed, NULL);
    mas_copy(rec, s->first_position, s->array.position, s->first_position.size);
    mas_copy(rec, s->first_velocity, s->array.velocity, s->first_velocity.size);
    mas_fill(rec, s->flow.liquid.state, 0);
    bench_finish(&s->bed);
}

// Returns the dispatches of one substep.
static uint32_t record(const liquid_set* s, mas_recorder* rec, uint32_t substeps)
{
    uint32_t dispatches = 0;
    mas_flow_begin(&s->flow, rec, &s->array, &s->step);
    for (uint32_t i = 0; i < substeps; ++i)
    {
        const uint32_t before = rec->dispatches;
        mas_flow_substep(&s->flow, rec, &s->step, i == 0);
        dispatches = rec->dispatches - before;
    }
    mas_flow_end(&s->flow, rec, &s->step);
    return dispatches;
}

// ---- Correctness ----

// Spacings, along an axis.
static double farthest(const mas_vec4* a, const mas_vec4* b, uint32_t n)
{
    double most = 0.0;
    for (uint32_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c)
            most = fmax(most, fabs((double)(&a[i].x)[c] - (double)(&b[i].x)[c]));
    return most / (double)LIQUID_SPACING;
}

// One substep of both from the same state, then a second one, which shows velocity and pressure too. False when a
// particle is off by more than rounding explains: sums of some 60 terms are good to 1e-6 of a correction, which is
// itself a share of a spacing.
static bool agree(liquid_set* s, liquid_twin* t, const liquid_block* b, mas_vec4* x, mas_vec4* v, liquid_result* r)
{
    const uint32_t n = b->count;
    uint64_t sum     = 0;
    mas_vec4* twins  = calloc(n, sizeof *twins);
    if (twins == NULL) return false;
    for (uint32_t substeps = 1; substeps <= 2; ++substeps)
    {
        restore(s);
        r->dispatches = record(s, bench_begin(&s->bed, NULL), substeps);
        bench_finish(&s->bed);
        bench_get(&s->bed, s->array.position, x, n * sizeof *x);
        liquid_twin_substep(t, substeps == 1 ? b->position : NULL, b->velocity, ITERATIONS);
        liquid_twin_settle(t, twins, v);
        r->different = fmax(r->different, farthest(x, twins, n));
    }
    const double moved = farthest(x, b->position, n);
    free(twins);
    for (uint32_t i = 0; i < n; ++i)
        sum += t->grid.count[i];
    r->neighbours = (double)sum / n;
    if (r->different <= 1e-4 && moved > 1e-3) return true;
    return fprintf(stderr, "massa: the C twin is off by %g spacings, where particles move by %g.\n", r->different,
                   moved),
           false;
}

// ---- Rounds ----

static void settle(void) // threads spin a while after work
{
    nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

static void run_ours(liquid_set* s, double* wall, double* cpu)
{
    restore(s);
    settle();
    record(s, bench_begin(&s->bed, NULL), SUBSTEPS);
    const double before = bench_cpu();
    *wall               = bench_finish(&s->bed) / SUBSTEPS;
    *cpu                = (bench_cpu() - before) / SUBSTEPS;
}

static void run_stages(liquid_set* s, double stage[LIQUID_STAGES])
{
    restore(s);
    record(s, bench_begin(&s->bed, &s->profiler), SUBSTEPS);
    bench_finish(&s->bed);
    massa_stage_time time[MAS_MAX_STAGES];
    const uint32_t count = mas_profiler_read(&s->profiler, 0, time);
    for (uint32_t i = 0; i < count; ++i)
    {
        uint32_t k = 0;
        while (k + 1 < LIQUID_STAGES && strcmp(time[i].name, liquid_stage_names[k]) != 0)
            ++k;
        stage[k] += time[i].milliseconds / SUBSTEPS;
    }
}

static void run_twin(liquid_twin* t, const liquid_block* b, mas_vec4* x, mas_vec4* v, double stage[LIQUID_STAGES],
                     double* wall, double* cpu)
{
    static const uint32_t column[LIQUID_TWIN_STAGES] = { 0, 1, 2, 4, 5 };
    settle();
    const double before = bench_cpu(), begin = bench_now();
    for (uint32_t i = 0; i < SUBSTEPS; ++i)
    {
        liquid_twin_substep(t, i == 0 ? b->position : NULL, b->velocity, ITERATIONS);
        for (uint32_t k = 0; k < LIQUID_TWIN_STAGES; ++k)
            stage[column[k]] += t->ms[k] / SUBSTEPS;
    }
    const double end = bench_now();
    liquid_twin_settle(t, x, v);
    stage[LIQUID_STAGES - 1] += (bench_now() - end) / SUBSTEPS;
    *wall = (bench_now() - begin) / SUBSTEPS;
    *cpu  = (bench_cpu() - before) / SUBSTEPS;
}

static void summarise(liquid_times* t, double stage[LIQUID_ROUNDS][LIQUID_STAGES], uint32_t rounds)
{
    qsort(t->wall, rounds, sizeof t->wall[0], bench_ascending);
    qsort(t->cpu, rounds, sizeof t->cpu[0], bench_ascending);
    t->wall_best   = t->wall[0];
    t->wall_median = t->wall[rounds / 2];
    t->cpu_median  = t->cpu[rounds / 2];
    for (uint32_t k = 0; k < LIQUID_STAGES; ++k)
    {
        t->stage[k] = stage[0][k];
        for (uint32_t i = 1; i < rounds; ++i)
            t->stage[k] = fmin(t->stage[k], stage[i][k]);
    }
}

static void run_rounds(liquid_set* s, liquid_twin* t, const liquid_block* b, mas_vec4* x, mas_vec4* v, liquid_result* r)
{
    double ours[LIQUID_ROUNDS][LIQUID_STAGES] = { { 0 } }, twins[LIQUID_ROUNDS][LIQUID_STAGES] = { { 0 } };
    for (uint32_t i = 0; i < r->rounds; ++i)
    {
        bench_progress("%u particles, round %u of %u", r->count, i + 1, r->rounds);
        run_ours(s, &r->ours.wall[i], &r->ours.cpu[i]);
        run_twin(t, b, x, v, twins[i], &r->twin.wall[i], &r->twin.cpu[i]);
        run_stages(s, ours[i]);
    }
    double ratios[LIQUID_ROUNDS];
    r->wall_ratio = bench_median_ratio(r->ours.wall, r->twin.wall, ratios, r->rounds); // before they are sorted
    r->cpu_ratio  = bench_median_ratio(r->ours.cpu, r->twin.cpu, ratios, r->rounds);
    summarise(&r->ours, ours, r->rounds);
    summarise(&r->twin, twins, r->rounds);
}

static bool run_size(liquid_set* s, liquid_result* r)
{
    const uint32_t n  = r->count;
    const size_t size = n * sizeof(mas_vec4);
    liquid_block b;
    liquid_twin t;
    collider_state wall[LIQUID_TANK];
    mas_vec4 *x = calloc(n, sizeof *x), *v = calloc(n, sizeof *v);
    bool right           = x != NULL && v != NULL && liquid_make_block(&b, n) && liquid_make_step(s, n);
    liquid_params params = s->step.params; // what pace.comp finds for one part
    params.part          = params.substep;
    params.inverse_part  = 1.0f / params.substep;
    params.share         = 1.0f;
    right                = right && liquid_twin_create(&t, &params, &s->step.particles, b.low, b.high, n);
    if (!right) return fprintf(stderr, "massa: no memory for the C twin.\n"), false;
    if (liquid_make_set(s, n) != MASSA_OK) return fprintf(stderr, "massa: no room on the device.\n"), false;
    liquid_make_tank(&b, wall);
    bench_put(&s->bed, s->states, wall, sizeof wall);
    bench_put(&s->bed, s->first_position, b.position, size);
    bench_put(&s->bed, s->first_velocity, b.velocity, size);
    right = agree(s, &t, &b, x, v, r); // warms up, and compiles
    if (right) run_rounds(s, &t, &b, x, v, r);
    mas_profiler_destroy(&s->profiler);
    bench_destroy_bed(&s->bed);
    liquid_twin_destroy(&t);
    liquid_free_block(&b);
    free(x);
    free(v);
    return right;
}

bool bench_liquid(const bench_options* options)
{
    const bool all = options->part == NULL;
    static still_result still;
    static dam_result dam;
    liquid_set s;
    memset(&s, 0, sizeof s);
    s.bed.gpu    = options->gpu;
    s.bed.device = options->device;
    bool right = true, substeps = all || strcmp(options->part, "substep") == 0;
    if (substeps && !liquid_twin_fits())
        return fprintf(stderr, "massa: the C twin of liquids is written for AVX2, which this CPU does not have.\n"),
               false;
    for (uint32_t k = 0; k < LIQUID_SIZES && right && substeps; ++k)
        right = results[k].run = run_size(&s, &results[k]);
    if (right && (all || strcmp(options->part, "still") == 0)) right = still_run(options, &still);
    if (right && (all || strcmp(options->part, "dam") == 0)) right = dam_run_both(options, &dam);
    bench_progress(NULL);
    return right && liquid_report(&(liquid_results){ results, &still, &dam }, options->gpu->device_name, options->json);
}
