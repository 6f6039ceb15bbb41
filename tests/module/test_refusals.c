// Calls on a world that is there: what is refused, in which words, and that a refusal changes nothing. Red when a stale
// id reaches a body, a full list takes one more, or a refused call leaves a trace.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <math.h>
#include <string.h>

enum
{
    BODIES = 14
}; // two of each kind at least

typedef struct scene
{
    test_gpu* gpu;
    massa_world* world;
    massa_body_id id[BODIES]; // by api_body: dynamic but for 5, 12 (kinematic) and 6, 13 (static)
} scene;

static scene make(test_gpu* gpu, uint32_t room, uint32_t edits)
{
    scene s               = { .gpu = gpu };
    massa_world_desc desc = api_desc(BODIES + room);
    desc.capacity.edits   = edits;
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    api_create(s.world, BODIES, s.id);
    api_step(gpu, s.world);
    return s;
}

// ---- Stale ids ----

static const massa_vec3 ONE        = { 1.0f, 1.0f, 1.0f };
static const massa_quat NO_TURN    = { 0.0f, 0.0f, 0.0f, 1.0f };
static const char* const STALE_SAY = "null or";

static void expect_stale(massa_world* w, massa_body_id id)
{
    uint64_t user;
    const uint64_t before          = api_tables(w);
    const massa_body_id two_ids[2] = { id, id };
    REFUSED(massa_destroy_body(w, id), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_pose(w, id, ONE, NO_TURN), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_velocity(w, id, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_angular_velocity(w, id, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_apply_impulse(w, id, ONE, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_apply_angular_impulse(w, id, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_apply_force(w, id, ONE, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_apply_torque(w, id, ONE), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_gravity_scale(w, id, 1.0f), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_damping(w, id, 1.0f, 1.0f), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_limits(w, id, 1.0f, 1.0f), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_sleep_speed(w, id, 1.0f), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_set_locks(w, id, 1), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_wake(w, id), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_body_get_user(w, id, &user), MASSA_ERROR_STALE_ID, STALE_SAY);
    REFUSED(massa_world_watch(w, two_ids, 2), MASSA_ERROR_STALE_ID, STALE_SAY);
    munit_assert_uint64(api_tables(w), ==, before);
}

static MunitResult stale_ids_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene bad = make(fixture, 2, 64), twin = make(fixture, 2, 64);
    scene* both[]            = { &bad, &twin };
    const massa_body_id gone = bad.id[3], reused = bad.id[4];
    const massa_body_desc d = massa_default_body_desc();
    for (int i = 0; i < 2; ++i)
    {
        test_try(massa_destroy_body(both[i]->world, both[i]->id[3]));
        test_try(massa_destroy_body(both[i]->world, both[i]->id[4]));
        test_try(massa_create_body(both[i]->world, &d, &both[i]->id[4])); // in the same slot
    }
    munit_assert_uint32(massa_body_index(reused), ==, massa_body_index(bad.id[4]));
    munit_assert_uint64(reused.bits, !=, bad.id[4].bits);
    const uint64_t live   = bad.id[0].bits;
    const uint64_t list[] = {
        0,
        gone.bits,
        reused.bits,
        live & ~((uint64_t)0xff << 56),                // no kind
        live ^ (uint64_t)3 << 56,                      // another kind
        live + ((uint64_t)1 << 32),                    // a generation to come
        live & ~((uint64_t)0xffffff << 32),            // generation 0
        (live & ~(uint64_t)UINT32_MAX) | BODIES,       // a slot not in use
        (live & ~(uint64_t)UINT32_MAX) | (BODIES + 2), // no slot
        (live & ~(uint64_t)UINT32_MAX) | 0x7fffffff,   //
        live | UINT32_MAX,                             //
        UINT64_MAX,                                    //
        (uint64_t)massa_body_index(bad.id[0]),         // an index
    };
    for (size_t i = 0; i < MAS_COUNT(list); ++i)
        expect_stale(bad.world, (massa_body_id){ list[i] });
    munit_assert_uint32(massa_body_index((massa_body_id){ 0 }), ==, UINT32_MAX); // no slot of a view
    munit_assert_uint32(massa_particle_index((massa_particle_id){ 0 }), ==, UINT32_MAX);
    munit_assert_uint32(massa_grains_index((massa_grains_id){ 0 }), ==, UINT32_MAX);
    munit_assert_uint32(massa_liquid_index((massa_liquid_id){ 0 }), ==, UINT32_MAX);
    munit_assert_uint32(massa_body_index(bad.id[0]), ==, 0);
    uint64_t random = 11;
    for (int i = 0; i < 1000; ++i)
    {
        const uint64_t bits = (uint64_t)test_random(&random) << 32 | test_random(&random);
        uint64_t user;
        munit_assert_int(massa_body_get_user(bad.world, (massa_body_id){ bits }, &user), ==, MASSA_ERROR_STALE_ID);
    }
    for (uint32_t k = 0; k < BODIES; ++k)
    {
        uint64_t user = 1;
        if (k == 3) continue;
        test_try(massa_body_get_user(bad.world, bad.id[k], &user));
        munit_assert_uint64(user, ==, k == 4 ? 0 : 0x1234567800000000u + k);
    }
    munit_assert_uint64(api_step(fixture, bad.world), ==, api_step(fixture, twin.world));
    massa_destroy_world(bad.world);
    massa_destroy_world(twin.world);
    return MUNIT_OK;
}

// ---- Full lists ----

static MunitResult full_lists_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                 = make(fixture, 2, BODIES + 2);
    massa_world* w          = s.world;
    const massa_body_desc d = massa_default_body_desc();
    massa_body_id id[2], more = { 5 };
    test_try(massa_create_body(w, &d, &id[0]));
    test_try(massa_create_body(w, &d, &id[1]));
    uint64_t before = api_tables(w);
    REFUSED(massa_create_body(w, &d, &more), MASSA_ERROR_CAPACITY, "capacity.bodies is 16");
    munit_assert_uint64(more.bits, ==, 0);
    munit_assert_uint64(api_tables(w), ==, before);

    for (int i = 0; i < BODIES; ++i)
        test_try(massa_body_apply_torque(w, s.id[0], ONE));
    before = api_tables(w);
    REFUSED(massa_body_apply_torque(w, s.id[0], ONE), MASSA_ERROR_EDITS_FULL, "capacity.edits is 16");
    REFUSED(massa_body_set_pose(w, s.id[0], ONE, NO_TURN), MASSA_ERROR_EDITS_FULL, "capacity.edits is 16");
    REFUSED(massa_destroy_body(w, s.id[1]), MASSA_ERROR_EDITS_FULL, "capacity.edits is 16");
    REFUSED(massa_create_body(w, &d, &more), MASSA_ERROR_EDITS_FULL, "capacity.edits is 16");
    munit_assert_uint64(api_tables(w), ==, before);
    api_step(s.gpu, w); // the step takes them
    test_try(massa_destroy_body(w, s.id[1]));
    test_try(massa_create_body(w, &d, &more));

    before = api_tables(w);
    REFUSED(massa_world_watch(w, s.id + 2, 9), MASSA_ERROR_CAPACITY, "capacity.watched is 8, but 9");
    REFUSED(massa_world_watch(w, s.id + 2, UINT32_MAX), MASSA_ERROR_CAPACITY, "capacity.watched is 8");
    munit_assert_uint64(api_tables(w), ==, before);
    test_try(massa_world_watch(w, s.id + 2, 8));
    test_try(massa_world_watch(w, NULL, 0));
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- Numbers ----

static void expect_bad_body(massa_world* w, const massa_body_desc* d, massa_result code, const char* words)
{
    const uint64_t before = api_tables(w);
    massa_body_id id      = { 5 };
    REFUSED(massa_create_body(w, d, &id), code, words);
    munit_assert_uint64(id.bits, ==, 0);
    munit_assert_uint64(api_tables(w), ==, before);
}

static MunitResult body_descs_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s        = make(fixture, 2, 64);
    massa_world* w = s.world;
    massa_body_desc d;
    const struct
    {
        float* field;
        float value;
        const char* words;
    } rows[] = {
        { &d.position.x, 1.1e6f, "position.x is 1.1e+06; it must be a number of at most 1e+06" },
        { &d.position.z, NAN, "position.z is nan" },
        { &d.rotation.w, 0.0f, "rotation is not a rotation: its length is 0" },
        { &d.rotation.w, 1.1e3f, "rotation is not a rotation: its length is 1100; it may be 0.001 to 1000" },
        { &d.rotation.y, NAN, "rotation.y is nan; it must be a number" },
        { &d.rotation.w, NAN, "rotation.w is nan; it must be a number" },
        { &d.rotation.x, INFINITY, "rotation.x is inf; it must be a number" },
        { &d.velocity.y, -1.1e4f, "velocity.y is -11000" },
        { &d.velocity.x, NAN, "velocity.x is nan" },
        { &d.angular_velocity.z, 1.1e3f, "angular_velocity.z is 1100" },
        { &d.angular_velocity.x, -INFINITY, "angular_velocity.x is -inf" },
        { &d.mass, 1e-7f, "mass is 1e-07; it may be 1e-06 to 1e+09" },
        { &d.mass, -1.0f, "mass is -1" },
        { &d.mass, 1.1e9f, "mass is 1.1e+09" },
        { &d.mass, NAN, "mass is nan" },
        { &d.inertia.x, 0.0f, "inertia.x is 0; it may be 1e-09 to 1e+11" },
        { &d.inertia.y, -0.1f, "inertia.y is -0.1" },
        { &d.inertia.z, 1.1e11f, "inertia.z is 1.1e+11" },
        { &d.inertia.x, 0.201f, "inertia (0.201, 0.1, 0.1) belongs to no body" },
        { &d.inertia.z, NAN, "inertia.z is nan" },
        { &d.gravity_scale, 101.0f, "gravity_scale is 101; it may be -100 to 100" },
        { &d.gravity_scale, NAN, "gravity_scale is nan" },
        { &d.linear_damping, -0.1f, "linear_damping is -0.1; it may be 0 to 1000" },
        { &d.angular_damping, 1001.0f, "angular_damping is 1001" },
        { &d.angular_damping, NAN, "angular_damping is nan" },
        { &d.max_speed, 1.1e4f, "max_speed is 11000; it may be 0 to 10000" },
        { &d.max_speed, NAN, "max_speed is nan" },
        { &d.max_spin, 1.1e3f, "max_spin is 1100; it may be 0 to 1000" },
        { &d.max_spin, -1.0f, "max_spin is -1" },
        { &d.sleep_speed, 11.0f, "sleep_speed is 11; it may be 0 to 10" },
        { &d.sleep_speed, NAN, "sleep_speed is nan" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        d              = massa_default_body_desc();
        d.inertia      = (massa_vec3){ 0.1f, 0.1f, 0.1f };
        *rows[i].field = rows[i].value;
        expect_bad_body(w, &d, MASSA_ERROR_RANGE, rows[i].words);
    }
    d      = massa_default_body_desc();
    d.kind = (massa_body_kind)3;
    expect_bad_body(w, &d, MASSA_ERROR_RANGE, "no massa_body_kind 3");
    d.kind = (massa_body_kind)-1;
    expect_bad_body(w, &d, MASSA_ERROR_RANGE, "no massa_body_kind -1");
    d       = massa_default_body_desc();
    d.locks = 64;
    expect_bad_body(w, &d, MASSA_ERROR_RANGE,
                    "massa_body_desc.locks is 64, but the bits of massa_axis make 63 at most");
    d        = massa_default_body_desc();
    d.cookie = MASSA_COOKIE(1, massa_step_desc);
    expect_bad_body(w, &d, MASSA_ERROR_COOKIE, "massa_default_body_desc");
    d                 = massa_default_body_desc();
    d.gravity_scale   = 1e-40f; // too small to matter: the same bits as none on every device
    massa_body_desc e = d;
    e.gravity_scale   = -0.0f;
    massa_body_id id;
    scene twin = make(fixture, 2, 64);
    test_try(massa_create_body(w, &d, &id));
    test_try(massa_create_body(twin.world, &e, &id));
    munit_assert_uint64(api_step(fixture, w), ==, api_step(fixture, twin.world));
    massa_destroy_world(twin.world);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult numbers_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s             = make(fixture, 2, 64);
    massa_world* w      = s.world;
    const massa_vec3 no = { 0.0f, NAN, 0.0f }, far = { 1.1e12f, 0.0f, 0.0f }, o = { 0 };
    const massa_body_id ball = s.id[0], cart = s.id[5], wall = s.id[6];
    const uint64_t before = api_tables(w);
    REFUSED(massa_body_set_pose(w, ball, no, NO_TURN), MASSA_ERROR_RANGE, "position.y is nan");
    REFUSED(massa_body_set_pose(w, ball, o, (massa_quat){ 0 }), MASSA_ERROR_RANGE, "rotation is not a rotation");
    REFUSED(massa_body_set_velocity(w, ball, no), MASSA_ERROR_RANGE, "velocity.y is nan");
    REFUSED(massa_body_set_velocity(w, ball, far), MASSA_ERROR_RANGE, "at most 10000");
    REFUSED(massa_body_set_angular_velocity(w, ball, far), MASSA_ERROR_RANGE, "at most 1000");
    REFUSED(massa_body_apply_impulse(w, ball, far, o), MASSA_ERROR_RANGE, "impulse.x is 1.1e+12");
    REFUSED(massa_body_apply_impulse(w, ball, o, no), MASSA_ERROR_RANGE, "point.y is nan");
    REFUSED(massa_body_apply_angular_impulse(w, ball, no), MASSA_ERROR_RANGE, "angular impulse.y is nan");
    REFUSED(massa_body_apply_force(w, ball, no, o), MASSA_ERROR_RANGE, "force.y is nan");
    REFUSED(massa_body_apply_force(w, ball, o, no), MASSA_ERROR_RANGE, "point.y is nan");
    REFUSED(massa_body_apply_torque(w, ball, no), MASSA_ERROR_RANGE, "torque.y is nan");
    REFUSED(massa_world_set_gravity(w, no), MASSA_ERROR_RANGE, "gravity.y is nan");

    REFUSED(massa_body_set_gravity_scale(w, ball, 101.0f), MASSA_ERROR_RANGE, "gravity_scale is 101");
    REFUSED(massa_body_set_gravity_scale(w, ball, NAN), MASSA_ERROR_RANGE, "gravity_scale is nan");
    REFUSED(massa_body_set_damping(w, ball, -1.0f, 0.0f), MASSA_ERROR_RANGE, "linear damping is -1");
    REFUSED(massa_body_set_damping(w, ball, 0.0f, NAN), MASSA_ERROR_RANGE, "angular damping is nan");
    REFUSED(massa_body_set_limits(w, ball, 1.1e4f, 1.0f), MASSA_ERROR_RANGE, "max_speed is 11000");
    REFUSED(massa_body_set_limits(w, ball, 1.0f, -1.0f), MASSA_ERROR_RANGE, "max_spin is -1");
    REFUSED(massa_body_set_sleep_speed(w, ball, 11.0f), MASSA_ERROR_RANGE, "sleep_speed is 11");
    REFUSED(massa_body_set_locks(w, ball, 64), MASSA_ERROR_RANGE, "locks is 64");
    REFUSED(massa_body_set_locks(w, wall, 1), MASSA_ERROR_RANGE, "static: only dynamic bodies have locks");
    REFUSED(massa_body_set_limits(w, cart, 1.0f, 1.0f), MASSA_ERROR_RANGE,
            "kinematic: only dynamic bodies have limits");
    REFUSED(massa_body_set_gravity_scale(w, wall, 1.0f), MASSA_ERROR_RANGE, "static");
    REFUSED(massa_body_set_damping(w, cart, 1.0f, 1.0f), MASSA_ERROR_RANGE, "kinematic");
    REFUSED(massa_body_set_sleep_speed(w, wall, 1.0f), MASSA_ERROR_RANGE, "static");
    REFUSED(massa_body_wake(w, cart), MASSA_ERROR_RANGE, "kinematic");

    REFUSED(massa_body_apply_impulse(w, wall, o, o), MASSA_ERROR_RANGE, "static: impulse moves dynamic");
    REFUSED(massa_body_apply_impulse(w, cart, o, o), MASSA_ERROR_RANGE, "kinematic: impulse moves dynamic");
    REFUSED(massa_body_apply_angular_impulse(w, wall, o), MASSA_ERROR_RANGE, "static");
    REFUSED(massa_body_apply_angular_impulse(w, cart, o), MASSA_ERROR_RANGE, "kinematic");
    REFUSED(massa_body_apply_force(w, wall, o, o), MASSA_ERROR_RANGE, "static: force");
    REFUSED(massa_body_apply_force(w, cart, o, o), MASSA_ERROR_RANGE, "kinematic: force");
    REFUSED(massa_body_apply_torque(w, wall, o), MASSA_ERROR_RANGE, "static: torque");
    REFUSED(massa_body_apply_torque(w, cart, o), MASSA_ERROR_RANGE, "kinematic: torque");
    REFUSED(massa_body_set_velocity(w, wall, o), MASSA_ERROR_RANGE, "static: velocity moves dynamic and kinematic");
    REFUSED(massa_body_set_angular_velocity(w, wall, o), MASSA_ERROR_RANGE, "static");

    massa_view view;
    REFUSED(massa_world_view(w, MASSA_VIEW_COUNT, &view), MASSA_ERROR_RANGE, "no massa_view_kind 29");
    REFUSED(massa_world_view(w, (massa_view_kind)-1, &view), MASSA_ERROR_RANGE, "no massa_view_kind -1");
    munit_assert_uint64(api_tables(w), ==, before);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- Steps ----

static MunitResult steps_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    scene s               = make(gpu, 2, 64);
    massa_world* w        = s.world;
    VkCommandBuffer cmd   = platform_begin(&gpu->host);
    massa_step_desc desc  = massa_default_step_desc();
    const float bad[]     = { 0.0f, -0.01f, 0.9e-5f, 0.101f, NAN, INFINITY, -INFINITY };
    const uint64_t before = api_tables(w);
    for (size_t i = 0; i < MAS_COUNT(bad); ++i)
    {
        desc.dt = bad[i];
        REFUSED(massa_cmd_step(w, cmd, &desc), MASSA_ERROR_RANGE, "massa_step_desc.dt is");
    }
    desc        = massa_default_step_desc();
    desc.cookie = 0;
    REFUSED(massa_cmd_step(w, cmd, &desc), MASSA_ERROR_COOKIE, "massa_default_step_desc");
    munit_assert_uint64(api_tables(w), ==, before);

    // Three in flight and no more, and a poll cannot tell what is not so. make() has recorded step 1.
    massa_poll_result news;
    desc = massa_default_step_desc();
    REFUSED(massa_world_poll(w, 2, &news), MASSA_ERROR_RANGE, "step 2 has finished; it may be 1");
    REFUSED(massa_world_poll(w, 0, &news), MASSA_ERROR_RANGE, "step 0 has finished; it may be 1");
    for (int i = 0; i < 3; ++i)
        test_try(massa_cmd_step(w, cmd, &desc));
    test_try(massa_body_apply_torque(w, s.id[0], ONE));
    const uint64_t full = api_tables(w);
    REFUSED(massa_cmd_step(w, cmd, &desc), MASSA_ERROR_IN_FLIGHT, "max_steps_in_flight is 3 and steps 2 to 4");
    REFUSED(massa_world_poll(w, 5, &news), MASSA_ERROR_RANGE, "step 5 has finished; it may be 1 (told before) to 4");
    REFUSED(massa_world_poll(w, UINT64_MAX, &news), MASSA_ERROR_RANGE, "step 18446744073709551615");
    munit_assert_uint64(news.last_step, ==, 0);
    munit_assert_uint64(api_tables(w), ==, full);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, 2, &news));
    api_step(gpu, w);
    munit_assert_uint64(massa_world_last_step(w), ==, 5);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/stale-ids-change-nothing", stale_ids_change_nothing, api_setup, wrapper_tear_down, 0, NULL },
    { "/full-lists-refuse", full_lists_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { "/body-descs-are-checked", body_descs_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/numbers-are-checked", numbers_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/steps-are-checked", steps_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_refusals_suite = { "/refusals", tests, NULL, 1, 0 };
