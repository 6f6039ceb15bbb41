// The scene first_light at its unit size, 5000 grains and 120 steps: one hash, however the steps are recorded, wherever
// they run, and from the twin that plays the recording. Red when anything in a step of particles depends on the device,
// on workgroups, command buffers or steps in flight, or when a snapshot or a recording misses something. The sizes that
// people see, 50 000 grains, run with MASSA_FULL.
// runs: drivers widths threads. Large: layers and sanitizers see the same calls in grains_life.
#include "host.h"
#include "oracle/world.h"
#include "scenes/scene.h"
#include "tape.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 120
};

extern const scene_desc scene_first_light;

// The states after STEPS steps. They change when the scene or the arithmetic of a step does, and then everywhere.
static const uint64_t PINNED = 0xd3d8c07b11f79b4du, PINNED_50K = 0xaa09311d1df715b1u;

static massa_world_desc plan(scene* s, double particles)
{
    *s = (scene){ .desc = &scene_first_light };
    for (uint32_t i = 0; i < s->desc->parameter_count; ++i)
        s->value[i] = s->desc->parameters[i].standard;
    munit_assert_string_equal(s->desc->parameters[0].name, "particles");
    s->value[0]         = particles;
    massa_world_desc wd = massa_default_world_desc();
    s->desc->plan(s, &wd);
    return wd;
}

static void edit(test_world* t, uint64_t step)
{
    scene* s = t->user;
    (void)step; // a restored world counts on, its scene does not
    ++s->step;
    munit_assert_true(s->desc->edit(s));
}

static void start(test_world* t, test_gpu* gpu, scene* s, double particles, uint32_t per_command, uint32_t in_flight)
{
    const massa_world_desc wd = plan(s, particles);
    test_world_create(t, gpu, wd, per_command, in_flight);
    t->user    = s;
    t->edit    = edit;
    s->world   = t->world;
    s->state   = calloc(1, s->desc->state_size);
    t->step.dt = s->desc->dt;
    munit_assert_not_null(s->state);
    munit_assert_true(s->desc->build(s));
}

static void end(test_world* t, scene* s)
{
    free(s->state);
    test_world_destroy(t);
}

static uint64_t run(test_gpu* gpu, double particles, uint32_t per_command, uint32_t in_flight)
{
    test_world t;
    scene s;
    start(&t, gpu, &s, particles, per_command, in_flight);
    test_world_run(&t, STEPS);
    const uint64_t hash = t.hash;
    end(&t, &s);
    munit_logf(MUNIT_LOG_INFO, "hash 0x%016llx", (unsigned long long)hash);
    return hash;
}

// On every driver, at every vector width.
static MunitResult drivers_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    munit_assert_uint64(run(fixture, 5000, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult group_sizes_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    munit_assert_uint64(run(fixture, 5000, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult in_flight_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t way[][2] = { { 1, 2 }, { 1, 3 }, { 3, 1 } }; // steps per command, commands
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
        munit_assert_uint64(run(fixture, 5000, way[i][0], way[i][1]), ==, PINNED);
    return MUNIT_OK;
}

// The recording, played by another world and by plain C. The twin's CPU also remembers denormal numbers, in which
// devices differ: no operation may give one.
static MunitResult replay_and_twin_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    tape recorded = { 0 };
    test_world t, other;
    scene s;
    start(&t, fixture, &s, 5000, 1, 2);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    test_world_run(&t, STEPS);
    munit_assert_uint64(t.hash, ==, PINNED);
    end(&t, &s);

    const massa_world_desc desc = plan(&s, 5000);
    oracle_world* twin          = oracle_create_world(&desc);
    test_world_create(&other, fixture, desc, 1, 3);
    feclearexcept(FE_UNDERFLOW);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = test_world_begin(&other);
        test_try(massa_cmd_replay(other.world, cmd, recorded.block[i], recorded.size[i]));
        test_world_submit(&other, cmd);
        oracle_play(twin, recorded.block[i], recorded.size[i]);
    }
    munit_assert_false(fetestexcept(FE_UNDERFLOW));
    test_world_finish(&other);
    munit_assert_uint64(other.hash, ==, PINNED);
    munit_assert_uint64(oracle_world_hash(twin), ==, PINNED);
    tape_drop(&recorded);
    oracle_destroy_world(twin);
    test_world_destroy(&other);
    return MUNIT_OK;
}

// Saved in the middle of the splash, 20 steps, restored, to the end.
static MunitResult snapshot_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    test_world t;
    scene s;
    massa_snapshot* snapshot;
    start(&t, fixture, &s, 5000, 1, 3);
    test_try(massa_create_snapshot(t.world, &snapshot));
    test_world_run(&t, 60);
    void* state = malloc(s.desc->state_size);
    memcpy(state, s.state, s.desc->state_size);
    const uint64_t step = s.step;
    VkCommandBuffer cmd = test_world_begin(&t);
    test_try(massa_cmd_save(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    test_world_run(&t, 20);
    cmd = test_world_begin(&t);
    test_try(massa_cmd_restore(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    memcpy(s.state, state, s.desc->state_size);
    s.step = step;
    test_world_run(&t, STEPS - 60);
    munit_assert_uint64(t.hash, ==, PINNED);
    massa_destroy_snapshot(snapshot);
    free(state);
    end(&t, &s);
    return MUNIT_OK;
}

static MunitResult full_size_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_full()) return test_skip(TEST_LONG);
    munit_assert_uint64(run(fixture, 50000, 1, 2), ==, PINNED_50K);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/drivers-agree", drivers_agree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/group-sizes-agree", group_sizes_agree, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/in-flight-agrees", in_flight_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/replay-and-twin-agree", replay_and_twin_agree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/snapshot-agrees", snapshot_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/full-size-agrees", full_size_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_first_light_suite = { "/first-light", tests, NULL, 1, 0 };
