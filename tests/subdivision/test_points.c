// Points behind the cages' against their twin, bit for bit.
#include "quilt.h"
#include "surfaces.h"

static const uint32_t limits[TEST_SETS][TEST_MAX_SURFACES] = { { 1, 1, 1, 1 }, { 1, 1, 1, 1 } };

static void make(test_gpu* gpu, test_surfaces* t, massa_cage* cage[4])
{
    const test_quilt_desc d[4] = {
        { .columns = 3, .rows = 4, .cut = 3, .gregory = 2, .rows_for_points = true, .bump = 0.1f, .seed = 1 },
        { .columns = 5, .rows = 3, .open = true, .has_uv = true, .bump = 0.1f, .seed = 2 }, // has no row
        { .columns = 3, .rows = 3, .gregory = 1, .rows_for_points = true, .has_uv = true, .bump = 0.1f, .seed = 3 },
        { .columns = 9, .rows = 7, .cut = 2, .rows_for_points = true, .bump = 0.1f, .seed = 4 },
    };
    for (int i = 0; i < 4; ++i)
        cage[i] = test_create_quilt(&d[i]);
    test_make_surfaces(gpu, t, (const massa_cage* const*)cage, 4, limits);
}

static void destroy(test_surfaces* t, massa_cage* cage[4])
{
    test_destroy_surfaces(t);
    for (int i = 0; i < 4; ++i)
        test_destroy_quilt(cage[i]);
}

// Red when a row is summed in another order, misses an entry, or is written for a surface that is not stale.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[4];
    uint64_t seed = 11;
    make(fixture, &t, cage);
    for (uint32_t stale = 0; stale < 16; ++stale)
    {
        for (uint32_t i = 0; i < 4; ++i)
        {
            t.stale[i] = stale >> i & 1;
            for (uint32_t k = 0; k < t.range[i].cage_points; ++k)
            {
                mas_vec4* x = &t.twin.point[t.range[i].point + k];
                x->x += (float)(test_random(&seed) % 1000) * 0.001f;
                x->z = test_random(&seed) % 5 == 0 ? 1.0e-13f : x->z * 0.75f; // some sums are flushed
            }
        }
        test_set_stale(fixture, &t);
        test_upload(fixture, t.s.point, t.twin.point, t.twin.points * sizeof(mas_vec4));
        test_check_points(fixture, &t);
    }
    destroy(&t, cage);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_points_suite = { "/points", tests, NULL, 1, 0 };
