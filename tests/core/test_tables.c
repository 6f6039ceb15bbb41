// Every row of every kernel table against what the SPIR-V declares, and every kernel in exactly one table. What a table
// says is what the recorder builds barriers and layouts from: a wrong letter is a race.
// runs: host. It needs no device.
#include "tables.h"
#include "core/spirv_table.h"
#include "table_check.h"

#include <munit.h>
#include <stdio.h>
#include <string.h>

static MunitResult tables_agree_with_shaders(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t wrong = 0, rows = 0;
    for (const test_table* t = test_tables; t->name != NULL; ++t)
    {
        munit_assert_uint32(*t->count, >, 0);
        for (uint32_t i = 0; i < *t->count; ++i, ++rows)
        {
            char error[TABLE_TEXT];
            if (test_check_row(&t->kernels[i], error)) continue;
            fprintf(stderr, "mas_%s_kernels[%u], %s: %s.\n", t->name, i, t->kernels[i].name, error);
            ++wrong;
        }
    }
    munit_assert_uint32(rows, >, 0);
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

static bool is_test_kernel(const char* name)
{
    for (const char* const* test = test_kernel_names; *test != NULL; ++test)
        if (strcmp(*test, name) == 0) return true;
    return false;
}

// Is this the shader of that name, or what the same source was built into a second time?
static bool is_built_from(const char* shader, const char* name)
{
    const size_t length = name != NULL ? strlen(name) : 0;
    if (name == NULL || strncmp(name, shader, length) != 0) return false;
    return shader[length] == 0 || strcmp(shader + length, "_twin") == 0;
}

static bool has_twin(const test_table* t, const char* shader)
{
    for (uint32_t i = 0; i < *t->count * MAS_MAX_TWINS; ++i)
        if (is_built_from(shader, t->kernels[i / MAS_MAX_TWINS].twin[i % MAS_MAX_TWINS].name)) return true;
    return false;
}

static bool has_row(const test_table* t, const char* shader)
{
    for (uint32_t i = 0; i < *t->count; ++i)
        if (is_built_from(shader, t->kernels[i].name)) return true;
    return false;
}

static MunitResult every_shader_has_one_table(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t wrong = 0;
    for (uint32_t k = 0; k < mas_spirv_count; ++k)
    {
        const char* name = mas_spirv_table[k].name;
        uint32_t tables  = 0;
        for (const test_table* t = test_tables; t->name != NULL; ++t)
            tables += has_row(t, name) || has_twin(t, name);
        if (tables == (is_test_kernel(name) ? 0 : 1)) continue;
        fprintf(stderr, "%s.comp is in %u tables of compute/*/*.h.\n", name, tables);
        ++wrong;
    }
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

// Shaders of twins lie in shaders/FAMILY/cpu, and no others.
static MunitResult twins_have_a_folder(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t wrong = 0, twins = 0;
    for (uint32_t k = 0; k < mas_spirv_count; ++k)
    {
        bool row = false, twin = false, folder = false;
        for (const test_table* t = test_tables; t->name != NULL; ++t)
        {
            row  = row || has_row(t, mas_spirv_table[k].name);
            twin = twin || has_twin(t, mas_spirv_table[k].name);
        }
        for (const char* const* name = test_twin_names; *name != NULL; ++name)
            folder = folder || is_built_from(mas_spirv_table[k].name, *name);
        twins += twin;
        if (twin == folder && !(row && twin)) continue;
        fprintf(stderr, "%s.comp is%s a row, is%s a twin, and is%s in a folder cpu.\n", mas_spirv_table[k].name,
                row ? "" : " not", twin ? "" : " not", folder ? "" : " not");
        ++wrong;
    }
    munit_assert_uint32(twins, >, 0);
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

enum
{
    UNNAMED = 111 // rows whose bindings are not named yet, although two of them could be swapped; only ever fewer
};

// Spans are bound by name where two of one stride are side by side: swapped, they would pass every check of types.
static MunitResult pairs_have_names(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t unnamed = 0;
    for (const test_table* t = test_tables; t->name != NULL; ++t)
        for (uint32_t i = 0; i < *t->count; ++i)
            unnamed += test_has_unnamed_pair(&t->kernels[i]);
    munit_assert_uint32(unnamed, >, 0);
    munit_assert_uint32(unnamed, <=, UNNAMED);
    return MUNIT_OK;
}

// Negative control: rows that are wrong on purpose are caught, each for its own reason.
static MunitResult planted_rows_are_caught(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const char* const names[MAS_MAX_BINDINGS]   = { "From", "To" };
    static const char* const swapped[MAS_MAX_BINDINGS] = { "To", "From" };
    static const char* const few[MAS_MAX_BINDINGS]     = { "From" };
    static const char* const many[MAS_MAX_BINDINGS]    = { "From", "To", "More" };
    static const struct
    {
        mas_kernel_desc row;
        const char* words;
    } planted[] = {
        { { .name = "transform_test", .access = "RW", .push = 20, .binding = swapped },
          "is 'To' in the table and 'From'" },
        { { .name = "transform_test", .access = "RW", .push = 20, .binding = few }, "is 'nothing' in the table" },
        { { .name = "transform_test", .access = "RW", .push = 20, .binding = many }, "'More' has a name in the table" },
        { { .name = "transform_test", .access = "R", .push = 20 }, "1 letters, but the shader has 2 bindings" },
        { { .name = "transform_test", .access = "XW", .push = 20 }, "binding 0, 'From', is 'X' in the table and 'r'" },
        { { .name = "transform_test", .access = "uW", .push = 20 }, "binding 0, 'From', is 'u' in the table and 'r'" },
        { { .name = "transform_test", .access = "RX", .push = 20 }, "binding 1, 'To', is 'X' in the table and 'w'" },
        { { .name = "transform_test", .access = "rr", .push = 20 }, "binding 1, 'To', is 'r' in the table and 'w'" },
        { { .name = "transform_test", .access = "rw", .push = 16 }, "16 bytes of push constants in the table and 20" },
        { { .name = "transform_test", .access = "rw", .push = 20, .narrow = 256 }, "groups of 256 threads" },
        { { .name = "transform_test", .access = "rw", .push = 20, .constant = { 0, 7 } },
          "no specialization constant 2" },
        { { .name = "texel_test", .access = "rw", .push = 8 }, "binding 0, 'From', is 'r' in the table and 't'" },
        { { .name = "planted_vec3", .access = "rW" }, "lack mas_range" },
        { { .name = "planted_table", .access = "wx", .push = 12 }, "binding 1 is 'Two', number 2" },
        { { .name = "planted_push", .access = "w", .push = 12 }, "mas_range is member 1" },
        { { .name = "planted_group", .access = "w" }, "not specialization constant 0" },
        { { .name = "planted_shared", .access = "w" }, "16400 bytes of shared memory" },
        { { .name = "no_such_kernel", .access = "rw" }, "cannot be opened" },
    };
    char error[TABLE_TEXT];
    const mas_kernel_desc right = { .name = "transform_test", .access = "RW", .push = 20, .binding = names };
    munit_assert_true(test_check_row(&right, error));
    for (size_t i = 0; i < sizeof planted / sizeof *planted; ++i)
    {
        munit_assert_false(test_check_row(&planted[i].row, error));
        if (strstr(error, planted[i].words) == NULL) munit_errorf("\"%s\" lacks \"%s\".", error, planted[i].words);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/tables-agree-with-shaders", tables_agree_with_shaders, NULL, NULL, 0, NULL },
    { "/every-shader-has-one-table", every_shader_has_one_table, NULL, NULL, 0, NULL },
    { "/twins-have-a-folder", twins_have_a_folder, NULL, NULL, 0, NULL },
    { "/pairs-have-names", pairs_have_names, NULL, NULL, 0, NULL },
    { "/planted-rows-are-caught", planted_rows_are_caught, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_tables_suite = { "/tables", tests, NULL, 1, 0 };
