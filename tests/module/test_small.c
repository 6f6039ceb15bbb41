// Steps run as those of a small world by what is in use, whatever there is room for, with joints and bounces, and as
// bodies come. Bits are those of a world that never does.
// Red when room decides, when a limit is off by one, or when one of the two ways leaves something else to the next
// step.
#include "small_life.h"
#include "inside.h"

#include <munit.h>

enum
{
    LIMIT = 256, // bodies and colliders in use, of a world that one group takes; typed anew
    RODS  = 130  // side by side: 8385 pairs, more than it takes
};

static void live(test_gpu* gpu, small_way how, massa_world_desc d, uint64_t hash[SMALL_STEPS])
{
    rigid_world s = small_make(gpu, how, d);
    small_life l;
    for (uint32_t i = 0; i < SMALL_STEPS; ++i)
    {
        small_edit(&s, &l, i);
        small_run(&s, how, i);
        hash[i] = s.hash;
    }
    munit_assert_uint32(s.news.contact_count, >, 5);
    rigid_destroy(&s);
}

static void compare(test_gpu* gpu, massa_world_desc d)
{
    uint64_t never[SMALL_STEPS], other[SMALL_STEPS];
    live(gpu, SMALL_NEVER, d, never);
    for (small_way how = SMALL_ALWAYS; how <= SMALL_IN_TURN; ++how)
    {
        live(gpu, how, d, other);
        for (uint32_t i = 0; i < SMALL_STEPS; ++i)
            if (other[i] != never[i]) munit_errorf("Way %d gives other bits in step %u.", (int)how, i + 1);
    }
}

static MunitResult roomy(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, small_desc());
    return MUNIT_OK;
}

// Joints and bounces swept more than once, and pairs found by somebody else.
static MunitResult other_settings(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = small_desc();
    d.joint_sweeps     = 3;
    d.substeps         = 3;
    d.sleep            = false;
    d.broad_phase      = MASSA_BROAD_PHASE_TREE;
    compare(fixture, d);
    return MUNIT_OK;
}

// ---- What is in use ----

static void grow(test_gpu* gpu, small_way how, uint64_t hash[4])
{
    rigid_world s              = small_make(gpu, how, small_desc());
    const massa_shape_desc box = rigid_box(0.4f);
    const massa_shape_id shape = rigid_make(&s, &box);
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t i = 1; i < LIMIT; ++i)
        rigid_put(&s, shape, 0.85f * (float)(i % 16), 0.4f + 0.8f * (float)(i / 128), 0.85f * (float)(i / 16 % 8));
    for (uint32_t i = 0; i < 4; ++i)
    {
        if (i == 2) rigid_put(&s, shape, 3.0f, 2.1f, 3.0f);
        rigid_run(&s, 1);
        munit_assert_true(s.world->simulation->collision->in_whole == (how == SMALL_ALWAYS && i < 2));
        hash[i] = s.hash;
    }
    munit_assert_uint32(s.news.contact_count, >, LIMIT / 2);
    rigid_destroy(&s);
}

static MunitResult one_more(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t small[4], never[4];
    grow(fixture, SMALL_ALWAYS, small);
    grow(fixture, SMALL_NEVER, never);
    munit_assert_memory_equal(sizeof small, small, never);
    return MUNIT_OK;
}

// Nobody knows of the pairs before the first report: one group takes them all, and leaves the next step to others.
static void crowd(test_gpu* gpu, small_way how, uint64_t hash[2])
{
    massa_world_desc d   = small_desc();
    d.gravity            = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    rigid_world s        = small_make(gpu, how, d);
    massa_shape_desc rod = rigid_sphere(0.02f);
    massa_body_desc b    = massa_default_body_desc();
    massa_body_id id;
    rod.kind                = MASSA_SHAPE_CAPSULE;
    rod.capsule.radius      = 0.02f;
    rod.capsule.half_length = 10.0f;
    b.shape                 = rigid_make(&s, &rod);
    b.rotation              = (massa_quat){ 0.0f, 0.0f, 0.38268343f, 0.92387953f }; // by 45 degrees: bounds are wide
    for (uint32_t i = 0; i < RODS; ++i)
    {
        b.position = (massa_vec3){ 0.1f * (float)i, 0.0f, 0.0f };
        b.velocity = (massa_vec3){ 0.001f * (float)i, 0.0f, 0.0f };
        test_try(massa_create_body(s.world, &b, &id));
    }
    for (uint32_t i = 0; i < 2; ++i)
    {
        rigid_run(&s, 1);
        munit_assert_uint32(s.news.pair_count, ==, RODS * (RODS - 1) / 2);
        munit_assert_uint32(s.news.contact_count, ==, 0);
        munit_assert_true(s.world->simulation->collision->in_whole == (how == SMALL_ALWAYS && i == 0));
        hash[i] = s.hash;
    }
    rigid_destroy(&s);
}

static MunitResult told_of_many(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t small[2], never[2];
    crowd(fixture, SMALL_ALWAYS, small);
    crowd(fixture, SMALL_NEVER, never);
    munit_assert_memory_equal(sizeof small, small, never);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/roomy", roomy, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/other-settings", other_settings, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/one-more", one_more, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/told-of-many", told_of_many, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_small_suite = { "/small", tests, NULL, 1, 0 };
