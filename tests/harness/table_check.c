#include "table_check.h"
#include "core/spirv_table.h"
#include "spirv.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum
{
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

#define WRONG(...) return snprintf(error, TABLE_TEXT, __VA_ARGS__), false

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

static bool check_names(const mas_kernel_desc* k, const spirv_module* m, char* error)
{
    if (k->binding == NULL) return true;
    for (uint32_t i = 0; i < m->binding_count; ++i)
        if (k->binding[i] == NULL || strcmp(k->binding[i], m->bindings[i].name) != 0)
            WRONG("binding %u is '%s' in the table and '%s' in the shader", i,
                  k->binding[i] != NULL ? k->binding[i] : "nothing", m->bindings[i].name);
    if (k->binding[m->binding_count] != NULL)
        WRONG("'%s' has a name in the table and no binding", k->binding[m->binding_count]);
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

static bool read_shader(spirv_module* m, const char* name, char* error)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.spv", MASSA_SHADER_DEBUG_DIR, name);
    return mas_spirv_read_file(m, path, error);
}

static bool check_module(const mas_kernel_desc* k, const char* name, char* error)
{
    spirv_module m;
    if (!read_shader(&m, name, error)) return false;
    const bool right = check_bindings(k, &m, error) && check_names(k, &m, error) && check_push(k, &m, error) &&
                       check_constants(k, &m, error);
    mas_spirv_free(&m);
    return right;
}

static bool has_shader(const char* name)
{
    for (uint32_t i = 0; i < mas_spirv_count; ++i)
        if (strcmp(mas_spirv_table[i].name, name) == 0) return true;
    return false;
}

bool test_check_kernel(const mas_kernel_desc* k, char* error)
{
    char twin[64];
    snprintf(twin, sizeof twin, "%s_twin", k->name);
    return check_module(k, k->name, error) && (!has_shader(twin) || check_module(k, twin, error));
}

static bool is_twin(const mas_kernel_twin* t)
{
    return t->lanes != 0 || t->name != NULL || t->access != NULL || t->idle;
}

bool test_check_row(const mas_kernel_desc* k, char* error)
{
    if (!test_check_kernel(k, error)) return false;
    for (uint32_t i = 0; i < MAS_MAX_TWINS; ++i)
        if (is_twin(&k->twin[i]) && !test_check_twin(k, &k->twin[i], mas_kernel_of(k, &k->twin[i]), error))
            return false;
    return true;
}

// Bytes per element of a storage buffer; 0 of anything else.
static uint32_t stride_of(const spirv_module* m, const spirv_binding* b)
{
    if (b->uniform || b->texels || b->structure == SPIRV_NONE) return 0;
    const spirv_struct* s = &m->structs[b->structure];
    const spirv_type* t   = &s->members[s->member_count - 1].type;
    return t->array == SPIRV_NONE ? t->array_stride : s->size;
}

bool test_has_unnamed_pair(const mas_kernel_desc* k)
{
    spirv_module m;
    char error[TABLE_TEXT];
    bool pair = false;
    if (k->binding != NULL || !read_shader(&m, k->name, error)) return false;
    for (uint32_t i = 1; i < m.binding_count && !pair; ++i)
    {
        const uint32_t stride = stride_of(&m, &m.bindings[i]);
        pair                  = stride != 0 && stride == stride_of(&m, &m.bindings[i - 1]);
    }
    mas_spirv_free(&m);
    return pair;
}
