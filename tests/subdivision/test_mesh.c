// Level sets against their twin, bit for bit, and what every level set must be: a surface without cracks.
#include "quilt.h"
#include "surfaces.h"

static const uint32_t limits[TEST_SETS][TEST_MAX_SURFACES] = { { 16, 9, 64 }, { 64, 33, 16 } };

enum
{
    SURFACES = 3
};

static void make(test_gpu* gpu, test_surfaces* t, massa_cage* cage[SURFACES], uint32_t cut)
{
    const test_quilt_desc d[SURFACES] = {
        { .columns = 4, .rows = 3, .cut = cut, .gregory = 3, .bump = 0.1f, .seed = 1 },
        { .columns = 5, .rows = 4, .cut = cut, .open = true, .bump = 0.1f, .seed = 2 },
        { .columns = 3, .rows = 3, .cut = cut, .gregory = 2, .bump = 0.1f, .seed = 3 },
    };
    for (int i = 0; i < SURFACES; ++i)
        cage[i] = test_create_quilt(&d[i]);
    test_make_surfaces(gpu, t, (const massa_cage* const*)cage, SURFACES, limits);
}

static void destroy(test_surfaces* t, massa_cage* cage[SURFACES])
{
    test_destroy_surfaces(t);
    for (int i = 0; i < SURFACES; ++i)
        test_destroy_quilt(cage[i]);
}

static void check(test_gpu* gpu, test_surfaces* t, int set)
{
    test_check_mesh(gpu, t, set);
    test_expect_sound(&t->twin_mesh[set], &t->twin, set == TEST_COLLISION);
}

// Each level for all surfaces, and another for each. Red when an edge of depth 1 does not get half, rounded up.
static MunitResult uniform_levels(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make(fixture, &t, cage, 4);
    for (int set = 0; set < TEST_SETS; ++set)
        for (uint32_t level = 1; level <= 33; level += level < 13 ? 1 : level == 13 ? 4 : 16)
        {
            for (uint32_t i = 0; i < SURFACES; ++i)
                test_set_level(&t, set, i, (level + 3 * i - 1) % limits[set][i] + 1);
            check(fixture, &t, set);
            munit_assert_uint32(t.twin_mesh[set].beyond, ==, 0);
        }
    destroy(&t, cage);
    return MUNIT_OK;
}

// proves: 004-25. Red when a meshlet has more than 64 triangles or two have one triangle; besides, when a stitched rim
// leaves a gap or turns a triangle over, or a level beyond its limit is not brought back and counted.
static MunitResult levels_of_edges(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t cut = 1; cut < 6; cut += 2)
    {
        test_surfaces t;
        massa_cage* cage[SURFACES];
        make(fixture, &t, cage, cut);
        for (int set = 0; set < TEST_SETS; ++set)
            for (uint64_t seed = 1; seed < 7; ++seed)
            {
                test_random_levels(fixture, &t, set, seed);
                check(fixture, &t, set);
                munit_assert_uint32(t.twin_mesh[set].beyond, >, 0);
            }
        destroy(&t, cage);
    }
    return MUNIT_OK;
}

// Small levels, where rings are fans and patches have no point inside; one patch between the finest and the coarsest.
static MunitResult least_and_most(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    uint64_t seed = 5;
    make(fixture, &t, cage, 2);
    for (uint32_t round = 0; round < 8; ++round)
    {
        test_random_levels(fixture, &t, TEST_DRAWN, 1);
        for (uint32_t e = 0; e < t.s.edges; ++e)
        {
            const uint32_t lot               = test_random(&seed);
            t.twin_mesh[TEST_DRAWN].level[e] = round < 4      ? 1 + lot % (round / 2 + 1)
                                               : lot % 4 == 0 ? 64
                                                              : 1 + lot / 4 % 2;
        }
        test_upload(fixture, t.set[TEST_DRAWN].level, t.twin_mesh[TEST_DRAWN].level, t.s.edges * 4ull);
        check(fixture, &t, TEST_DRAWN);
    }
    destroy(&t, cage);
    return MUNIT_OK;
}

// The number of threads that share a patch changes nothing.
static MunitResult slices(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t counts[] = { 1, 4, 7, 13, 16 };
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make(fixture, &t, cage, 3);
    for (size_t i = 0; i < MAS_COUNT(counts); ++i)
        for (int set = 0; set < TEST_SETS; ++set)
        {
            t.mesh[set].slices = counts[i];
            test_random_levels(fixture, &t, set, 40 + i);
            check(fixture, &t, set);
        }
    destroy(&t, cage);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/uniform-levels", uniform_levels, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/levels-of-edges", levels_of_edges, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/least-and-most", least_and_most, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/slices", slices, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_mesh_suite = { "/mesh", tests, NULL, 1, 0 };
