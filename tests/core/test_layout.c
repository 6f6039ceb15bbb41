// Structs that C and GLSL share, byte for byte: the compiler's offsetof against every SPIR-V module that has the
// struct.
// runs: host. It needs no device.
#include "layout.h"
#include "core/spirv_table.h"
#include "spirv.h"

#include <munit.h>
#include <stdio.h>
#include <string.h>

enum
{
    MAX_TEXT = 320
};

// Bytes of a member, as sizeof counts them in C.
static uint32_t member_size(const spirv_module* m, const spirv_type* t)
{
    if (t->array != 0) return t->array * t->array_stride;
    if (t->kind == SPIRV_STRUCT) return m->structs[t->structure].size;
    return t->columns > 1 ? t->columns * t->matrix_stride : t->width * t->bits / 8;
}

static bool compare_member(const spirv_module* m, const spirv_member* glsl, const layout_member* c, char* error)
{
    if (strcmp(glsl->name, c->name) != 0)
        snprintf(error, MAX_TEXT, "a member is '%s' in C and '%s' in GLSL", c->name, glsl->name);
    else if (glsl->offset != c->offset)
        snprintf(error, MAX_TEXT, "'%s' is at %zu in C and at %u in GLSL", c->name, c->offset, glsl->offset);
    else if (member_size(m, &glsl->type) != c->size)
        snprintf(error, MAX_TEXT, "'%s' has %zu bytes in C and %u in GLSL", c->name, c->size,
                 member_size(m, &glsl->type));
    else if (glsl->type.width == 3 || glsl->type.kind == SPIRV_BOOL)
        snprintf(error, MAX_TEXT, "'%s' is a vec3 or a bool, which have no layout in common with C", c->name);
    else
        return true;
    return false;
}

static bool compare_struct(const spirv_module* m, const spirv_struct* glsl, const layout_struct* c, char* error)
{
    if (glsl->member_count != c->member_count)
    {
        snprintf(error, MAX_TEXT, "%u members in C and %u in GLSL", c->member_count, glsl->member_count);
        return false;
    }
    for (uint32_t i = 0; i < c->member_count; ++i)
        if (!compare_member(m, &glsl->members[i], &c->members[i], error)) return false;
    if (glsl->size == c->size) return true;
    snprintf(error, MAX_TEXT, "%zu bytes in C and %u in GLSL", c->size, glsl->size);
    return false;
}

// Compares one struct with all kernels. False, with one sentence: it differs, or no kernel has it.
static bool check(const layout_struct* c, char* error)
{
    char what[MAX_TEXT];
    uint32_t found = 0;
    for (uint32_t k = 0; k < mas_spirv_count; ++k)
    {
        spirv_module m;
        char path[512];
        snprintf(path, sizeof path, "%s/%s.spv", MASSA_SHADER_DEBUG_DIR, mas_spirv_table[k].name);
        if (!mas_spirv_read_file(&m, path, what)) munit_errorf("%s: %s", path, what);
        bool same = true;
        for (uint32_t i = 0; i < m.struct_count && same; ++i)
        {
            const spirv_struct* s = &m.structs[i];
            if (strcmp(s->name, c->name) != 0 || s->member_count == 0 || s->members[0].offset == SPIRV_NONE) continue;
            ++found;
            same = compare_struct(&m, s, c, what);
        }
        mas_spirv_free(&m);
        if (same) continue;
        snprintf(error, MAX_TEXT, "%s of %.80s in kernel %.60s: %.120s.", c->name, c->header, mas_spirv_table[k].name,
                 what);
        return false;
    }
    if (found > 0) return true;
    snprintf(error, MAX_TEXT, "%s of %.80s is in no kernel's buffers or push constants.", c->name, c->header);
    return false;
}

static MunitResult shared_structs_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t wrong = 0, count = 0;
    for (; test_layouts[count].name != NULL; ++count)
    {
        char error[MAX_TEXT];
        if (check(&test_layouts[count], error)) continue;
        fprintf(stderr, "%s\n", error);
        ++wrong;
    }
    munit_assert_uint32(count, >, 1); // list_header and mas_range at the least
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

// Negative control: structs that are wrong on purpose are caught, each for its own reason.
static MunitResult planted_structs_are_caught(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const struct
    {
        const char *name, *words;
    } expected[] = {
        { "planted_offset", "'middle' is at 4 in C and at 16 in GLSL" },
        { "planted_size", "'only' is a vec3 or a bool" },
        { "planted_unused", "is in no kernel" },
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i)
    {
        char error[MAX_TEXT];
        munit_assert_string_equal(planted_layouts[i].name, expected[i].name);
        munit_assert_false(check(&planted_layouts[i], error));
        if (strstr(error, expected[i].words) == NULL) munit_errorf("\"%s\" lacks \"%s\".", error, expected[i].words);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/shared-structs-agree", shared_structs_agree, NULL, NULL, 0, NULL },
    { "/planted-structs-are-caught", planted_structs_are_caught, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_layout_suite = { "/layout", tests, NULL, 1, 0 };
