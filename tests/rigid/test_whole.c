// A small world in the hands of one group has the bits of the same world solved colour by colour.
#include "rigid.h"
#include "../../module/world.h" // tests/oracle has one, too

#include <munit.h>

enum
{
    LAYERS = 4,
    BODIES = 9 * LAYERS,
    STEPS  = 60
};

// Cubes fall into a heap; later a ball that bounces comes, so that contacts are swept one dispatch a colour from then
// on, with colours that one group gave them.
static void tell(test_gpu* gpu, bool whole, uint64_t hash[STEPS])
{
    const bool had           = gpu->device->limits.wide;
    gpu->device->limits.wide = whole;
    rigid_world s            = rigid_create(gpu, rigid_desc(BODIES + 2, 0));
    gpu->device->limits.wide = had;
    munit_assert_true(s.world->simulation->in_whole == whole);
    massa_shape_desc box = rigid_box(0.5f), ball = rigid_sphere(0.4f);
    const massa_shape_id cube = rigid_make(&s, &box);
    ball.restitution          = 0.7f;
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const float x = (float)(i % 3), z = (float)(i / 3 % 3), y = (float)(i / 9);
        rigid_put(&s, cube, 0.9f * x + 0.1f * y, 0.6f + 1.1f * y, 1.02f * z + 0.07f * x);
    }
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (i == STEPS - 15) rigid_put(&s, rigid_make(&s, &ball), 1.0f, 6.0f, 1.0f);
        rigid_run(&s, 1);
        hash[i] = s.hash;
    }
    munit_assert_uint32(s.news.contact_count, >, BODIES);
    rigid_destroy(&s);
}

// Red when the first or last thread of a group leaves out its contacts, or a colour begins before the last has ended.
static MunitResult bits_of_colours(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    uint64_t whole[STEPS], colours[STEPS];
    munit_assert_true(gpu->device->limits.wide); // a driver without it would prove nothing here
    tell(gpu, false, colours);
    tell(gpu, true, whole);
    for (uint32_t i = 0; i < STEPS; ++i)
        if (whole[i] != colours[i]) munit_errorf("One group gives other bits in step %u.", i + 1);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/bits-of-colours", bits_of_colours, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_whole_suite = { "/whole", tests, NULL, 1, 0 };
