// Every row of every kernel table against what the SPIR-V declares, and every kernel in exactly one table. What a table
// says is what the recorder builds barriers and layouts from: a wrong letter is a race.
// runs: host. It needs no device.
#include "tables.h"
#include "core/spirv_table.h"
#include "spirv.h"

#include <ctype.h>
#include <munit.h>
#include <stdio.h>
#include <string.h>

enum
{
    MAX_TEXT           = 320,
    FLOOR_SHARED_BYTES = 16384,
    FLOOR_GROUP        = 128,
    LIST_GROUP_ID      = 4, // list.glsl
};

// ---- Shared memory ----

enum // SPIR-V
{
    OP_TYPE_INT     = 21,
    OP_TYPE_FLOAT   = 22,
    OP_TYPE_VECTOR  = 23,
    OP_TYPE_ARRAY   = 28,
    OP_TYPE_STRUCT  = 30,
    OP_TYPE_POINTER = 32,
    OP_CONSTANT     = 43,
    OP_VARIABLE     = 59,
    CLASS_WORKGROUP = 4,
    UNKNOWN_SIZE    = 1 << 30, // an array whose length is a specialization constant
};

static uint32_t type_size(const spirv_module* m, uint32_t id)
{
    const spirv_op t = mas_spirv_definition(m, id);
    uint32_t bytes   = 0;
    switch (t.op)
    {
    case OP_TYPE_INT:
    case OP_TYPE_FLOAT: return spirv_word(&t, 2) / 8;
    case OP_TYPE_VECTOR: return spirv_word(&t, 3) * type_size(m, spirv_word(&t, 2));
    case OP_TYPE_ARRAY:
    {
        const spirv_op length = mas_spirv_definition(m, spirv_word(&t, 3));
        return length.op == OP_CONSTANT ? spirv_word(&length, 3) * type_size(m, spirv_word(&t, 2)) : UNKNOWN_SIZE;
    }
    case OP_TYPE_STRUCT:
        for (uint32_t i = 2; i < t.words; ++i)
            bytes += type_size(m, spirv_word(&t, i));
        return bytes;
    default: return UNKNOWN_SIZE;
    }
}

static uint32_t shared_bytes(const spirv_module* m)
{
    uint32_t at = 0, bytes = 0;
    for (spirv_op op; mas_spirv_next(m, &at, &op);)
    {
        if (op.op != OP_VARIABLE || spirv_word(&op, 3) != CLASS_WORKGROUP) continue;
        const spirv_op pointer = mas_spirv_definition(m, op.type);
        bytes += type_size(m, spirv_word(&pointer, 3));
    }
    return bytes;
}

// ---- One row ----

#define WRONG(...) return snprintf(error, MAX_TEXT, __VA_ARGS__), false

static bool check_bindings(const mas_kernel_desc* k, const spirv_module* m, char* error)
{
    const size_t count = strlen(k->access);
    if (count != m->binding_count) WRONG("%zu letters, but the shader has %u bindings", count, m->binding_count);
    uint32_t uniforms = 0, texels = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const spirv_binding* b = &m->bindings[i];
        uniforms += b->uniform;
        texels += b->texels;
        if (b->set != 0 || b->binding != i)
            WRONG("binding %u is '%s', number %u of set %u, and should have that number in set 0", i, b->name,
                  b->binding, b->set);
        if (tolower((unsigned char)k->access[i]) != b->access)
            WRONG("binding %u, '%s', is '%c' in the table and '%c' in the shader", i, b->name, k->access[i], b->access);
    }
    // What takes a small world as a whole is for devices that bind more than the floor (limits.wide).
    const uint32_t room = strncmp(k->name, "whole", 5) == 0 ? MAS_WIDE_STORAGE_BUFFERS : MAS_FLOOR_STORAGE_BUFFERS;
    if (uniforms > 1 || texels > MAS_MAX_TEXELS || count - uniforms - texels > room)
        WRONG("%zu bindings, %u of them uniform blocks, %u read by texels; there is room for one, %d, and %u storage "
              "buffers",
              count, uniforms, texels, MAS_MAX_TEXELS, room);
    return true;
}

static bool is_range(const spirv_module* m, const spirv_type* t)
{
    return t->kind == SPIRV_STRUCT && strcmp(m->structs[t->structure].name, "mas_range") == 0;
}

// The recorder writes mas_range over the first bytes of whatever runs with a host's count; an array in windows makes no
// sense without it.
static bool check_push(const mas_kernel_desc* k, const spirv_module* m, char* error)
{
    const spirv_struct* push  = m->push != SPIRV_NONE ? &m->structs[m->push] : NULL;
    const spirv_struct* inner = push;
    const uint32_t size       = push != NULL ? push->size : 0;
    if (k->push != size) WRONG("%u bytes of push constants in the table and %u in the shader", k->push, size);
    if (k->push > MAS_MAX_PUSH_BYTES) WRONG("%u bytes of push constants; at most %d fit", k->push, MAS_MAX_PUSH_BYTES);
    // Push { NAME_push p; }: the struct inside is what C knows.
    if (push != NULL && push->member_count == 1 && push->members[0].type.kind == SPIRV_STRUCT &&
        !is_range(m, &push->members[0].type))
        inner = &m->structs[push->members[0].type.structure];
    bool ranged = false;
    for (uint32_t i = 0; inner != NULL && i < inner->member_count; ++i)
    {
        if (!is_range(m, &inner->members[i].type)) continue;
        if (i > 0) WRONG("mas_range is member %u of the push constants; it comes first", i);
        ranged = true;
    }
    for (const char* letter = k->access; *letter != 0; ++letter)
        if (mas_windowed(*letter) && !ranged) WRONG("an array comes in windows, but the push constants lack mas_range");
    return true;
}

static bool check_constants(const mas_kernel_desc* k, const spirv_module* m, char* error)
{
    if (m->local_size_spec[0] != 0) WRONG("the group size is not specialization constant 0");
    if (m->local_size[1] != 1 || m->local_size[2] != 1) WRONG("groups are not one-dimensional");
    if (k->narrow > FLOOR_GROUP) WRONG("groups of %u threads; at most %d fit every device", k->narrow, FLOOR_GROUP);
    bool declared[MAS_MAX_CONSTANTS] = { false };
    for (uint32_t i = 0; i < m->spec_count; ++i)
    {
        const uint32_t id = m->specs[i].id;
        if (id > LIST_GROUP_ID) WRONG("specialization constant %u has no place in a table", id);
        if (id >= 1 && id <= MAS_MAX_CONSTANTS) declared[id - 1] = true;
    }
    for (uint32_t i = 0; i < MAS_MAX_CONSTANTS; ++i)
        if (k->constant[i] != 0 && !declared[i]) WRONG("the shader has no specialization constant %u", i + 1);
    const uint32_t bytes = shared_bytes(m);
    if (bytes > FLOOR_SHARED_BYTES) WRONG("%u bytes of shared memory; at most %d fit", bytes, FLOOR_SHARED_BYTES);
    return true;
}

static bool check_module(const mas_kernel_desc* k, const char* name, char* error)
{
    spirv_module m;
    char path[512];
    snprintf(path, sizeof path, "%s/%s.spv", MASSA_SHADER_DEBUG_DIR, name);
    if (!mas_spirv_read_file(&m, path, error)) return false;
    const bool right = check_bindings(k, &m, error) && check_push(k, &m, error) && check_constants(k, &m, error);
    mas_spirv_free(&m);
    return right;
}

static bool has_shader(const char* name)
{
    for (uint32_t i = 0; i < mas_spirv_count; ++i)
        if (strcmp(mas_spirv_table[i].name, name) == 0) return true;
    return false;
}

// The kernel and, where it was built for CPUs too (include/words.glsl), that one.
static bool check(const mas_kernel_desc* k, char* error)
{
    char cpu[64];
    snprintf(cpu, sizeof cpu, "%s_cpu", k->name);
    return check_module(k, k->name, error) && (!has_shader(cpu) || check_module(k, cpu, error));
}

// ---- All of them ----

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
            char error[MAX_TEXT];
            if (check(&t->kernels[i], error)) continue;
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

static bool has_row(const test_table* t, const char* shader)
{
    for (uint32_t i = 0; i < *t->count; ++i)
    {
        const char* name    = t->kernels[i].name;
        const size_t length = strlen(name);
        if (strncmp(name, shader, length) != 0) continue;
        if (shader[length] == 0 || strcmp(shader + length, "_cpu") == 0) return true;
    }
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
            tables += has_row(t, name);
        if (tables == (is_test_kernel(name) ? 0 : 1)) continue;
        fprintf(stderr, "%s.comp is in %u tables of compute/*/*.h.\n", name, tables);
        ++wrong;
    }
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

// Negative control: rows that are wrong on purpose are caught, each for its own reason.
static MunitResult planted_rows_are_caught(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const struct
    {
        mas_kernel_desc row;
        const char* words;
    } planted[] = {
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
    char error[MAX_TEXT];
    const mas_kernel_desc right = { .name = "transform_test", .access = "RW", .push = 20 };
    munit_assert_true(check(&right, error));
    for (size_t i = 0; i < sizeof planted / sizeof *planted; ++i)
    {
        munit_assert_false(check(&planted[i].row, error));
        if (strstr(error, planted[i].words) == NULL) munit_errorf("\"%s\" lacks \"%s\".", error, planted[i].words);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/tables-agree-with-shaders", tables_agree_with_shaders, NULL, NULL, 0, NULL },
    { "/every-shader-has-one-table", every_shader_has_one_table, NULL, NULL, 0, NULL },
    { "/planted-rows-are-caught", planted_rows_are_caught, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_tables_suite = { "/tables", tests, NULL, 1, 0 };
