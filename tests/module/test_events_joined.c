// What a joint between two bodies does to what is told of them: two that must not meet are not told to, be they
// solid or sensors. Red when a contact begins between two that a joint keeps apart, one that had begun does not end
// when the joint is made, or does not begin again when it is gone, or lets them meet.
#include "meeting.h"

typedef struct scene
{
    test_gpu* gpu;
    massa_world* w;
    massa_body_id a, b;
    massa_joint_id joint;
} scene;

// Two in the air, one a little inside the other.
static scene make(test_gpu* gpu, bool sensor)
{
    scene s              = { .gpu = gpu };
    massa_world_desc d   = meeting_desc(8, 64);
    d.capacity.joints    = 4;
    d.hit_speed          = 100.0f;
    massa_shape_desc box = massa_default_shape_desc(), visitor = box;
    massa_shape_id shape[2];
    box.kind = visitor.kind = MASSA_SHAPE_BOX;
    visitor.sensor          = sensor;
    test_try(massa_create_world(gpu->device, &d, &s.w));
    test_try(massa_create_shape(s.w, &box, &shape[0]));
    test_try(massa_create_shape(s.w, &visitor, &shape[1]));
    s.a = meeting_body(s.w, MASSA_BODY_DYNAMIC, shape[0], 0.0f, 0.0f, 0.0f);
    s.b = meeting_body(s.w, MASSA_BODY_DYNAMIC, shape[1], 0.99f, 0.0f, 0.0f);
    return s;
}

static void join(scene* s, bool collide)
{
    massa_joint_desc d = massa_default_joint_desc();
    d.kind             = MASSA_JOINT_FIXED;
    d.body_a           = s->a;
    d.body_b           = s->b;
    d.anchor_a.x       = 0.99f; // where they are
    d.collide          = collide;
    test_try(massa_create_joint(s->w, &d, &s->joint));
}

// One step: kind is what must be told, and nothing else; 0 is nothing.
static void expect(scene* s, massa_event_kind kind)
{
    const massa_poll_result news = meeting_step(s->gpu, s->w, 0);
    uint32_t told                = 0;
    for (uint32_t i = 0; i < news.event_count; ++i)
    {
        const massa_event* e = &news.events[i];
        if (e->kind == MASSA_EVENT_BODY_SLEEP || e->kind == MASSA_EVENT_BODY_WAKE) continue;
        munit_assert_int(e->kind, ==, kind);
        munit_assert_true((e->body_a.bits == s->a.bits && e->body_b.bits == s->b.bits) ||
                          (e->body_a.bits == s->b.bits && e->body_b.bits == s->a.bits));
        ++told;
    }
    munit_assert_uint32(told, ==, kind != 0);
}

// From the first step on, and then with and without.
static void life(scene s, massa_event_kind begins, massa_event_kind ends)
{
    join(&s, false);
    for (uint32_t i = 0; i < 4; ++i)
        expect(&s, 0);
    test_try(massa_destroy_joint(s.w, s.joint));
    expect(&s, begins);
    join(&s, false);
    expect(&s, ends);
    expect(&s, 0);
    test_try(massa_joint_set_collide(s.w, s.joint, true));
    expect(&s, begins);
    test_try(massa_joint_set_collide(s.w, s.joint, false));
    expect(&s, ends);
    for (uint32_t i = 0; i < 60; ++i) // asleep, they are still apart
        expect(&s, 0);
    test_try(massa_destroy_body(s.w, s.b)); // with its joint, and nothing to end
    expect(&s, 0);
    massa_destroy_world(s.w);
}

static MunitResult joined_are_not_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    life(make(fixture, false), MASSA_EVENT_CONTACT_BEGIN, MASSA_EVENT_CONTACT_END);
    life(make(fixture, true), MASSA_EVENT_SENSOR_ENTER, MASSA_EVENT_SENSOR_LEAVE);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/joined-are-not-told", joined_are_not_told, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_events_joined_suite = { "/events-joined", tests, NULL, 1, 0 };
