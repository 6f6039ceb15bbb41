// Capacities that a host leaves at 0: they follow from the others, so that bodies with shapes meet in a world of
// default capacities, and MASSA_NONE says none. Red when a default world lets boxes fall through each other, when a
// derived value is not the one that the header states, or when a resize forgets to derive.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "world.h"

#include <math.h>

enum
{
    BOXES = 5,
};

static massa_world* make(test_gpu* gpu, massa_world_desc desc)
{
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    return w;
}

static massa_poll_result run(test_gpu* gpu, massa_world* w, uint32_t steps)
{
    massa_poll_result news     = { 0 };
    const massa_step_desc step = massa_default_step_desc();
    for (uint32_t i = 0; i < steps; ++i)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(w, cmd, &step));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    }
    return news;
}

static void make_boxes(massa_world* w, massa_body_id* id)
{
    massa_shape_desc plane = massa_default_shape_desc(), box = plane;
    massa_body_desc ground = massa_default_body_desc(), crate = ground;
    massa_body_id floor;
    box.kind    = MASSA_SHAPE_BOX; // of 1 m
    ground.kind = MASSA_BODY_STATIC;
    test_try(massa_create_shape(w, &plane, &ground.shape));
    test_try(massa_create_shape(w, &box, &crate.shape));
    test_try(massa_create_body(w, &ground, &floor));
    for (uint32_t i = 0; i < BOXES; ++i)
    {
        crate.position.y = 1.0f + 1.2f * (float)i;
        test_try(massa_create_body(w, &crate, &id[i]));
    }
}

static MunitResult boxes_stack(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_body_id id[BOXES];
    massa_world* w = make(fixture, massa_default_world_desc());
    make_boxes(w, id);
    test_try(massa_world_watch(w, id, BOXES));
    const massa_poll_result news = run(fixture, w, 180);
    munit_assert_uint32(news.overflow_count, ==, 0);
    for (uint32_t i = 0; i < BOXES; ++i) // each on the one below; contacts give way by some millimetres
        munit_assert_double(fabs((double)news.watched[i].position.y - (0.5 + i)), <, 0.02);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static massa_memory memory_of(massa_device* d, uint32_t bodies, uint32_t colliders, uint32_t pairs, uint32_t grains)
{
    massa_memory m;
    massa_world_desc desc   = massa_default_world_desc();
    desc.capacity.bodies    = bodies;
    desc.capacity.colliders = colliders;
    desc.capacity.pairs     = pairs;
    desc.capacity.particles = grains;
    if (massa_query_world_memory(d, &desc, &m) != MASSA_OK) munit_errorf("%s", mas_wrapper.error);
    return m;
}

static void expect_same(massa_memory a, massa_memory b)
{
    munit_assert_memory_equal(sizeof a, &a, &b);
}

static MunitResult capacities_follow(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d      = ((test_gpu*)fixture)->device;
    d->limits.allocation = UINT64_MAX;
    // One collider a body, one for each child of a compound (64 by default); eight pairs a collider.
    expect_same(memory_of(d, 1024, 0, 0, 0), memory_of(d, 1024, 1024 + 64, 8 * (1024 + 64), 0));
    expect_same(memory_of(d, 10, 0, 0, 0), memory_of(d, 10, 74, 592, 0));
    expect_same(memory_of(d, 10, 7, 0, 0), memory_of(d, 10, 7, 56, 0));
    expect_same(memory_of(d, 10, 0, 99, 0), memory_of(d, 10, 74, 99, 0));
    expect_same(memory_of(d, 100000, 0, 0, 0), memory_of(d, 100000, 100064, 400000, 0)); // that every device binds
    expect_same(memory_of(d, 10, 0, 0, 64), memory_of(d, 10, 74, MASSA_NONE, 64)); // grains push nobody that moves
    expect_same(memory_of(d, 10, MASSA_NONE, 0, 0), memory_of(d, 10, MASSA_NONE, MASSA_NONE, 0));
    munit_assert_uint64(memory_of(d, 10, 0, MASSA_NONE, 0).state, <, memory_of(d, 10, 0, 0, 0).state);
    return MUNIT_OK;
}

static MunitResult none_is_none(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc desc  = massa_default_world_desc();
    desc.capacity.pairs    = MASSA_NONE;
    massa_world* w         = make(fixture, desc);
    massa_shape_desc shape = massa_default_shape_desc();
    massa_body_desc body   = massa_default_body_desc();
    massa_body_id id;
    shape.kind = MASSA_SHAPE_BOX;
    test_try(massa_create_shape(w, &shape, &body.shape));
    REFUSED(massa_create_body(w, &body, &id), MASSA_ERROR_RANGE, "capacity.pairs is MASSA_NONE");
    massa_destroy_world(w);
    desc.capacity.pairs     = 0;
    desc.capacity.colliders = MASSA_NONE;
    w                       = make(fixture, desc);
    shape.kind              = MASSA_SHAPE_PLANE;
    body.kind               = MASSA_BODY_STATIC;
    test_try(massa_create_shape(w, &shape, &body.shape));
    REFUSED(massa_create_body(w, &body, &id), MASSA_ERROR_CAPACITY, "capacity.colliders is 0");
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult resizes_derive_too(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc desc  = massa_default_world_desc();
    desc.capacity.bodies   = BOXES + 1;
    desc.capacity.children = 0;
    massa_world* w         = make(fixture, desc);
    massa_capacity c       = desc.capacity; // as the host has it, zeros and all
    massa_body_id id[BOXES];
    make_boxes(w, id);
    run(fixture, w, 5);
    munit_assert_uint32(w->desc.capacity.colliders, ==, BOXES + 1);
    munit_assert_uint32(w->desc.capacity.pairs, ==, 8 * (BOXES + 1));
    c.bodies = 100;
    test_try(massa_world_resize(w, &c));
    munit_assert_uint32(w->desc.capacity.colliders, ==, 100);
    munit_assert_uint32(w->desc.capacity.pairs, ==, 800);
    test_try(massa_world_watch(w, id, BOXES));
    const massa_poll_result news = run(fixture, w, 175);
    for (uint32_t i = 0; i < BOXES; ++i)
        munit_assert_double(fabs((double)news.watched[i].position.y - (0.5 + i)), <, 0.02);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/boxes-stack", boxes_stack, api_setup, wrapper_tear_down, 0, NULL },
    { "/capacities-follow", capacities_follow, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/none-is-none", none_is_none, api_setup, wrapper_tear_down, 0, NULL },
    { "/resizes-derive-too", resizes_derive_too, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_defaults_suite = { "/defaults", tests, NULL, 1, 0 };
