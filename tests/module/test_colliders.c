// Colliders through the public API: which bodies have them, what is uploaded to the device and when, and what each kind
// of shape touches.
#include "api.h"
#include "shapes.h"

#include <string.h>

static massa_world* make(test_gpu* gpu)
{
    massa_world_desc d   = api_desc(32);
    d.gravity            = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    d.capacity.shapes    = 16;
    d.capacity.hulls     = 2;
    d.capacity.children  = 8;
    d.capacity.colliders = 40;
    d.capacity.pairs     = 200;
    d.contact_margin     = 0.01f;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static massa_shape_id shape(massa_world* w, massa_shape_kind kind)
{
    static const massa_vec3 corners[] = { { -0.5f, -0.5f, -0.5f }, { 0.5f, -0.5f, -0.5f }, { -0.5f, 0.5f, -0.5f },
                                          { 0.5f, 0.5f, -0.5f },   { -0.5f, -0.5f, 0.5f }, { 0.5f, -0.5f, 0.5f },
                                          { -0.5f, 0.5f, 0.5f },   { 0.5f, 0.5f, 0.5f } };
    massa_shape_desc d                = massa_default_shape_desc();
    d.kind                            = kind;
    d.capsule.radius                  = 0.5f; // all of them reach 0.5 m to the sides
    d.hull.points                     = corners;
    d.hull.count                      = 8;
    massa_shape_id id;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static massa_body_id body(massa_world* w, massa_body_kind kind, massa_shape_id s, float x, float y)
{
    massa_body_desc d = massa_default_body_desc();
    d.kind            = kind;
    d.position        = (massa_vec3){ x, y, 0.0f };
    d.shape           = s;
    massa_body_id id;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

static massa_poll_result step(test_gpu* gpu, massa_world* w)
{
    VkCommandBuffer cmd        = platform_begin(&gpu->host);
    const massa_step_desc desc = massa_default_step_desc();
    test_try(massa_cmd_step(w, cmd, &desc));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_poll_result heard;
    test_try(massa_world_poll(w, massa_world_last_step(w), &heard));
    return heard;
}

// proves: 002-19, 002-20, 002-21, 002-22. Red when a kind of shape is not made, or is another size than it was given:
// each stands 0.495 m off a wall, which it touches, then 0.6 m off, where it does not.
static MunitResult kinds_have_their_size(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const massa_shape_kind kinds[] = { MASSA_SHAPE_SPHERE, MASSA_SHAPE_BOX, MASSA_SHAPE_CAPSULE,
                                              MASSA_SHAPE_HULL };
    massa_world* w                        = make(fixture);
    // A plane that stands up: solid where x is negative.
    massa_body_desc wall = massa_default_body_desc();
    wall.kind            = MASSA_BODY_STATIC;
    wall.shape           = shape(w, MASSA_SHAPE_PLANE);
    wall.rotation        = (massa_quat){ 0.0f, 0.0f, -0.70710678f, 0.70710678f };
    massa_body_id id;
    test_try(massa_create_body(w, &wall, &id));
    for (size_t i = 0; i < MAS_COUNT(kinds); ++i)
    {
        const massa_body_id b = body(w, MASSA_BODY_DYNAMIC, shape(w, kinds[i]), 0.495f, 0.0f);
        munit_assert_uint32(step(fixture, w).touching_count, ==, 1);
        test_try(massa_body_set_pose(w, b, (massa_vec3){ 0.6f, 0.0f, 0.0f }, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }));
        munit_assert_uint32(step(fixture, w).contact_count, ==, 0);
        test_try(massa_destroy_body(w, b));
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

// proves: 002-09. Red when what does not change is sent again, or what changes is not: a step after an edit copies the
// colliders, the next one does not, and poses follow the bodies all the same.
static MunitResult only_changes_are_sent(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w         = make(fixture);
    const massa_shape_id s = shape(w, MASSA_SHAPE_SPHERE);
    massa_body_id moving   = body(w, MASSA_BODY_DYNAMIC, s, -3.0f, 0.0f);
    body(w, MASSA_BODY_STATIC, s, 0.0f, 0.0f);
    uint64_t copies[3];
    for (int i = 0; i < 3; ++i)
    {
        if (i == 1) test_try(massa_body_set_velocity(w, moving, (massa_vec3){ 0.0f, 0.0f, 0.0f })); // an edit, too
        if (i == 2) test_try(massa_body_set_shape(w, moving, shape(w, MASSA_SHAPE_BOX)));
        const wrapper_counts before = wrapper_counted();
        step(fixture, w);
        copies[i] = wrapper_calls(WRAPPER_COPY, &before);
    }
    munit_assert_uint64(copies[0], >, copies[1]);
    munit_assert_uint64(copies[2], >, copies[1]);
    test_try(massa_body_set_velocity(w, moving, (massa_vec3){ 60.0f, 0.0f, 0.0f })); // a metre a step
    munit_assert_uint32(step(fixture, w).touching_count, ==, 0);
    step(fixture, w);
    munit_assert_uint32(step(fixture, w).touching_count, ==, 1);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// proves: 002-15, 002-23, 002-24. Red when a plane is sought in the broad phase's structure, or misses one: however
// many bodies stand between, each that reaches the plane meets it, and a plane is never a dynamic body's.
static MunitResult planes_stand_outside(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d   = api_desc(32);
    d.gravity            = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    d.capacity.shapes    = 4;
    d.capacity.colliders = 32;
    d.capacity.pairs     = 64;
    for (int broad = 0; broad <= MASSA_BROAD_PHASE_BRUTE; ++broad)
    {
        massa_world* w;
        d.broad_phase = (massa_broad_phase)broad;
        test_try(massa_create_world(((test_gpu*)fixture)->device, &d, &w));
        const massa_shape_id plane = shape(w, MASSA_SHAPE_PLANE), ball = shape(w, MASSA_SHAPE_SPHERE);
        for (int i = 0; i < 20; ++i)
        {
            if (i == 7) body(w, MASSA_BODY_STATIC, plane, 0.0f, 0.0f); // in the middle of the others' slots
            body(w, MASSA_BODY_DYNAMIC, ball, 2.0f * (float)i, i % 2 == 0 ? 0.4f : 3.0f);
        }
        const massa_poll_result heard = step(fixture, w);
        munit_assert_uint32(heard.touching_count, ==, 10);
        munit_assert_uint32(heard.pair_count, ==, 10);
        massa_body_desc b = massa_default_body_desc();
        b.shape           = plane;
        massa_body_id id;
        munit_assert_int(massa_create_body(w, &b, &id), ==, MASSA_ERROR_RANGE);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// proves: 002-16, 002-17. Red when the shapes of one body meet each other, when a child loses its place, or when a view
// of what is drawn changes with the shape: poses are the body's alone.
static MunitResult compounds_are_one_body(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w            = make(fixture);
    const massa_shape_id ball = shape(w, MASSA_SHAPE_SPHERE);
    const massa_child parts[] = { { ball, { -2.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                  { ball, { -1.5f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                  { ball, { 2.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } } };
    massa_shape_desc d        = massa_default_shape_desc();
    d.kind                    = MASSA_SHAPE_COMPOUND;
    d.compound.children       = parts;
    d.compound.count          = 3;
    massa_shape_id bar;
    test_try(massa_create_shape(w, &d, &bar));
    massa_mass m;
    test_try(massa_shape_get_mass(w, bar, &m));
    munit_assert_double_equal(m.centre.x, -0.5, 5);
    // The centre of mass stands in the origin, so the lone ball of the three reaches 2.5 to 3 m on its side.
    body(w, MASSA_BODY_DYNAMIC, bar, 0.0f, 0.0f);
    munit_assert_uint32(step(fixture, w).pair_count, ==, 0);
    const massa_body_id probe = body(w, MASSA_BODY_DYNAMIC, ball, 3.45f, 0.0f);
    munit_assert_uint32(step(fixture, w).touching_count, ==, 1);
    test_try(massa_body_set_pose(w, probe, (massa_vec3){ 0.4f, 0.0f, 0.0f }, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }));
    munit_assert_uint32(step(fixture, w).touching_count, ==, 0); // between them
    massa_view before, after;
    test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &before));
    test_try(massa_body_set_shape(w, probe, bar));
    step(fixture, w);
    test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &after));
    munit_assert_memory_equal(sizeof before, &before, &after);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/kinds-have-their-size", kinds_have_their_size, api_setup, wrapper_tear_down, 0, NULL },
    { "/only-changes-are-sent", only_changes_are_sent, api_setup, wrapper_tear_down, 0, NULL },
    { "/planes-stand-outside", planes_stand_outside, api_setup, wrapper_tear_down, 0, NULL },
    { "/compounds-are-one-body", compounds_are_one_body, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_colliders_suite = { "/colliders", tests, NULL, 1, 0 };
