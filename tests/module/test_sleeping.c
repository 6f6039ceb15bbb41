// Sleep in a whole world: boxes come to rest, fall asleep together, stay where they are to the last bit, and wake when
// a body lands on them, the floor goes, gravity turns, or a joint comes, pulls or goes.
#include "meeting.h"
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BOXES = 6, // a stack of four, and two by themselves
    MOST  = 240,
};

typedef struct scene
{
    massa_world* world;
    massa_body_id floor, box[BOXES];
} scene;

static scene make(test_gpu* gpu, bool sleep)
{
    scene s;
    massa_world_desc d = meeting_desc(16, 64);
    d.gravity.y        = -9.81f;
    d.substeps         = 4;
    d.sleep            = sleep;
    d.capacity.joints  = 4;
    test_try(massa_create_world(gpu->device, &d, &s.world));
    const massa_shape_id box = meeting_box(s.world, 0.5f, 0.5f, 0.5f);
    s.floor                  = meeting_body(s.world, MASSA_BODY_STATIC, meeting_plane(s.world), 0.0f, 0.0f, 0.0f);
    for (uint32_t i = 0; i < BOXES; ++i)
        s.box[i] = meeting_body(s.world, MASSA_BODY_DYNAMIC, box, i < 4 ? 0.0f : 5.0f * (float)i,
                                i < 4 ? 0.5f + (float)i : 0.5f, 0.0f);
    return s;
}

// Steps until so many sleep; how many that took.
static uint32_t until_asleep(test_gpu* gpu, const scene* s, uint32_t count)
{
    for (uint32_t step = 1; step <= MOST; ++step)
        if (meeting_step(gpu, s->world, 0).asleep_count == count) return step;
    munit_errorf("not %u asleep after %d steps.", count, MOST);
    return 0;
}

// Red when a stack does not fall asleep, moves in its sleep, or one of the ways to wake it is not taken.
static MunitResult sleeps_and_wakes(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s              = make(fixture, true);
    const uint32_t after = until_asleep(fixture, &s, BOXES);
    munit_assert_uint32(after, >=, 30); // half a second
    body_pose before[BOXES + 1], now[BOXES + 1];
    api_read(fixture, s.world, MASSA_VIEW_BODY_POSE, before, BOXES + 1);
    for (uint32_t i = 0; i < 10; ++i)
        munit_assert_uint32(meeting_step(fixture, s.world, 0).awake_count, ==, 0);
    api_read(fixture, s.world, MASSA_VIEW_BODY_POSE, now, BOXES + 1);
    munit_assert_memory_equal(sizeof now, now, before);

    // One more box falls on the stack: it wakes as a whole, the others sleep on.
    meeting_body(s.world, MASSA_BODY_DYNAMIC, meeting_box(s.world, 0.5f, 0.5f, 0.5f), 0.0f, 5.0f, 0.0f);
    uint32_t awake = 1;
    for (uint32_t step = 0; step < MOST && awake == 1; ++step)
        awake = meeting_step(fixture, s.world, 0).awake_count;
    munit_assert_uint32(awake, ==, 5);
    until_asleep(fixture, &s, BOXES + 1);

    test_try(massa_world_set_gravity(s.world, (massa_vec3){ 0.0f, -9.0f, 0.0f }));
    munit_assert_uint32(meeting_step(fixture, s.world, 0).awake_count, ==, BOXES + 1);
    until_asleep(fixture, &s, BOXES + 1);

    test_try(massa_body_apply_impulse(s.world, s.box[5], (massa_vec3){ 0.0f, 1000.0f, 0.0f },
                                      (massa_vec3){ 25.0f, 0.5f, 0.0f }));
    munit_assert_uint32(meeting_step(fixture, s.world, 0).awake_count, ==, 1);
    until_asleep(fixture, &s, BOXES + 1);

    test_try(massa_destroy_body(s.world, s.floor));
    munit_assert_uint32(meeting_step(fixture, s.world, 0).awake_count, ==, BOXES + 1);
    munit_assert_uint32(meeting_step(fixture, s.world, 0).asleep_count, ==, 0);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

// Red when a world that wants none has sleepers.
static MunitResult can_be_left_out(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture, false);
    for (uint32_t step = 0; step < MOST / 2; ++step)
        munit_assert_uint32(meeting_step(fixture, s.world, 0).awake_count, ==, BOXES);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

static uint32_t awake(test_gpu* gpu, const scene* s)
{
    return meeting_step(gpu, s->world, 0).awake_count;
}

// Red when a body goes on sleeping in another shape, or hangs where it slept with none.
static MunitResult other_shapes_wake(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture, true);
    until_asleep(fixture, &s, BOXES);
    test_try(massa_body_set_shape(s.world, s.box[1], meeting_box(s.world, 0.5f, 0.5f, 0.25f)));
    munit_assert_uint32(awake(fixture, &s), ==, 4); // with all of its stack
    until_asleep(fixture, &s, BOXES);
    test_try(massa_body_set_shape(s.world, s.box[5], (massa_shape_id){ 0 }));
    munit_assert_uint32(awake(fixture, &s), ==, 1);
    for (uint32_t i = 0; i < 60; ++i)
        munit_assert_uint32(awake(fixture, &s), ==, 1); // and falls for ever
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

// Two boxes far apart, held by a rod. Red when a joint comes, changes or goes, or an end of it is pushed or destroyed,
// and who hangs on it sleeps on; or when they do not fall asleep, because each is taken to disturb the other.
static MunitResult joints_wake(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s            = make(fixture, true);
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id rod, post;
    d.kind   = MASSA_JOINT_DISTANCE;
    d.body_a = s.box[4];
    d.body_b = s.box[5];
    d.length = 5.0f;
    until_asleep(fixture, &s, BOXES);
    test_try(massa_create_joint(s.world, &d, &rod));
    munit_assert_uint32(awake(fixture, &s), ==, 2);
    until_asleep(fixture, &s, BOXES);
    test_try(massa_joint_set_spring(s.world, rod, 2.0f, 1.0f));
    munit_assert_uint32(awake(fixture, &s), ==, 2);
    until_asleep(fixture, &s, BOXES);
    test_try(massa_body_wake(s.world, s.box[4]));
    munit_assert_uint32(awake(fixture, &s), ==, 2); // one island
    until_asleep(fixture, &s, BOXES);
    test_try(massa_destroy_joint(s.world, rod));
    munit_assert_uint32(awake(fixture, &s), ==, 2);
    until_asleep(fixture, &s, BOXES);
    test_try(massa_body_wake(s.world, s.box[4]));
    munit_assert_uint32(awake(fixture, &s), ==, 1); // no longer
    until_asleep(fixture, &s, BOXES);

    // To a body that never sleeps, and is destroyed.
    const massa_body_id pole =
        meeting_body(s.world, MASSA_BODY_STATIC, meeting_sphere(s.world, 0.25f), 25.0f, 5.0f, 0.0f);
    d.body_a = pole;
    d.length = 4.5f;
    test_try(massa_create_joint(s.world, &d, &post));
    munit_assert_uint32(awake(fixture, &s), ==, 1);
    until_asleep(fixture, &s, BOXES);
    test_try(massa_destroy_body(s.world, pole));
    munit_assert_uint32(awake(fixture, &s), ==, 1);
    munit_assert_uint32(s.world->tables->joint.live, ==, 0);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

// A ball flies out of the world and is put back beside another. Red when it, who never moves again, keeps that awake.
static MunitResult the_lost_disturb_nobody(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    const massa_world_desc d = meeting_desc(4, 16);
    scene s                  = { 0 };
    test_try(massa_create_world(gpu->device, &d, &s.world));
    const massa_shape_id ball = meeting_sphere(s.world, 0.5f);
    s.box[0]                  = meeting_body(s.world, MASSA_BODY_DYNAMIC, ball, 999999.0f, 0.0f, 0.0f);
    s.box[1]                  = meeting_body(s.world, MASSA_BODY_DYNAMIC, ball, 999999.0f, 1.01f, 0.0f);
    s.box[2]                  = meeting_body(s.world, MASSA_BODY_DYNAMIC, ball, 0.0f, 0.0f, 0.0f);
    test_try(massa_body_set_velocity(s.world, s.box[1], (massa_vec3){ 300.0f, 0.0f, 0.0f }));
    test_try(massa_body_set_velocity(s.world, s.box[2], (massa_vec3){ 1.0f, 0.0f, 0.0f })); // far away, and never rests
    massa_poll_result news = meeting_step(gpu, s.world, 0);
    munit_assert_uint32(news.event_count, ==, 1);
    munit_assert_int(news.events[0].kind, ==, MASSA_EVENT_BODY_LOST);
    until_asleep(gpu, &s, 1);
    for (uint32_t i = 0; i < 10; ++i)
        munit_assert_uint32(awake(gpu, &s), ==, 1);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

// Red when gravity that changes along one axis alone wakes nobody, when it goes on waking in the next steps, or when
// setting it to what it was wakes somebody.
static MunitResult gravity_wakes_along_each_axis(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s             = make(fixture, true);
    float pull[3]       = { 0.0f, -9.81f, 0.0f };
    const uint32_t late = 6; // steps after which nothing is done for the sleepers any more
    for (int way = 0; way < 6; ++way)
    {
        until_asleep(fixture, &s, BOXES);
        for (uint32_t i = 0; i < late; ++i)
            munit_assert_uint32(awake(fixture, &s), ==, 0);
        test_try(massa_world_set_gravity(s.world, (massa_vec3){ 1.0f, 2.0f, 3.0f }));
        test_try(massa_world_set_gravity(s.world, (massa_vec3){ pull[0], pull[1], pull[2] }));
        munit_assert_uint32(awake(fixture, &s), ==, 0);
        pull[way % 3] += way < 3 ? 0.25f : -0.25f; // m/s^2: friction holds the boxes
        test_try(massa_world_set_gravity(s.world, (massa_vec3){ pull[0], pull[1], pull[2] }));
        munit_assert_uint32(awake(fixture, &s), ==, BOXES);
    }
    until_asleep(fixture, &s, BOXES);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

static void submit(test_gpu* gpu, const scene* s, massa_snapshot* shot, bool save)
{
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(save ? massa_cmd_save(s->world, cmd, shot) : massa_cmd_restore(s->world, cmd, shot));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
}

// Red when sleepers do not survive a snapshot, one is taken in which somebody sleeps who is awake, or bodies would be
// asleep for ever in a world in which nothing can wake them.
static MunitResult survives(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    scene s       = make(gpu, true);
    massa_snapshot* shot;
    const void* data;
    size_t size;
    test_try(massa_create_snapshot(s.world, &shot));
    until_asleep(gpu, &s, BOXES);
    submit(gpu, &s, shot, true);
    test_try(massa_snapshot_bytes(shot, &data, &size));
    uint8_t *good = memcpy(munit_malloc(size), data, size), *bad = munit_malloc(size);
    const size_t state   = size - s.world->simulation->arena.peak[MAS_STATE];
    const mas_sleep* z   = &s.world->simulation->collision->sleep;
    const size_t place[] = {
        z->body.offset + 2 * sizeof(sleep_body) + offsetof(sleep_body, island), // awake, the flag says
        z->body.offset + offsetof(sleep_body, island),                          // the floor
        z->body.offset + 3 * sizeof(sleep_body) + offsetof(sleep_body, rest),
        z->body.offset + 3 * sizeof(sleep_body) + offsetof(sleep_body, mark),
        z->state.offset + offsetof(sleep_state, asleep),
    };
    const uint32_t word[] = { 0, 1, 0x7FC00000u, 1, 1 };
    for (uint32_t k = 0; k < MAS_COUNT(place); ++k)
    {
        memcpy(bad, good, size);
        memcpy(bad + state + place[k], &word[k], sizeof word[k]);
        api_seal_snapshot(bad, size);
        REFUSED(massa_snapshot_load(shot, bad, size), MASSA_ERROR_SNAPSHOT, "forged");
    }
    test_try(massa_body_wake(s.world, s.box[5]));
    munit_assert_uint32(awake(gpu, &s), ==, 1);
    test_try(massa_snapshot_load(shot, good, size));
    submit(gpu, &s, shot, false);
    munit_assert_uint32(awake(gpu, &s), ==, 0);
    free(good);
    free(bad);
    massa_destroy_snapshot(shot);

    // Without shapes they could do without pairs, but for their sleep.
    for (uint32_t i = 0; i < BOXES; ++i)
        test_try(massa_body_set_shape(s.world, s.box[i], (massa_shape_id){ 0 }));
    test_try(massa_destroy_body(s.world, s.floor));
    test_try(massa_world_set_gravity(s.world, (massa_vec3){ 0 }));
    for (uint32_t i = 0; i < BOXES; ++i)
        test_try(massa_body_set_velocity(s.world, s.box[i], (massa_vec3){ 0 }));
    until_asleep(gpu, &s, BOXES);
    massa_capacity c = s.world->desc.capacity;
    c.pairs          = MASSA_NONE;
    REFUSED(massa_world_resize(s.world, &c), MASSA_ERROR_CAPACITY, "6 bodies sleep");
    for (uint32_t i = 0; i < BOXES; ++i)
        test_try(massa_body_wake(s.world, s.box[i]));
    munit_assert_uint32(awake(gpu, &s), ==, BOXES);
    test_try(massa_world_resize(s.world, &c));
    awake(gpu, &s);
    massa_destroy_world(s.world);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/sleeps-and-wakes", sleeps_and_wakes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/can-be-left-out", can_be_left_out, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/other-shapes-wake", other_shapes_wake, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/joints-wake", joints_wake, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/the-lost-disturb-nobody", the_lost_disturb_nobody, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/gravity-wakes", gravity_wakes_along_each_axis, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/survives", survives, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sleeping_suite = { "/sleeping", tests, NULL, 1, 0 };
