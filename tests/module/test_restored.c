// A world that is restored, while a step from before is still in flight or after it was heard of: what that step tells
// is told, but the host's picture of the world is that of the snapshot. Red when a restore does not change that
// picture, or a poll after the restore takes a step from before it for the present, so that a resize leaves bodies
// asleep for ever, or is refused for contacts that never were.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

enum
{
    BALLS = 6
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* w;
    massa_snapshot* saved;
    massa_body_id ball[BALLS];
} scene;

static scene make(test_gpu* gpu)
{
    scene s                  = { .gpu = gpu };
    const massa_world_desc d = meeting_desc(2 * BALLS, 64);
    test_try(massa_create_world(gpu->device, &d, &s.w));
    test_try(massa_create_snapshot(s.w, &s.saved));
    const massa_shape_id shape = meeting_sphere(s.w, 0.5f);
    for (uint32_t i = 0; i < BALLS; ++i) // in pairs, 0.1 m apart
        s.ball[i] =
            meeting_body(s.w, MASSA_BODY_DYNAMIC, shape, 5.0f * (float)(i / 2) + 1.1f * (float)(i % 2), 0.0f, 0.0f);
    return s;
}

static void end(scene* s)
{
    massa_destroy_snapshot(s->saved);
    massa_destroy_world(s->w);
}

static void save(scene* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_save(s->w, cmd, s->saved));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

// A step and the restore, and what is told of the step: before the restore, or after it.
static massa_poll_result step_and_restore(scene* s, bool heard_first)
{
    const massa_step_desc step = massa_default_step_desc();
    massa_poll_result news;
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_step(s->w, cmd, &step));
    if (heard_first)
    {
        munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
        test_try(massa_world_poll(s->w, massa_world_last_step(s->w), &news));
        cmd = platform_begin(&s->gpu->host);
    }
    test_try(massa_cmd_restore(s->w, cmd, s->saved));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
    if (!heard_first) test_try(massa_world_poll(s->w, massa_world_last_step(s->w), &news));
    return news;
}

static void sleepers(test_gpu* gpu, bool heard_first)
{
    scene s          = make(gpu);
    massa_capacity c = meeting_desc(2 * BALLS, 0).capacity; // nothing could wake a sleeper
    uint32_t count   = 0;
    for (uint32_t i = 0; i < BALLS; ++i) // else there have to be pairs
        test_try(massa_body_set_shape(s.w, s.ball[i], (massa_shape_id){ 0 }));
    for (uint32_t i = 0; i < 120 && count < BALLS; ++i)
        count = meeting_step(s.gpu, s.w, 0).asleep_count;
    munit_assert_uint32(count, ==, BALLS);
    save(&s);
    for (uint32_t i = 0; i < BALLS; ++i)
        test_try(massa_body_wake(s.w, s.ball[i]));
    const massa_poll_result news = step_and_restore(&s, heard_first);
    munit_assert_uint32(news.asleep_count, ==, 0); // in that step
    REFUSED(massa_world_resize(s.w, &c), MASSA_ERROR_CAPACITY, "6 bodies sleep");
    munit_assert_uint32(meeting_step(s.gpu, s.w, 0).asleep_count, ==, BALLS);
    end(&s);
}

static void contacts(test_gpu* gpu, bool heard_first)
{
    scene s          = make(gpu);
    massa_capacity c = meeting_desc(2 * BALLS, 1).capacity;
    munit_assert_uint32(meeting_step(s.gpu, s.w, 0).event_count, ==, 0);
    save(&s);
    for (uint32_t i = 0; i < BALLS; i += 2)
        test_try(massa_body_set_velocity(s.w, s.ball[i], (massa_vec3){ 9.0f, 0.0f, 0.0f }));
    const massa_poll_result news = step_and_restore(&s, heard_first);
    munit_assert_uint32(news.event_count, >=, BALLS / 2); // contacts begin, in that step
    test_try(massa_world_resize(s.w, &c));
    munit_assert_uint32(meeting_step(s.gpu, s.w, 0).event_count, ==, 0);
    end(&s);
}

// Steps of a world in which all bodies sleep are left out. Red when the first steps after a restore are left out as
// well: bodies that were falling then hang in the air.
static MunitResult rest_ends(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        SAVED = 5,
        MOST  = 120,
        LATE  = 6 // steps after which they are left out
    };
    scene s = make(fixture);
    uint64_t hash[SAVED];
    meeting_body(s.w, MASSA_BODY_STATIC, meeting_plane(s.w), 0.0f, -0.8f, 0.0f);
    test_try(massa_world_set_gravity(s.w, (massa_vec3){ 0.0f, -9.81f, 0.0f }));
    for (uint32_t i = 0; i < SAVED; ++i)
        munit_assert_uint32(meeting_step(s.gpu, s.w, 0).awake_count, ==, BALLS);
    save(&s);
    for (uint32_t i = 0; i < SAVED; ++i)
        hash[i] = meeting_step(s.gpu, s.w, 0).hash;
    uint32_t asleep = 0, late = 0;
    for (uint32_t i = 0; i < MOST && late < LATE; ++i)
    {
        asleep = meeting_step(s.gpu, s.w, 0).asleep_count;
        late += asleep == BALLS;
    }
    munit_assert_uint32(late, ==, LATE);
    VkCommandBuffer cmd = platform_begin(&s.gpu->host);
    test_try(massa_cmd_restore(s.w, cmd, s.saved));
    munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    for (uint32_t i = 0; i < SAVED; ++i)
        munit_assert_uint64(meeting_step(s.gpu, s.w, 0).hash, ==, hash[i]);
    end(&s);
    return MUNIT_OK;
}

static MunitResult sleepers_are_those_of_the_snapshot(const MunitParameter params[], void* fixture)
{
    (void)params;
    sleepers(fixture, true);
    sleepers(fixture, false);
    return MUNIT_OK;
}

static MunitResult contacts_are_those_of_the_snapshot(const MunitParameter params[], void* fixture)
{
    (void)params;
    contacts(fixture, true);
    contacts(fixture, false);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/sleepers", sleepers_are_those_of_the_snapshot, api_setup, wrapper_tear_down, 0, NULL },
    { "/rest-ends", rest_ends, api_setup, wrapper_tear_down, 0, NULL },
    { "/contacts", contacts_are_those_of_the_snapshot, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_restored_suite = { "/restored", tests, NULL, 1, 0 };
