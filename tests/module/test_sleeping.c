// Sleep in a whole world: boxes come to rest, fall asleep together, stay where they are to the last bit, and wake when
// somebody lands on them, the floor goes, or gravity turns.
#include "meeting.h"
#include "rigid/body_shared.h"

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

static MunitTest tests[] = {
    { "/sleeps-and-wakes", sleeps_and_wakes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/can-be-left-out", can_be_left_out, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sleeping_suite = { "/sleeping", tests, NULL, 1, 0 };
