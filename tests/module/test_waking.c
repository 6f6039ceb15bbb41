// Which bodies wake which, through the public calls: only a body that is touched, in the step of the touch, and all
// that leans on it. Every step of every scene is compared with the events: a body is reported asleep and awake in
// turns, each once, and the bodies reported asleep are as many as the poll says.
#include "meeting.h"
#include "rigid/body_shared.h"
#include "tape.h"

#include <string.h>

enum
{
    BODIES = 96,
    LONG   = 300, // steps, 5 s
    HIGH   = 4,   // boxes of a stack
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* w;
    massa_shape_id box;
    massa_body_id floor;
    bool asleep[BODIES]; // as told, by index of the body
    massa_poll_result news;
} scene;

static uint32_t index_of(massa_body_id id)
{
    return (uint32_t)id.bits;
}

static scene make(test_gpu* gpu)
{
    scene s            = { .gpu = gpu };
    massa_world_desc d = meeting_desc(BODIES, 1024);
    d.gravity.y        = -9.81f;
    d.substeps         = 4;
    d.capacity.joints  = 8;
    test_try(massa_create_world(gpu->device, &d, &s.w));
    s.box   = meeting_box(s.w, 0.5f, 0.5f, 0.5f);
    s.floor = meeting_body(s.w, MASSA_BODY_STATIC, meeting_plane(s.w), 0.0f, 0.0f, 0.0f);
    return s;
}

static massa_body_id box(scene* s, float x, float y)
{
    return meeting_body(s->w, MASSA_BODY_DYNAMIC, s->box, x, y, 0.0f);
}

static void stack(scene* s, float x, massa_body_id id[HIGH])
{
    for (uint32_t i = 0; i < HIGH; ++i)
        id[i] = box(s, x, 0.5f + (float)i);
}

static void hear(scene* s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->news.event_count; ++i)
    {
        const massa_event* e = &s->news.events[i];
        if (e->kind != MASSA_EVENT_BODY_SLEEP && e->kind != MASSA_EVENT_BODY_WAKE) continue;
        const bool falls = e->kind == MASSA_EVENT_BODY_SLEEP;
        munit_assert_int(s->asleep[index_of(e->body_a)], ==, !falls);
        s->asleep[index_of(e->body_a)] = falls;
    }
    for (uint32_t i = 0; i < BODIES; ++i)
        count += s->asleep[i];
    munit_assert_uint32(count, ==, s->news.asleep_count);
}

static void step(scene* s)
{
    s->news = meeting_step(s->gpu, s->w, 0);
    munit_assert_uint32(s->news.overflow_count, ==, 0);
    hear(s);
}

// A destroyed sleeper is gone without a word.
static void destroy(scene* s, massa_body_id id)
{
    test_try(massa_destroy_body(s->w, id));
    s->asleep[index_of(id)] = false;
}

static void until_asleep(scene* s)
{
    for (uint32_t i = 0; i < LONG; ++i)
    {
        step(s);
        if (s->news.awake_count == 0) return;
    }
    munit_errorf("%u are awake after %d steps.", s->news.awake_count, LONG);
}

static uint32_t asleep_of(const scene* s, const massa_body_id* id, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i)
        n += s->asleep[index_of(id[i])];
    return n;
}

// ---- Falling asleep ----

// Red when heaps tremble for ever.
static MunitResult heaps_fall_asleep(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s              = make(fixture);
    const uint32_t boxes = test_is_lavapipe25() ? 60 : 24; // the other drivers take minutes
    for (uint32_t i = 0; i < boxes; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        massa_body_id id;
        d.position = (massa_vec3){ 1.1f * (float)(i % 4) + 0.2f * (float)(i % 3), 0.7f + 1.2f * (float)(i / 16),
                                   1.1f * (float)(i / 4 % 4) };
        d.rotation = (massa_quat){ 0.02f * (float)(i % 5), 0.05f * (float)(i % 7), 0.0f, 1.0f };
        d.shape    = s.box;
        test_try(massa_create_body(s.w, &d, &id));
    }
    for (uint32_t i = 0; i < 10; ++i)
        box(&s, 20.0f, 0.5f + (float)i);
    until_asleep(&s);
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

// Red when one that must not sleep does, or its neighbours do without it.
static MunitResult the_restless_keep_others_awake(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    massa_body_id a[HIGH], b[HIGH];
    stack(&s, 0.0f, a);
    stack(&s, 5.0f, b);
    test_try(massa_body_set_sleep_speed(s.w, a[2], 0.0f));
    for (uint32_t i = 0; i < 90; ++i)
        step(&s);
    munit_assert_uint32(asleep_of(&s, a, HIGH), ==, 0);
    munit_assert_uint32(asleep_of(&s, b, HIGH), ==, HIGH);
    test_try(massa_body_set_sleep_speed(s.w, a[2], 0.05f));
    until_asleep(&s);
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

// ---- Waking ----

// Whether the bodies have begun to touch in the last step.
static bool begins(const scene* s, massa_body_id a, massa_body_id b)
{
    for (uint32_t i = 0; i < s->news.event_count; ++i)
    {
        const massa_event* e = &s->news.events[i];
        if (e->kind != MASSA_EVENT_CONTACT_BEGIN) continue;
        if ((e->body_a.bits == a.bits && e->body_b.bits == b.bits) ||
            (e->body_a.bits == b.bits && e->body_b.bits == a.bits))
            return true;
    }
    return false;
}

// Red when a stack that is hit wakes later than in the step in which it is, earlier than the ball is there, or not as a
// whole; or when its neighbour wakes, too.
static MunitResult a_ball_wakes_one_of_two(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    massa_body_id a[HIGH], b[HIGH];
    stack(&s, 0.0f, a);
    stack(&s, 8.0f, b);
    until_asleep(&s);
    const massa_body_id ball = meeting_body(s.w, MASSA_BODY_DYNAMIC, meeting_sphere(s.w, 0.25f), -3.0f, 2.5f, 0.0f);
    test_try(massa_body_set_velocity(s.w, ball, (massa_vec3){ 6.0f, 2.0f, 0.0f }));
    bool hit = false;
    for (uint32_t i = 0; i < LONG && !hit; ++i)
    {
        step(&s);
        munit_assert_uint32(asleep_of(&s, b, HIGH), ==, HIGH);
        for (uint32_t k = 0; k < HIGH; ++k)
            hit = hit || begins(&s, ball, a[k]);
        munit_assert_uint32(asleep_of(&s, a, HIGH), ==, hit ? 0 : HIGH);
    }
    munit_assert_true(hit);
    for (uint32_t i = 0; i < 60; ++i)
    {
        step(&s);
        munit_assert_uint32(asleep_of(&s, b, HIGH), ==, HIGH);
    }
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

// Each stands by itself, touching nobody. Red when one wakes before its neighbour has come to it, or sleeps while it is
// pushed over.
static MunitResult dominoes_wake_in_turn(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        ROW = 8
    };
    scene s                   = make(fixture);
    const massa_shape_id tile = meeting_box(s.w, 0.1f, 0.5f, 0.25f);
    massa_body_id id[ROW];
    for (uint32_t i = 0; i < ROW; ++i)
        id[i] = meeting_body(s.w, MASSA_BODY_DYNAMIC, tile, 0.6f * (float)i, 0.5f, 0.0f);
    until_asleep(&s);
    test_try(massa_body_apply_impulse(s.w, id[0], (massa_vec3){ 80.0f, 0.0f, 0.0f }, (massa_vec3){ 0.0f, 0.9f, 0.0f }));
    uint32_t woken = 0, latest = 0;
    for (uint32_t i = 0; i < 2 * LONG && (woken < ROW || s.news.awake_count > 0); ++i)
    {
        step(&s);
        while (woken < ROW && !s.asleep[index_of(id[woken])])
            ++woken, latest = i;
        munit_assert_uint32(asleep_of(&s, id + woken, ROW - woken), ==, ROW - woken); // in order, none skipped
        if (i == 0) munit_assert_uint32(woken, ==, 1);
    }
    munit_assert_uint32(woken, ==, ROW);
    munit_assert_uint32(latest, >, 20); // one after the other, not at once
    munit_assert_uint32(s.news.awake_count, ==, 0);
    body_pose pose[ROW + 1];
    api_read(fixture, s.w, MASSA_VIEW_BODY_POSE, pose, ROW + 1);
    for (uint32_t i = 1; i <= ROW; ++i)
        munit_assert_float(pose[i].position.y, <, 0.45f); // fallen
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

// Red when a stack sleeps on in the air after its lowest box went, or became another one.
static MunitResult a_stack_without_its_foot(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int way = 0; way < 4; ++way)
    {
        scene s = make(fixture);
        massa_body_id a[HIGH], b[HIGH];
        stack(&s, 0.0f, a);
        stack(&s, 8.0f, b);
        until_asleep(&s);
        if (way == 0) destroy(&s, a[0]);
        if (way == 1)
            test_try(massa_body_set_pose(s.w, a[0], (massa_vec3){ 0.0f, 0.5f, 5.0f }, (massa_quat){ .w = 1.0f }));
        if (way == 2) test_try(massa_body_set_shape(s.w, a[0], meeting_box(s.w, 0.5f, 0.25f, 0.5f)));
        if (way == 3) test_try(massa_body_wake(s.w, a[0]));
        step(&s);
        munit_assert_uint32(asleep_of(&s, a, HIGH), ==, 0);
        munit_assert_uint32(asleep_of(&s, b, HIGH), ==, HIGH);
        munit_assert_uint32(s.news.awake_count, ==, way == 0 ? HIGH - 1 : HIGH);
        until_asleep(&s);
        body_pose pose[2 * HIGH + 1];
        api_read(fixture, s.w, MASSA_VIEW_BODY_POSE, pose, 2 * HIGH + 1);
        const float top = way == 2 ? 3.0f : way == 3 ? 3.5f : 2.5f;
        munit_assert_float(pose[HIGH].position.y, >, top - 0.05f);
        munit_assert_float(pose[HIGH].position.y, <, top + 0.05f);
        massa_destroy_world(s.w);
    }
    return MUNIT_OK;
}

// Red when whoever lies on a lift sleeps while it goes, or keeps awake while it stands.
static MunitResult a_lift_wakes_its_load(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                  = make(fixture);
    const massa_body_id lift = meeting_body(s.w, MASSA_BODY_KINEMATIC, s.box, 0.0f, 0.5f, 0.0f);
    const massa_body_id load = box(&s, 0.0f, 1.5f), other = box(&s, 5.0f, 0.5f);
    until_asleep(&s);
    test_try(massa_body_set_velocity(s.w, lift, (massa_vec3){ 0.0f, 0.01f, 0.0f })); // slower than sleep_speed
    for (uint32_t i = 0; i < 60; ++i)
    {
        step(&s);
        munit_assert_uint32(asleep_of(&s, &load, 1), ==, 0);
        munit_assert_uint32(asleep_of(&s, &other, 1), ==, 1);
    }
    test_try(massa_body_set_velocity(s.w, lift, (massa_vec3){ 0 }));
    until_asleep(&s);
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

// ---- Joints ----

static massa_joint_id hang(scene* s, massa_body_id upper, massa_body_id lower, float y)
{
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id id;
    d.body_a   = upper;
    d.body_b   = lower;
    d.anchor_a = (massa_vec3){ upper.bits == 0 ? 20.0f : 0.0f, upper.bits == 0 ? y + 1.0f : -1.0f, 0.0f };
    d.anchor_b = (massa_vec3){ 0.0f, 1.0f, 0.0f };
    test_try(massa_create_joint(s->w, &d, &id));
    return id;
}

// A chain of three hangs from the world. Red when joined bodies do not sleep and wake together, or sleep on in the air
// when a joint goes, is set, or goes with its body.
static MunitResult joints_hold_islands(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int way = 0; way < 5; ++way)
    {
        scene s = make(fixture);
        massa_body_id id[3], near = box(&s, 0.0f, 0.5f);
        massa_joint_id joint[3];
        for (uint32_t i = 0; i < 3; ++i)
            id[i] = box(&s, 20.0f, 10.0f - 2.0f * (float)i);
        for (uint32_t i = 0; i < 3; ++i)
            joint[i] = hang(&s, i > 0 ? id[i - 1] : (massa_body_id){ 0 }, id[i], 10.0f);
        until_asleep(&s);
        if (way == 0) test_try(massa_destroy_joint(s.w, joint[0]));
        if (way == 1) test_try(massa_destroy_joint(s.w, joint[2]));
        if (way == 2) test_try(massa_body_wake(s.w, id[2]));
        if (way == 3) test_try(massa_joint_set_spring(s.w, joint[1], 1.0f, 1.0f));
        if (way == 4) destroy(&s, id[0]);
        step(&s);
        munit_assert_uint32(asleep_of(&s, id, 3), ==, 0);
        munit_assert_uint32(asleep_of(&s, &near, 1), ==, 1);
        munit_assert_uint32(s.news.awake_count, ==, way == 4 ? 2 : 3);
        massa_destroy_world(s.w);
    }
    return MUNIT_OK;
}

// ---- Saved and replayed ----

static void throw_ball(scene* s)
{
    const massa_body_id ball = meeting_body(s->w, MASSA_BODY_DYNAMIC, meeting_sphere(s->w, 0.25f), -2.0f, 2.5f, 0.0f);
    test_try(massa_body_set_velocity(s->w, ball, (massa_vec3){ 6.0f, 1.0f, 0.0f }));
}

// Red when a world that was saved in its sleep goes on otherwise than the one that was not, or a recording does.
static MunitResult sleep_is_saved_and_replayed(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        AFTER = 60
    };
    test_gpu* gpu = fixture;
    uint64_t hash[AFTER];
    tape recorded = { 0 };
    massa_body_id a[HIGH];
    scene s = make(gpu);
    test_try(massa_world_set_recorder(s.w, tape_record, &recorded));
    stack(&s, 0.0f, a);
    until_asleep(&s);
    for (uint32_t i = 0; i < 10; ++i)
        step(&s); // the short way, by now
    massa_snapshot* saved;
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_create_snapshot(s.w, &saved));
    test_try(massa_cmd_save(s.w, cmd, saved));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const scene then = s;
    uint32_t most    = 0;
    for (uint32_t i = 0; i < AFTER; ++i)
    {
        if (i == 5) throw_ball(&s);
        step(&s);
        hash[i] = s.news.hash;
        if (s.news.awake_count > most) most = s.news.awake_count;
    }
    munit_assert_uint32(most, ==, HIGH + 1);
    const uint32_t count = recorded.count;

    memcpy(s.asleep, then.asleep, sizeof s.asleep);
    cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_restore(s.w, cmd, saved));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    for (uint32_t i = 0; i < AFTER; ++i)
    {
        if (i == 5) throw_ball(&s);
        step(&s);
        munit_assert_uint64(s.news.hash, ==, hash[i]);
    }

    massa_world_desc d = meeting_desc(BODIES, 1024); // as make has it
    d.gravity.y        = -9.81f;
    d.substeps         = 4;
    d.capacity.joints  = 8;
    massa_world* twin;
    test_try(massa_create_world(gpu->device, &d, &twin));
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint64_t found = api_replay(gpu, twin, recorded.block[i], recorded.size[i]);
        if (i + AFTER >= count) munit_assert_uint64(found, ==, hash[i + AFTER - count]);
    }
    tape_drop(&recorded);
    massa_destroy_snapshot(saved);
    massa_destroy_world(twin);
    massa_destroy_world(s.w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heaps-fall-asleep", heaps_fall_asleep, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/the-restless", the_restless_keep_others_awake, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/one-of-two", a_ball_wakes_one_of_two, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/dominoes", dominoes_wake_in_turn, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/without-its-foot", a_stack_without_its_foot, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/lift", a_lift_wakes_its_load, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/joints", joints_hold_islands, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/saved-and-replayed", sleep_is_saved_and_replayed, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_waking_suite = { "/waking", tests, NULL, 1, 0 };
