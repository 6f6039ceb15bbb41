// Bodies and joints come and go, a hundred calls a step, in a small world that collides, with events and sleep on.
// Red when an id of the dead is taken, a slot or joint leaks, an end is told without its begin, or a body is lost.
#include "rigid.h"

enum
{
    BODIES = 64,
    JOINTS = 16,
    CALLS  = 100, // per step
    DEAD   = 256, // remembered
};

typedef struct model
{
    rigid_world s;
    massa_shape_id shape[2];
    massa_body_id body[BODIES]; // bits 0: not there
    massa_joint_id joint[JOINTS];
    massa_body_id dead[DEAD];
    massa_joint_id dead_joint[DEAD];
    uint32_t deaths, joint_deaths;
    uint64_t random, grave; // grave: which of the dead are disturbed
    int64_t open;           // contacts begun and not ended
    uint64_t calls;
} model;

static uint32_t pick(model* m, uint32_t n)
{
    return test_random(&m->random) % n;
}

static void create(model* m, uint32_t i)
{
    const float x = 0.11f * (float)pick(m, 50), z = 0.11f * (float)pick(m, 50), y = 0.6f + 0.05f * (float)pick(m, 60);
    m->body[i] = rigid_put(&m->s, m->shape[i % 2], x, y, z);
}

static void destroy(model* m, uint32_t i)
{
    const massa_body_id gone = m->body[i];
    test_try(massa_destroy_body(m->s.world, gone));
    m->body[i].bits             = 0;
    m->dead[m->deaths++ % DEAD] = gone;
    if (pick(m, 8) != 0) return;
    REFUSED(massa_destroy_body(m->s.world, gone), MASSA_ERROR_STALE_ID, "its body is gone");
}

// Some of the dead, whose slots others have by now: whatever is done to them is refused, and changes nothing.
static void disturb_the_dead(model* m)
{
    const uint64_t before = api_tables(m->s.world);
    for (uint32_t k = 0; k < 4; ++k)
    {
        const massa_body_id body   = m->dead[test_random(&m->grave) % DEAD];
        const massa_joint_id joint = m->dead_joint[test_random(&m->grave) % DEAD];
        const massa_vec3 v         = { 1.0f, 0.0f, 0.0f };
        massa_joint_desc d         = massa_default_joint_desc();
        massa_joint_id id;
        d.body_a = body;
        if (body.bits != 0)
        {
            REFUSED(massa_destroy_body(m->s.world, body), MASSA_ERROR_STALE_ID, "its body is gone");
            REFUSED(massa_body_set_velocity(m->s.world, body, v), MASSA_ERROR_STALE_ID, "its body is gone");
            REFUSED(massa_create_joint(m->s.world, &d, &id), MASSA_ERROR_STALE_ID, "gone");
        }
        if (joint.bits != 0) REFUSED(massa_destroy_joint(m->s.world, joint), MASSA_ERROR_STALE_ID, "gone");
    }
    munit_assert_uint64(api_tables(m->s.world), ==, before);
}

static void join(model* m, uint32_t i)
{
    massa_joint_desc d = massa_default_joint_desc();
    const uint32_t a = pick(m, BODIES), b = pick(m, BODIES);
    uint64_t user;
    if (massa_joint_get_user(m->s.world, m->joint[i], &user) == MASSA_OK) // it may have gone with a body
    {
        test_try(massa_destroy_joint(m->s.world, m->joint[i]));
        munit_assert_int(massa_destroy_joint(m->s.world, m->joint[i]), ==, MASSA_ERROR_STALE_ID);
    }
    if (m->joint[i].bits != 0) m->dead_joint[m->joint_deaths++ % DEAD] = m->joint[i];
    m->joint[i].bits = 0;
    if (a == b || m->body[a].bits == 0 || m->body[b].bits == 0) return;
    d.kind    = MASSA_JOINT_DISTANCE;
    d.body_a  = m->body[a];
    d.body_b  = m->body[b];
    d.hertz   = 2.0f;
    d.collide = true;
    test_try(massa_create_joint(m->s.world, &d, &m->joint[i]));
}

static void hear(model* m)
{
    const massa_poll_result* n = &m->s.news;
    for (uint32_t i = 0; i < n->event_count; ++i)
    {
        m->open += n->events[i].kind == MASSA_EVENT_CONTACT_BEGIN;
        m->open -= n->events[i].kind == MASSA_EVENT_CONTACT_END;
        munit_assert_int(n->events[i].kind, !=, MASSA_EVENT_BODY_LOST);
    }
    munit_assert_int64(m->open, >=, 0);
}

static MunitResult come_and_go(const MunitParameter params[], void* fixture)
{
    const uint32_t steps = test_full() ? 10000 : test_is_lavapipe25() ? 1000 : 50;
    (void)params;
    massa_world_desc d         = rigid_desc(BODIES + 1, JOINTS);
    d.capacity.edits           = 4 * CALLS;
    d.capacity.pairs           = BODIES * BODIES;
    d.sleep                    = true;
    d.sleep_time               = 0.05f;
    model m                    = { .s = rigid_create(fixture, d), .random = 7 };
    const massa_shape_desc box = rigid_box(0.3f), ball = rigid_sphere(0.3f);
    m.shape[0] = rigid_make(&m.s, &box);
    m.shape[1] = rigid_make(&m.s, &ball);
    rigid_ground(&m.s, 0.6f, 0.0f);
    uint64_t asleep = 0;
    for (uint32_t step = 0; step < steps; ++step)
    {
        for (uint32_t k = 0; k < CALLS; ++k, ++m.calls)
        {
            const uint32_t i = pick(&m, step % 32 < 8 ? BODIES : 8); // most of the time the others may rest
            if (k % 10 == 9)
                join(&m, pick(&m, JOINTS));
            else if (m.body[i].bits == 0)
                create(&m, i);
            else
                destroy(&m, i);
        }
        disturb_the_dead(&m);
        rigid_run(&m.s, 1);
        hear(&m);
        asleep += m.s.news.asleep_count;
    }
    munit_logf(MUNIT_LOG_INFO, "%llu calls, %lld contacts open, %llu sleepers over all steps, hash 0x%016llx",
               (unsigned long long)m.calls, (long long)m.open, (unsigned long long)asleep,
               (unsigned long long)m.s.hash);
    munit_assert_uint64(asleep, >, 0);
    munit_assert_uint32(m.deaths, >, DEAD);
    for (uint32_t i = 0; i < BODIES; ++i) // all of them go: nothing is left open, and there is room for all again
        if (m.body[i].bits != 0) test_try(massa_destroy_body(m.s.world, m.body[i]));
    for (uint32_t i = 0; i < 3; ++i)
    {
        rigid_run(&m.s, 1);
        hear(&m);
    }
    munit_assert_int64(m.open, ==, 0);
    munit_assert_uint32(m.s.news.pair_count, ==, 0);
    munit_assert_uint32(m.s.news.awake_count + m.s.news.asleep_count, ==, 0);
    for (uint32_t i = 0; i < BODIES; ++i)
        create(&m, i);
    rigid_run(&m.s, 1);
    munit_assert_uint32(m.s.news.awake_count, ==, BODIES);
    rigid_destroy(&m.s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/come-and-go", come_and_go, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_churn_suite = { "/rigid-churn", tests, NULL, 1, 0 };
