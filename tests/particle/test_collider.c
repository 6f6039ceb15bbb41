// Shapes with the motion of their bodies against the oracle, bit for bit. Red when a shape takes another body's pose, a
// spin stays in the body's own axes, the shape of a dead body stays solid, or a sensor or the end of a shape is lost.
#include "particles.h"
#include "oracle/collider.h"
#include "oracle/integrate.h"

#include <stdlib.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 1000 };

typedef struct stage
{
    test_bodies bodies;
    mas_span params, entries, states;
    mas_collider collider;
    uint32_t capacity, room;
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t capacity, uint32_t room)
{
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, capacity);
    s->params   = mas_plan(&gpu->arena, MAS_SCRATCH, "particle params", 1, sizeof(particle_params));
    s->entries  = mas_plan(&gpu->arena, MAS_SCRATCH, "entries", room, sizeof(collider_data));
    s->states   = mas_plan(&gpu->arena, MAS_SCRATCH, "states", room, sizeof(collider_state));
    s->capacity = capacity;
    s->room     = room;
    test_allocate(gpu);
    test_try(mas_collider_create(&s->collider, &gpu->kernels, &s->bodies.array, s->params, s->entries, s->states));
}

static void check(test_gpu* gpu, const stage* s, uint32_t count)
{
    static const uint32_t kinds[] = { COLLIDER_PLANE,
                                      COLLIDER_BOX,
                                      COLLIDER_SPHERE,
                                      COLLIDER_BOX | COLLIDER_HOLLOW,
                                      COLLIDER_SPHERE | COLLIDER_HOLLOW,
                                      COLLIDER_HULL,
                                      COLLIDER_CAPSULE | COLLIDER_SENSOR,
                                      COLLIDER_PLANE | COLLIDER_SENSOR | COLLIDER_DRAIN };
    uint64_t seed                 = count;
    oracle_bodies b               = oracle_create_bodies(s->capacity);
    const step_params step        = test_step_params(s->capacity);
    const particle_params params  = { .colliders = count, .substep = 0.01f };
    collider_data* entry          = calloc(s->room, sizeof *entry);
    collider_state* expected      = calloc(s->room, sizeof *expected);
    test_random_bodies(&b, count);
    oracle_fly(&b, &step, 1); // takes away what is no number
    for (uint32_t k = 0; k < s->room; ++k)
        entry[k] = (collider_data){ .position = test_uniform4(&seed, -1.0f, 1.0f),
                                    .rotation = oracle_normalize4(test_uniform4(&seed, -1.0f, 1.0f)),
                                    .size     = test_uniform4(&seed, 0.1f, 2.0f),
                                    .kind     = kinds[test_random(&seed) % MAS_COUNT(kinds)],
                                    .body     = test_random(&seed) % s->capacity,
                                    .hull     = test_random(&seed) % 5 };
    test_upload_bodies(gpu, &s->bodies, &b);
    test_upload(gpu, s->params, &params, sizeof params);
    test_upload(gpu, s->entries, entry, s->room * sizeof *entry);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, s->states, 0);
    mas_collider_record(&s->collider, rec, count, s->capacity);
    test_submit(gpu);
    oracle_collider(entry, count, &b, params.substep, expected);
    test_expect_array(gpu, "collider", s->states, expected, s->room); // behind the count: zeros
    free(entry);
    free(expected);
    oracle_destroy_bodies(&b);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 300, 1000);
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
        check(fixture, &s, sizes[k]);
    return MUNIT_OK;
}

// Bodies in several windows: every shape finds its body in one of them.
static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 17; // 4096 poses
    stage s;
    make(gpu, &s, 9000, 1000);
    munit_assert_uint32(s.collider.gather.window_count, ==, 3);
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
        check(gpu, &s, sizes[k]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_collider_suite = { "/collider", tests, NULL, 1, 0 };
