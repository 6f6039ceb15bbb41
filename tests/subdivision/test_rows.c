// Sums of points, and the sines that they are made with.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"
#include "subdivision/cage_work.h"

#include "harness.h"

#include <math.h>

static double weight_of(const cage_rows* r, uint32_t row, uint32_t point)
{
    for (uint64_t i = r->first[row - r->points]; i < r->first[row - r->points + 1]; ++i)
        if (r->entry_point[i] == point) return r->entry_weight[i];
    return 0.0;
}

static MunitResult rows_add_up(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    cage_heap heap = { .device = &test_cage_host()->device };
    cage_rows r;
    uint32_t a, b, c;
    munit_assert_true(mas_rows_begin(&r, &heap, 10));
    mas_rows_add(&r, 7, 0.25);
    mas_rows_add(&r, 2, 0.5);
    mas_rows_add(&r, 7, 0.25);
    munit_assert_true(mas_rows_end(&r, &a));
    mas_rows_add(&r, a, 2.0);
    mas_rows_add(&r, 2, -1.0); // cancels: is left out
    munit_assert_true(mas_rows_end(&r, &b));
    mas_rows_add(&r, a, 0.5);
    mas_rows_add(&r, b, 0.25);
    mas_rows_add(&r, 9, 0.25);
    munit_assert_true(mas_rows_end(&r, &c));
    munit_assert_uint32(a, ==, 10);
    munit_assert_uint32(c, ==, 12);
    munit_assert_uint64(r.first[1] - r.first[0], ==, 2);
    munit_assert_uint64(r.first[2] - r.first[1], ==, 1);
    munit_assert_uint32(r.entry_point[0], ==, 2);
    munit_assert_double_equal(weight_of(&r, a, 7), 0.5, 15);
    munit_assert_double_equal(weight_of(&r, b, 7), 1.0, 15);
    munit_assert_double_equal(weight_of(&r, c, 7), 0.5, 15);
    munit_assert_double_equal(weight_of(&r, c, 2), 0.25, 15);
    munit_assert_double_equal(weight_of(&r, c, 9), 0.25, 15);
    for (uint32_t n = 0; n < 5000; ++n) // and grow
    {
        for (uint32_t k = 0; k < 10; ++k)
            mas_rows_add(&r, (n + 3 * k) % 10, 0.1 * (double)(k + 1));
        munit_assert_true(mas_rows_end(&r, &a));
        munit_assert_double_equal(weight_of(&r, a, n % 10), 0.1, 14);
    }
    mas_cage_give_all(&heap);
    munit_assert_int64(test_cage_host()->blocks, ==, 0);
    return MUNIT_OK;
}

static MunitResult sines(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const double pi = 3.14159265358979323846;
    for (int64_t b = 1; b < 70; ++b)
        for (int64_t a = -3 * b; a <= 3 * b; ++a)
        {
            munit_assert_double(fabs(mas_cage_cos(a, b) - cos(pi * (double)a / (double)b)), <, 3e-15);
            munit_assert_double(fabs(mas_cage_sin(a, b) - sin(pi * (double)a / (double)b)), <, 3e-15);
        }
    munit_assert_true(mas_cage_cos(1, 2) == 0.0 && mas_cage_cos(1, 1) == -1.0 && mas_cage_sin(1, 1) == 0.0 &&
                      mas_cage_sin(1, 2) == 1.0 && mas_cage_cos(0, 5) == 1.0 && mas_cage_sin(4, 4) == 0.0);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/rows-add-up", rows_add_up, NULL, NULL, 0, NULL },
    { "/sines", sines, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_rows_suite = { "/rows", tests, NULL, 1, 0 };
