// massa bench particles: a substep of a block of particles - grid, search, contact, as a world records them - against a
// CPU twin written for speed, on the same number of threads. In every round each runs once from the same state, so that
// a disturbance hits both: two steps without edits, of which the second is measured, because a step counts for the grid
// of the next one. Our state is compared with the oracle's to the bit, the twin's within rounding.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "particles.h"
#include "core/profiler.h"
#include "oracle/contact.h"
#include "oracle/grid.h"
#include "oracle/search.h"
#include "particle/contact.h"
#include "particle/grid.h"
#include "particle/search.h"
#include "particles_twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    SUBSTEPS   = 4, // per submission
    NEIGHBOURS = 48,
};

static const float radius = 0.05f; // m

const char* const particles_stage_names[PARTICLES_STAGES] = { "particle grid", "particle search", "particle contacts" };

static particles_result results[PARTICLES_SIZES] = {
    { .count = 1 << 14, .rounds = 15 },
    { .count = 1 << 16, .rounds = 11 },
    { .count = 1 << 18, .rounds = 7 },
};

typedef struct stage_set
{
    bench_bed bed;
    mas_particles array;
    mas_span colliders, first_position, first_velocity; // the state each round starts from
    mas_grid grid;
    mas_search search;
    mas_contact contact;
    mas_profiler profiler;
} stage_set;

static void settle(void) // threads spin a while after work
{
    nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

static massa_result make_stages(stage_set* s, uint32_t n)
{
    mas_arena* a = &s->bed.arena;
    mas_arena_init(a, s->bed.device);
    s->bed.upload = mas_plan(a, MAS_UPLOAD, "upload", n, sizeof(mas_vec4));
    s->bed.answer = mas_plan(a, MAS_READBACK, "answer", n, sizeof(mas_vec4));
    s->array = mas_particles_plan(a, n, NEIGHBOURS, mas_plan(a, MAS_SCRATCH, "counters", 1, sizeof(particle_counters)));
    s->first_position = mas_plan(a, MAS_SCRATCH, "first position", n, sizeof(mas_vec4));
    s->first_velocity = mas_plan(a, MAS_SCRATCH, "first velocity", n, sizeof(mas_vec4));
    s->colliders      = mas_plan(a, MAS_SCRATCH, "colliders", 1, sizeof(collider_state));
    mas_grid_plan(&s->grid, a, &s->array);
    MAS_TRY(mas_arena_allocate(a));
    mas_kernels_init(&s->bed.kernels, a);
    MAS_TRY(mas_grid_create(&s->grid, &s->bed.kernels, &s->array));
    MAS_TRY(mas_search_create_teams(&s->search, &s->bed.kernels, &s->array));
    MAS_TRY(mas_contact_create(&s->contact, &s->bed.kernels, &s->array, s->colliders));
    return mas_profiler_create(&s->profiler, s->bed.device, 1);
}

// Substeps of a step, as mas_step_record records them.
static void record(stage_set* s, mas_recorder* rec, uint32_t n, uint32_t substeps, mas_grid_from from)
{
    for (uint32_t i = 0; i < substeps; ++i)
    {
        mas_grid_record(&s->grid, rec, n, i > 0 ? MAS_FROM_PLACES : from);
        mas_search_record(&s->search, rec, n, 1);
        mas_contact_record(&s->contact, rec, n, 1, i + 1 < substeps);
    }
}

static void restore(stage_set* s, mas_recorder* rec)
{
    mas_copy(rec, s->first_position, s->array.position, s->first_position.size);
    mas_copy(rec, s->first_velocity, s->array.velocity, s->first_velocity.size);
}

// Begins the second step of two: the particles are counted already. The caller finishes it.
static void begin_second(stage_set* s, uint32_t n, mas_profiler* profiler)
{
    mas_recorder* rec = bench_begin(&s->bed, NULL);
    restore(s, rec);
    record(s, rec, n, SUBSTEPS, MAS_FROM_SLOTS);
    bench_finish(&s->bed);
    settle();
    record(s, bench_begin(&s->bed, profiler), n, SUBSTEPS, MAS_FROM_COUNTED_SLOTS);
}

// A cube with a particle every radius, each moved a little, in slots of no order.
static void fill_block(oracle_particles* p, uint32_t n)
{
    uint32_t side = 1;
    while (side * side * side < n)
        ++side;
    uint64_t random = 88172645463325252u; // xorshift
    uint32_t* slot  = calloc(n, sizeof *slot);
    if (slot == NULL) abort();
    for (uint32_t i = 0; i < n; ++i)
    {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const uint32_t k = (uint32_t)((random >> 20) % (i + 1));
        slot[i]          = slot[k];
        slot[k]          = i;
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        float jitter[6];
        for (int c = 0; c < 6; ++c)
        {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            jitter[c] = (float)(random >> 40) * 0x1p-24f - 0.5f;
        }
        p->position[slot[i]] =
            (mas_vec4){ radius * ((float)(i % side) + 0.3f * jitter[0]),
                        radius * ((float)(i / side % side) + 0.3f * jitter[1]),
                        radius * ((float)(i / side / side) + 0.3f * jitter[2]), oracle_particle_tag(slot[i], 0) };
        p->velocity[slot[i]] = (mas_vec4){ jitter[3], jitter[4], jitter[5], 10.0f };
    }
    p->slots = n;
    free(slot);
}

static oracle_particles make_block(uint32_t n)
{
    const uint32_t cells       = mas_particle_cells(n);
    const particle_layer layer = {
        .radius = radius, .stiffness = 40.0f, .damping = 0.25f, .drag = 0.25f, .inverse_mass = 10.0f
    };
    oracle_particles p = oracle_create_particles(n, cells, NEIGHBOURS, 0);
    p.params =
        mas_particle_params(&layer, 1, cells, NEIGHBOURS, 0, (mas_vec4){ 0.0f, -9.81f, 0.0f, 0.0f }, 1.0f / 1200.0f);
    fill_block(&p, n);
    return p;
}

// ---- Correctness ----

static double difference(const mas_vec4* a, const mas_vec4* b, uint32_t n, double* scale)
{
    double most = 0.0;
    for (uint32_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c)
        {
            most   = fmax(most, fabs((double)(&a[i].x)[c] - (double)(&b[i].x)[c]));
            *scale = fmax(*scale, fabs((double)(&a[i].x)[c]));
        }
    return most;
}

// One substep of all three from the same state. False when ours is not the oracle's to the bit, when the twin's lists
// differ from the oracle's, or its motion by more than rounding: a sum of 30 forces is good to some 1e-6 of its terms.
static bool agree(stage_set* s, twin* t, oracle_particles* p, mas_vec4* x, mas_vec4* v, particles_result* r)
{
    const uint32_t n  = p->slots;
    mas_recorder* rec = bench_begin(&s->bed, NULL);
    restore(s, rec);
    record(s, rec, n, 1, MAS_FROM_SLOTS);
    r->dispatches = rec->dispatches;
    bench_finish(&s->bed);
    twin_substep(t, x, v);
    oracle_grid(p);
    oracle_search(p);
    oracle_contact(p);
    const size_t size = n * sizeof(mas_vec4);
    bool right        = bench_same(&s->bed, s->array.position, p->position, size) &&
                 bench_same(&s->bed, s->array.velocity, p->velocity, size);
    if (!right) fprintf(stderr, "massa: our particles differ from the oracle's.\n");
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        sum += p->neighbour_count[i];
        if (t->count[i] != p->neighbour_count[i] ||
            memcmp(&t->list[(uint64_t)i * (t->room + TWIN_LANES)], &p->neighbour[(uint64_t)i * p->neighbours],
                   t->count[i] * sizeof *t->list) != 0)
            return fprintf(stderr, "massa: the list of place %u differs in the C twin.\n", i), false;
    }
    r->neighbours  = (double)sum / n;
    double x_scale = 0.0, v_scale = 0.0;
    const double x_is = difference(p->position, x, n, &x_scale), v_is = difference(p->velocity, v, n, &v_scale);
    if (x_is > 4e-7 * x_scale || v_is > 1e-5 * v_scale)
        return fprintf(stderr, "massa: the C twin's motion is off by %g m, %g m/s.\n", x_is, v_is), false;
    return right;
}

// ---- Rounds ----

static void run_ours(stage_set* s, uint32_t n, double* wall, double* cpu)
{
    begin_second(s, n, NULL);
    const double before = bench_cpu();
    *wall               = bench_finish(&s->bed) / SUBSTEPS;
    *cpu                = (bench_cpu() - before) / SUBSTEPS;
}

static void run_stages(stage_set* s, uint32_t n, double stage[PARTICLES_STAGES])
{
    begin_second(s, n, &s->profiler);
    bench_finish(&s->bed);
    massa_stage_time time[MAS_MAX_STAGES];
    const uint32_t count = mas_profiler_read(&s->profiler, 0, time);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < PARTICLES_STAGES; ++k)
            if (strcmp(time[i].name, particles_stage_names[k]) == 0) stage[k] += time[i].milliseconds / SUBSTEPS;
}

static void run_twin(twin* t, mas_vec4* x, mas_vec4* v, double stage[PARTICLES_STAGES], double* wall, double* cpu)
{
    for (uint32_t i = 0; i < SUBSTEPS; ++i)
        twin_substep(t, x, v);
    settle();
    const double before = bench_cpu(), begin = bench_now();
    for (uint32_t i = 0; i < SUBSTEPS; ++i)
    {
        twin_substep(t, x, v);
        for (uint32_t k = 0; k < PARTICLES_STAGES; ++k)
            stage[k] += t->ms[k] / SUBSTEPS;
    }
    *wall = (bench_now() - begin) / SUBSTEPS;
    *cpu  = (bench_cpu() - before) / SUBSTEPS;
}

static void summarise(particles_times* t, double stage[PARTICLES_ROUNDS][PARTICLES_STAGES], uint32_t rounds)
{
    qsort(t->wall, rounds, sizeof t->wall[0], bench_ascending);
    qsort(t->cpu, rounds, sizeof t->cpu[0], bench_ascending);
    t->wall_best   = t->wall[0];
    t->cpu_best    = t->cpu[0];
    t->wall_median = t->wall[rounds / 2];
    t->cpu_median  = t->cpu[rounds / 2];
    for (uint32_t k = 0; k < PARTICLES_STAGES; ++k)
    {
        t->stage[k] = stage[0][k];
        for (uint32_t i = 1; i < rounds; ++i)
            t->stage[k] = fmin(t->stage[k], stage[i][k]);
    }
}

static void run_rounds(stage_set* s, twin* t, const oracle_particles* first, mas_vec4* x, mas_vec4* v,
                       particles_result* r)
{
    const uint32_t n                                = r->count;
    const size_t size                               = n * sizeof(mas_vec4);
    double ours[PARTICLES_ROUNDS][PARTICLES_STAGES] = { { 0 } }, twins[PARTICLES_ROUNDS][PARTICLES_STAGES] = { { 0 } };
    for (uint32_t i = 0; i < r->rounds; ++i)
    {
        bench_progress("%u particles, round %u of %u", n, i + 1, r->rounds);
        memcpy(x, first->position, size);
        memcpy(v, first->velocity, size);
        run_ours(s, n, &r->ours.wall[i], &r->ours.cpu[i]);
        run_twin(t, x, v, twins[i], &r->twin.wall[i], &r->twin.cpu[i]);
        run_stages(s, n, ours[i]);
    }
    double ratios[PARTICLES_ROUNDS];
    r->wall_ratio = bench_median_ratio(r->ours.wall, r->twin.wall, ratios, r->rounds); // before they are sorted
    r->cpu_ratio  = bench_median_ratio(r->ours.cpu, r->twin.cpu, ratios, r->rounds);
    summarise(&r->ours, ours, r->rounds);
    summarise(&r->twin, twins, r->rounds);
}

static bool run_size(stage_set* s, particles_result* r)
{
    const uint32_t n       = r->count;
    const size_t size      = n * sizeof(mas_vec4);
    oracle_particles first = make_block(n), p = make_block(n);
    mas_vec4 *x = aligned_alloc(64, size), *v = aligned_alloc(64, size);
    twin t;
    bool right = x != NULL && v != NULL && twin_create(&t, &p.params, n);
    if (!right) return fprintf(stderr, "massa: no memory for the C twin.\n"), false;
    memcpy(x, first.position, size);
    memcpy(v, first.velocity, size);
    if (make_stages(s, n) != MASSA_OK) return fprintf(stderr, "massa: no room on the device.\n"), false;
    bench_put(&s->bed, s->array.params, &p.params, sizeof p.params);
    bench_put(&s->bed, s->first_position, p.position, size);
    bench_put(&s->bed, s->first_velocity, p.velocity, size);
    r->vectors = t.vectors;
    right      = agree(s, &t, &p, x, v, r); // warms up, and compiles
    if (right) run_rounds(s, &t, &first, x, v, r);
    mas_profiler_destroy(&s->profiler);
    bench_destroy_bed(&s->bed);
    twin_destroy(&t);
    oracle_destroy_particles(&first);
    oracle_destroy_particles(&p);
    free(x);
    free(v);
    return right;
}

bool bench_particles(const bench_options* options)
{
    stage_set s;
    memset(&s, 0, sizeof s);
    s.bed.gpu    = options->gpu;
    s.bed.device = options->device;
    bool right   = true;
    for (uint32_t k = 0; k < PARTICLES_SIZES && right; ++k)
        right = run_size(&s, &results[k]);
    bench_progress(NULL);
    return right && particles_report(results, options->gpu->device_name, options->json);
}
