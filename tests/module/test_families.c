// Rows of the families: every edit and every view that there is has one row, and an array that is small is undone
// whole. Red when a row is forgotten or written twice: the first of two would be taken, silently.
// runs: host. It needs no device.
#include "harness.h"
#include "inside.h"

#include <stdlib.h>

// How many rows a kind of edit has, in all families.
static uint32_t edit_rows(uint32_t kind)
{
    uint32_t rows = 0;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->edits; ++k)
            rows += mas_families[f]->edit[k].kind == kind;
    return rows;
}

static uint32_t view_rows(int kind)
{
    uint32_t rows = 0;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->views; ++k)
            rows += mas_families[f]->view[k].kind == kind;
    return rows;
}

static MunitResult one_row_each(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t kind = EDIT_BODY_CREATE; kind <= EDIT_LAST; ++kind)
    {
        munit_assert_uint32(edit_rows(kind), ==, 1);
        munit_assert_true(mas_edit_row_of(kind)->play != NULL);
    }
    munit_assert_uint32(edit_rows(0) + edit_rows(EDIT_LAST + 1), ==, 0);
    munit_assert_null(mas_edit_row_of(EDIT_LAST + 1));
    for (int kind = 0; kind < MASSA_VIEW_COUNT; ++kind)
        munit_assert_uint32(view_rows(kind), ==, 1);
    munit_assert_uint32(view_rows(MASSA_VIEW_COUNT), ==, 0);
    return MUNIT_OK;
}

// Only the last part of the report comes back in part: the ring's slots are copied up to its head.
static MunitResult the_report_ends_with_its_head(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint32_t heads = 0, behind = 0;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->reports; ++k)
        {
            behind = mas_families[f]->report[k].head > 0 ? 0 : behind + 1;
            heads += mas_families[f]->report[k].head > 0;
        }
    munit_assert_uint32(heads, ==, 1);
    munit_assert_uint32(behind, ==, 0);
    return MUNIT_OK;
}

// A section that is written is played, and has room; an array is never used beyond its room in an empty world.
static MunitResult rows_are_whole(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const massa_world_desc d = massa_default_world_desc();
    mas_tables* t            = munit_calloc(1, mas_tables_bytes(&d));
    mas_tables_init(t, &d);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
    {
        const mas_family* family = mas_families[f];
        munit_assert_not_null(family->name);
        munit_assert_not_null(family->plan);
        munit_assert_not_null(family->create);
        munit_assert((family->tape.write != NULL) == (family->tape.play != NULL));
        munit_assert((family->tape.write != NULL) == (family->tape.room != NULL));
        for (uint32_t k = 0; k < family->host_arrays; ++k)
        {
            munit_assert_uint64(family->host_array[k].used(t), <=, family->host_array[k].room(t));
            const uint64_t end = t->array[f][k] + family->host_array[k].room(t) * family->host_array[k].stride;
            munit_assert_uint64(end, <=, family->host_array[k].small ? t->small : t->bytes);
            if (!family->host_array[k].small) munit_assert_uint64(t->array[f][k], >=, t->small);
        }
    }
    free(t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/one-row-each", one_row_each, NULL, NULL, 0, NULL },
    { "/the-report-ends-with-its-head", the_report_ends_with_its_head, NULL, NULL, 0, NULL },
    { "/rows-are-whole", rows_are_whole, NULL, NULL, 0, NULL },
    { NULL, NULL, NULL, NULL, 0, NULL },
};
MunitSuite test_families_suite = { "/families", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
