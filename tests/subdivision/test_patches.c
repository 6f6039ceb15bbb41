// Points of regular patches: the grid around a face, and what is mirrored beyond its edges.
// runs: host asan. It takes any input and needs no device.
#include "cage_mesh.h"

#include "harness.h"

#include <math.h>

static void expect_grid(const test_mesh* b, const uint32_t p[16], int column, int row, int columns, int rows)
{
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
        {
            const int x = column + i - 1, y = row + j - 1;
            const uint32_t point = p[4 * j + i];
            double at[3];
            test_mesh_position(b, point, at);
            munit_assert_double(fabs(at[0] - x), <, 1e-12); // mirrored ones continue the grid's lines
            munit_assert_double(fabs(at[2] + y), <, 1e-12);
            if (x >= 0 && y >= 0 && x <= columns && y <= rows)
                munit_assert_uint32(point, ==, (uint32_t)(y * (columns + 1) + x));
            else
                munit_assert_uint32(point, >=, b->desc.point_count);
        }
}

// proves: 004-05. Red when a ghost is mirrored at the wrong row, or a corner's only once.
static MunitResult grids(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const int size[][2] = { { 5, 4 }, { 6, 1 }, { 1, 3 }, { 1, 1 }, { 2, 2 } };
    test_cage t                = { 0 };
    for (uint32_t n = 0; n < MAS_COUNT(size); ++n)
    {
        const int columns = size[n][0], rows = size[n][1];
        test_mesh b;
        cage_shared shared;
        test_cage_grid(&t, (uint32_t)columns, (uint32_t)rows);
        test_mesh_begin(&b, &t);
        munit_assert_true(mas_shared_begin(&b.build, b.mesh, &shared));
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < columns; ++i)
            {
                uint32_t p[16];
                double y[16], at[3];
                munit_assert_true(mas_patch_regular(&b.build, b.mesh, &shared, (uint32_t)(j * columns + i), p));
                expect_grid(&b, p, i, j, columns, rows);
                for (int k = 0; k < 16; ++k)
                {
                    test_mesh_position(&b, p[k], at);
                    y[k] = at[1];
                }
                if (j == 0) // 2 P0 - P1
                    for (int k = 0; k < 4; ++k)
                        munit_assert_double(fabs(y[k] - 2.0 * y[4 + k] + y[8 + k]), <, 1e-12);
                if (i == columns - 1)
                    for (int k = 0; k < 4; ++k)
                        munit_assert_double(fabs(y[4 * k + 3] - 2.0 * y[4 * k + 2] + y[4 * k + 1]), <, 1e-12);
                if (i == 0 && j == 0)
                    munit_assert_double(fabs(y[0] - 4.0 * y[5] + 2.0 * y[6] + 2.0 * y[9] - y[10]), <, 1e-12);
            }
        // Neighbours share them: one for each point of the boundary, and one more at each corner.
        munit_assert_uint32(b.build.rows.count, ==, (uint32_t)(2 * (columns + 1 + rows + 1) + 4));
        test_mesh_end(&b);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

// proves: 004-04. Red when a ring looks across a crease.
static MunitResult crease(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_mesh b;
    cage_shared shared;
    test_cage_grid(&t, 4, 4);
    for (uint32_t i = 0; i < 4; ++i) // along the middle, a valley
        test_cage_crease(&t, 10 + i, 11 + i, 10.0f);
    for (uint32_t i = 0; i < 25; ++i)
        t.point[i].y = i < 10 ? 2.0f - (float)(i / 5) : i < 15 ? 0.0f : 3.0f * (float)(i / 5 - 2);
    test_mesh_begin(&b, &t);
    munit_assert_true(mas_shared_begin(&b.build, b.mesh, &shared));
    for (uint32_t k = 0; k < 2; ++k) // faces on both sides of point 12, right of it
    {
        uint32_t p[16];
        munit_assert_true(mas_patch_regular(&b.build, b.mesh, &shared, k == 0 ? 6 : 10, p));
        for (int i = 0; i < 4; ++i)
        {
            double at[3];
            test_mesh_position(&b, p[k == 0 ? 12 + i : i], at); // the row beyond the crease: each side goes on straight
            munit_assert_double(fabs(at[1] + (k == 0 ? 1.0 : 3.0)), <, 1e-12);
        }
    }
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/grids", grids, NULL, NULL, 0, NULL },
    { "/crease", crease, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_patches_suite = { "/patches", tests, NULL, 1, 0 };
