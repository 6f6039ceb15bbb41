// A life of liquids in a rocking box: one hash, however the steps are recorded, wherever they run, and from the twin
// that plays the recording. Red when any stage of a step depends on the device, on workgroups, command buffers or steps
// in flight, when a snapshot, a resize or a recording misses something, or when a step computes something else.
#include "liquid_scene.h"
#include "oracle/world.h"
#include "tape.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = LIQUIDS_STEPS
};

static uint64_t run(test_gpu* gpu, uint32_t per_command, uint32_t in_flight)
{
    test_world t;
    liquids_scene s;
    liquids_start(&t, gpu, &s, per_command, in_flight);
    test_world_run(&t, STEPS);
    const uint64_t hash = t.hash;
    test_world_destroy(&t);
    return hash;
}

typedef struct heard
{
    liquids_scene scene; // first: user of the world
    uint32_t drained, refused, lost, most_parts, most, least;
} heard;

static void hear(test_world* t, const massa_poll_result* news)
{
    heard* h = t->user;
    h->drained += news->liquid_drained;
    h->refused += news->liquid_refused;
    h->lost += news->particles_lost;
    if (news->liquid_parts > h->most_parts) h->most_parts = news->liquid_parts;
    if (news->particle_count > h->most) h->most = news->particle_count;
}

// Step by step with the twin that gets the recording: the first step that differs is named. And no operation of a step
// gives a denormal number, in which devices differ: the twin's CPU remembers.
static uint64_t with_twin(test_gpu* gpu, massa_world_desc desc, heard* h)
{
    oracle_world* o = oracle_create_world(&desc);
    tape recorded   = { 0 };
    test_world t;
    liquids_scene unused;
    liquids_start(&t, gpu, &unused, 1, 1);
    void (*const edit)(test_world*, uint64_t) = t.edit;
    test_world_destroy(&t);
    memset(h, 0, sizeof *h);
    test_world_create(&t, gpu, desc, 1, 1);
    t.user  = h;
    t.edit  = edit;
    t.heard = hear;
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    static mas_vec4 previous[LIQUIDS_ROOM];
    static float density[LIQUIDS_ROOM];
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        test_world_run(&t, 1);
        feclearexcept(FE_UNDERFLOW);
        oracle_play(o, recorded.block[i], recorded.size[i]);
        munit_assert_false(fetestexcept(FE_UNDERFLOW));
        if (t.hash != oracle_world_hash(o)) munit_errorf("step %u differs from the twin", i + 1);
        const oracle_particles* p = &o->matter.particles;
        test_world_read(&t, MASSA_VIEW_PARTICLE_PREVIOUS_POSITION, previous, LIQUIDS_ROOM); // not in the hash
        test_world_read(&t, MASSA_VIEW_LIQUID_DENSITY, density, LIQUIDS_ROOM);
        for (uint32_t k = 0; k < p->slots; ++k)
        {
            if (p->position[k].w == 0.0f) continue;
            munit_assert_memory_equal(sizeof previous[k], &previous[k], &p->previous[k]);
            munit_assert_float(density[k], ==, o->flow.liquid.density[k]);
        }
    }
    const uint64_t hash = t.hash;
    munit_assert_uint32(h->lost, ==, 0);
    tape_drop(&recorded);
    test_world_destroy(&t);
    oracle_destroy_world(o);
    return hash;
}

static MunitResult every_step_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    heard h;
    const uint64_t hash = with_twin(fixture, liquids_desc(), &h);
    munit_assert_uint64(run(fixture, 1, 1), ==, hash);
    // All that should happen did.
    munit_assert_uint32(h.scene.filled, ==, 384);
    munit_assert_uint32(h.drained, >, 20);
    munit_assert_uint32(h.most_parts, >, 1);
    munit_assert_uint32(h.most, >, 450);
    return MUNIT_OK;
}

static MunitResult state_equation_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    heard h;
    massa_world_desc d = liquids_desc();
    d.liquid.solver    = MASSA_LIQUID_STATE_EQUATION;
    d.liquid.max_parts = 8;
    with_twin(fixture, d, &h);
    munit_assert_uint32(h.drained, >, 20);
    return MUNIT_OK;
}

static MunitResult group_sizes_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    heard h;
    with_twin(fixture, liquids_desc(), &h);
    return MUNIT_OK;
}

static MunitResult in_flight_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t way[][2] = { { 1, 2 }, { 1, 3 }, { 3, 1 }, { 3, 2 } }; // steps per command, commands
    const uint64_t hash            = run(fixture, 1, 1);
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
        munit_assert_uint64(run(fixture, way[i][0], way[i][1]), ==, hash);
    return MUNIT_OK;
}

static void restore(test_world* t, const massa_snapshot* snapshot)
{
    VkCommandBuffer cmd = test_world_begin(t);
    test_try(massa_cmd_restore(t->world, cmd, snapshot));
    test_world_submit(t, cmd);
}

// Steps are numbered on after a restore, so the scene is played by hand.
static uint64_t go_on(test_world* t, liquids_scene scene, uint32_t from)
{
    t->edit = NULL;
    for (uint32_t n = from; n <= STEPS; ++n)
    {
        liquids_edit(t->world, &scene, n);
        test_world_run(t, 1);
    }
    return t->hash;
}

// Saved in the middle of a stream, with drained slots, 20 steps, restored, to the end: in this world and in another
// that gets the bytes.
static MunitResult snapshot_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        SAVED = 31
    };
    test_world t, other;
    liquids_scene s, other_scene;
    massa_snapshot *snapshot, *received;
    liquids_start(&t, fixture, &s, 1, 3);
    liquids_start(&other, fixture, &other_scene, 1, 1);
    test_try(massa_create_snapshot(t.world, &snapshot));
    test_try(massa_create_snapshot(other.world, &received));
    test_world_run(&t, SAVED);
    const liquids_scene saved = s;
    VkCommandBuffer cmd       = test_world_begin(&t);
    test_try(massa_cmd_save(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    test_world_run(&t, STEPS - SAVED);
    const uint64_t hash = t.hash;
    const void* bytes;
    size_t size;
    test_try(massa_snapshot_bytes(snapshot, &bytes, &size));
    test_try(massa_snapshot_load(received, bytes, size));
    restore(&other, received);
    munit_assert_uint64(go_on(&other, saved, SAVED + 1), ==, hash);
    restore(&t, snapshot);
    munit_assert_uint64(go_on(&t, saved, SAVED + 1), ==, hash);
    massa_destroy_snapshot(snapshot);
    massa_destroy_snapshot(received);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

// The recording gives the same life, and the same recording again: what emitters send is not in it, and comes again.
static MunitResult replay_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    tape recorded = { 0 }, again = { 0 };
    test_world t, other;
    liquids_scene s;
    liquids_start(&t, fixture, &s, 1, 2);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    test_world_run(&t, STEPS);

    test_world_create(&other, fixture, liquids_desc(), 1, 3);
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
    munit_assert_uint64(other.hash, ==, t.hash);
    test_try(massa_destroy_emitter(other.world, s.emitter)); // ids of then are alive here
    tape_drop(&recorded);
    tape_drop(&again);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

// More room and less, in the middle of it. The number of cells follows the room; what the grid finds does not.
static MunitResult resize_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    liquids_scene s;
    const uint64_t hash = run(fixture, 1, 1);
    liquids_start(&t, fixture, &s, 1, 1);
    massa_capacity c = liquids_desc().capacity;
    for (uint32_t n = 0; n < STEPS; n += 10)
    {
        test_world_run(&t, 10);
        c.liquid         = n % 20 == 0 ? 3000 : LIQUIDS_ROOM;
        c.particle_edits = n % 20 == 0 ? 2000 : 512;
        c.colliders      = n % 20 == 0 ? 100 : 8;
        if (n < 20) test_try(massa_world_resize(t.world, &c)); // later more may have lived than there was room for
    }
    munit_assert_uint64(t.hash, ==, hash);
    c.liquid = 400;
    munit_assert_int(massa_world_resize(t.world, &c), ==, MASSA_ERROR_CAPACITY);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/every-step-agrees", every_step_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/state-equation-agrees", state_equation_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/group-sizes-agree", group_sizes_agree, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/in-flight-agrees", in_flight_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/snapshot-agrees", snapshot_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/replay-agrees", replay_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/resize-agrees", resize_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_life_suite = { "/liquid_life", tests, NULL, 1, 0 };
