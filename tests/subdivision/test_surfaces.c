// Tables of all surfaces of a world against those that a plain loop joins, byte for byte.
#include "quilt.h"
#include "surfaces.h"

#include <stdlib.h>

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

// Red when a number of one surface does not move by where the surface begins, a table is cut off, or points are not at
// their place in both copies.
static MunitResult tables_are_joined(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[4];
    make(fixture, &t, cage);
    const struct
    {
        mas_span span;
        const void* wanted;
        uint64_t size;
    } part[] = {
        { t.s.point, t.twin.point, t.twin.points * sizeof(mas_vec4) },
        { t.s.previous, t.twin.point, t.twin.points * sizeof(mas_vec4) },
        { t.s.row, t.twin.row, t.twin.rows * sizeof(surface_row) },
        { t.s.entry, t.twin.entry, t.twin.entries * sizeof(surface_entry) },
        { t.s.patch, t.twin.patch, t.twin.patches * sizeof(surface_patch) },
        { t.s.regular, t.twin.regular, 64ull * t.twin.regulars },
        { t.s.gregory, t.twin.gregory, 80ull * t.twin.gregories },
        { t.s.regular_patch, t.twin.regular_patch, 4ull * t.twin.regulars },
        { t.s.gregory_patch, t.twin.gregory_patch, 4ull * t.twin.gregories },
        { t.s.edge, t.twin.edge, t.twin.edges * sizeof(surface_edge) },
        { t.s.uv, t.twin.uv, t.twin.patches * sizeof(surface_uv) },
    };
    for (size_t i = 0; i < MAS_COUNT(part); ++i)
    {
        munit_assert_uint64(part[i].size, ==, part[i].span.size);
        uint8_t* got = malloc(part[i].size);
        test_download(fixture, part[i].span, got, part[i].size);
        munit_assert_memory_equal(part[i].size, got, part[i].wanted);
        free(got);
    }
    destroy(&t, cage);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/tables-are-joined", tables_are_joined, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surfaces_suite = { "/surfaces", tests, NULL, 1, 0 };
