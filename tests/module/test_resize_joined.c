// Resizes of a world with joints, hulls and compounds, and steps without edits behind them: what the device was told
// before it must hold on, and what was still to be told must come. Red when bodies that a joint keeps apart meet in a
// table of another size, a joint lets go, or a collider, hull or joint made just before the resize never arrives.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

enum
{
    BODIES = 40,
    APART  = 10, // pairs of balls, one inside the other, that a joint keeps apart
    CHAIN  = 5,  // boxes that hang from the world and swing
    JOINTS = APART + CHAIN,
    STEPS  = 8,
};

static massa_world_desc desc(void)
{
    massa_world_desc d = meeting_desc(BODIES, 256);
    d.gravity.y        = -9.81f;
    d.capacity.joints  = JOINTS + 1;
    d.capacity.hulls   = 1;
    d.capacity.shapes  = 6;
    return d;
}

static void join(massa_world* w, massa_body_id a, massa_body_id b, massa_vec3 at_a, massa_vec3 at_b)
{
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id id;
    d.body_a   = a;
    d.body_b   = b;
    d.anchor_a = at_a;
    d.anchor_b = at_b;
    test_try(massa_create_joint(w, &d, &id));
}

static massa_world* make(test_gpu* gpu)
{
    const massa_world_desc d = desc();
    const massa_body_id none = { 0 };
    massa_world* w;
    massa_body_id last = none;
    test_try(massa_create_world(gpu->device, &d, &w));
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    meeting_body(w, MASSA_BODY_DYNAMIC, meeting_hull(w, 0.5f, 0.25f, 0.5f), -5.0f, 0.25f, 0.0f);
    const massa_shape_id ball = meeting_sphere(w, 0.5f), box = meeting_box(w, 0.2f, 0.4f, 0.2f);
    meeting_body(w, MASSA_BODY_DYNAMIC, meeting_pair(w, box, -0.5f, 0.5f), -10.0f, 0.4f, 0.0f);
    for (uint32_t i = 0; i < APART; ++i)
    {
        const float x         = 3.0f * (float)i;
        const massa_body_id a = meeting_body(w, MASSA_BODY_DYNAMIC, ball, x, 9.0f, 5.0f),
                            b = meeting_body(w, MASSA_BODY_DYNAMIC, ball, x + 0.25f, 9.0f, 5.0f);
        join(w, a, b, (massa_vec3){ 0.25f, 0.0f, 0.0f }, (massa_vec3){ 0 });
    }
    for (uint32_t i = 0; i < CHAIN; ++i)
    {
        const float x              = (float)i;
        const massa_body_id next   = meeting_body(w, MASSA_BODY_DYNAMIC, box, x, 20.0f, 0.0f);
        const massa_vec3 half      = { 0.5f, 0.0f, 0.0f };
        const massa_vec3 back      = { -0.5f, 0.0f, 0.0f };
        const massa_vec3 from_here = { -0.5f, 20.0f, 0.0f };
        join(w, last, next, i == 0 ? from_here : half, back);
        last = next;
    }
    return w;
}

static massa_capacity room(uint32_t k) // tables of joined pairs with 32, 256, 32 and 64 slots, and others of all else
{
    static const uint32_t joints[] = { JOINTS, 100, JOINTS + 1, 20 };
    massa_capacity c               = desc().capacity;
    c.joints                       = joints[k % MAS_COUNT(joints)];
    c.bodies += 7 * (k % 3);
    c.colliders += 5 * (k % 2);
    c.hulls += k % 2;
    c.shapes += 3 * (k % 2);
    return c;
}

// In one world before every second step, in its twin never. Everything is made before the first step: later steps have
// no edits.
static void compare(test_gpu* gpu, uint32_t first)
{
    massa_world *w = make(gpu), *twin = make(gpu);
    for (uint32_t n = 0; n < STEPS; ++n)
    {
        const massa_capacity c = room(1 + n / 2);
        if (n >= first && (n - first) % 2 == 0) test_try(massa_world_resize(w, &c));
        const massa_poll_result due = meeting_step(gpu, twin, 0), news = meeting_step(gpu, w, 0);
        munit_assert_uint32(due.contact_count, ==, 3); // hull and compound on the floor, nothing else
        munit_assert_uint32(news.contact_count, ==, due.contact_count);
        munit_assert_uint64(news.hash, ==, due.hash);
    }
    massa_destroy_world(w);
    massa_destroy_world(twin);
}

static MunitResult nothing_is_forgotten(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, 1);
    compare(fixture, 2);
    return MUNIT_OK;
}

// All that was made waits for the first step.
static MunitResult what_waits_arrives(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, 0);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nothing-is-forgotten", nothing_is_forgotten, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/what-waits-arrives", what_waits_arrives, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_resize_joined_suite = { "/resize_joined", tests, NULL, 1, 0 };
