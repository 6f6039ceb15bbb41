// A life of particles beside a rocking box: one hash, however the steps are recorded, wherever they run, and from the
// twin that plays the recording. Red when any stage of a step depends on the device, on workgroups, windows, command
// buffers or steps in flight, when a snapshot, a resize or a recording misses something, or when a step computes
// something else.
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "grains.h"
#include "oracle/world.h"
#include "tape.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 60
};

// The state after STEPS steps. It changes when the arithmetic of a step does, and then on every driver at once.
static const uint64_t PINNED = 0xd5616a1294a4abd1u;

static uint64_t run(test_gpu* gpu, uint32_t per_command, uint32_t in_flight)
{
    test_world t;
    grains_scene s;
    grains_start(&t, gpu, &s, per_command, in_flight);
    test_world_run(&t, STEPS);
    const uint64_t hash = t.hash;
    test_world_destroy(&t);
    return hash;
}

static MunitResult group_sizes_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    munit_assert_uint64(run(fixture, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult in_flight_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t way[][2] = { { 1, 2 }, { 1, 3 }, { 3, 1 }, { 3, 2 } }; // steps per command, commands
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
        munit_assert_uint64(run(fixture, way[i][0], way[i][1]), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult windows_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 16; // 455 lists of 36 words, in windows of 256
    munit_assert_uint64(run(gpu, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

// Step by step with the twin that gets the recording: the first step that differs is named. And no operation of a step
// gives a denormal number, in which devices differ: the twin's CPU remembers.
static MunitResult every_step_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_world_desc desc = grains_desc();
    oracle_world* o             = oracle_create_world(&desc);
    tape recorded               = { 0 };
    test_world t;
    grains_scene s;
    grains_start(&t, fixture, &s, 1, 1);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    static mas_vec4 previous[GRAINS_ROOM];
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        test_world_run(&t, 1);
        feclearexcept(FE_UNDERFLOW);
        oracle_play(o, recorded.block[i], recorded.size[i]);
        munit_assert_false(fetestexcept(FE_UNDERFLOW));
        if (t.hash != oracle_world_hash(o)) munit_errorf("step %u differs from the twin", i + 1);
        test_world_read(&t, MASSA_VIEW_PARTICLE_PREVIOUS_POSITION, previous, GRAINS_ROOM); // not in the hash
        munit_assert_memory_equal(o->matter.particles.slots * sizeof *previous, previous, o->matter.particles.previous);
    }
    munit_logf(MUNIT_LOG_INFO, "hash 0x%016llx", (unsigned long long)t.hash);
    munit_assert_uint64(t.hash, ==, PINNED);
    tape_drop(&recorded);
    test_world_destroy(&t);
    oracle_destroy_world(o);
    return MUNIT_OK;
}

// Saved, 20 steps, restored, the same 20 steps, to the end: in this world and in another that gets the bytes.
static MunitResult snapshot_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        SAVED = 33
    };
    test_world t, other;
    grains_scene s, other_scene;
    massa_snapshot *snapshot, *received;
    grains_start(&t, fixture, &s, 1, 3);
    grains_start(&other, fixture, &other_scene, 1, 1);
    test_try(massa_create_snapshot(t.world, &snapshot));
    test_try(massa_create_snapshot(other.world, &received));
    test_world_run(&t, SAVED);
    const grains_scene saved = s;
    VkCommandBuffer cmd      = test_world_begin(&t);
    test_try(massa_cmd_save(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    test_world_run(&t, 20);
    const void* bytes;
    size_t size;
    test_try(massa_snapshot_bytes(snapshot, &bytes, &size));
    test_try(massa_snapshot_load(received, bytes, size));
    cmd = test_world_begin(&other);
    test_try(massa_cmd_restore(other.world, cmd, received));
    test_world_submit(&other, cmd);
    // Steps are numbered on, so the scene of each world is played by hand.
    for (uint32_t n = SAVED + 1; n <= STEPS; ++n)
    {
        other.edit = NULL;
        if (n == SAVED + 1) other_scene = saved;
        grains_edit(other.world, &other_scene, n);
        test_world_run(&other, 1);
    }
    munit_assert_uint64(other.hash, ==, PINNED);
    cmd = test_world_begin(&t);
    test_try(massa_cmd_restore(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    t.edit = NULL;
    s      = saved;
    for (uint32_t n = SAVED + 1; n <= STEPS; ++n)
    {
        grains_edit(t.world, &s, n);
        test_world_run(&t, 1);
    }
    munit_assert_uint64(t.hash, ==, PINNED);
    massa_destroy_snapshot(snapshot);
    massa_destroy_snapshot(received);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

// The recording gives the same life, and the same recording again: ids, shapes and kinds come out as they did.
static MunitResult replay_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    tape recorded = { 0 }, again = { 0 };
    test_world t, other;
    grains_scene s;
    grains_start(&t, fixture, &s, 1, 2);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    test_world_run(&t, STEPS);
    munit_assert_uint64(t.hash, ==, PINNED);

    test_world_create(&other, fixture, grains_desc(), 1, 3);
    test_try(massa_world_set_recorder(other.world, tape_record, &again));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = test_world_begin(&other);
        test_try(massa_cmd_replay(other.world, cmd, recorded.block[i], recorded.size[i]));
        test_world_submit(&other, cmd);
        munit_assert_size(again.size[i], ==, recorded.size[i]);
        munit_assert_memory_equal(again.size[i], again.block[i], recorded.block[i]);
    }
    test_world_finish(&other);
    munit_assert_uint64(other.hash, ==, PINNED);
    test_try(massa_remove_particles(other.world, s.id, 100)); // ids of then are alive here
    tape_drop(&recorded);
    tape_drop(&again);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

// More room and less, in the middle of it.
static MunitResult resize_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    grains_scene s;
    grains_start(&t, fixture, &s, 1, 1);
    massa_capacity c = grains_desc().capacity;
    for (uint32_t n = 0; n < STEPS; n += 10)
    {
        test_world_run(&t, 10);
        c.particles      = n % 20 == 0 ? 3000 : GRAINS_ROOM;
        c.particle_edits = n % 20 == 0 ? 2000 : 128;
        c.shapes         = n % 20 == 0 ? 100 : 4;
        c.colliders      = n % 20 == 0 ? 100 : 3;
        test_try(massa_world_resize(t.world, &c));
    }
    munit_assert_uint64(t.hash, ==, PINNED);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/every-step-agrees", every_step_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/group-sizes-agree", group_sizes_agree, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/in-flight-agrees", in_flight_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/windows-agree", windows_agree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/snapshot-agrees", snapshot_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/replay-agrees", replay_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/resize-agrees", resize_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_life_suite = { "/grains-life", tests, NULL, 1, 0 };
