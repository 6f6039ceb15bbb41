// Reads a SPIR-V module: what the build tool walks through, and what tests compare with C (bindings, struct layouts).
// Reflection needs a module that kept its names (glslangValidator -g); without them names are empty strings.
// A module is checked while it is read: after mas_spirv_read succeeds no access below leaves it.
#ifndef MAS_TOOL_SPIRV_H
#define MAS_TOOL_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPIRV_NONE UINT32_MAX // no such struct, offset, stride, binding or specialization constant
#define SPIRV_ERROR_SIZE 256  // room for any one-sentence error

typedef enum spirv_kind
{
    SPIRV_OTHER,
    SPIRV_BOOL,
    SPIRV_INT,
    SPIRV_UINT,
    SPIRV_FLOAT,
    SPIRV_STRUCT
} spirv_kind;

// A member's type, unwrapped: ARRAY of MATRIX of VECTOR of scalar or struct, absent layers being 1 (array: 0).
// Arrays of arrays, pointers and images are SPIRV_OTHER: shared structs have none.
typedef struct spirv_type
{
    spirv_kind kind;
    uint32_t bits;          // of one scalar; 0 for structs
    uint32_t width;         // components of a vector, 1..4
    uint32_t columns;       // of a matrix, 1..4
    uint32_t array;         // elements; 0 no array, SPIRV_NONE sized by the buffer
    uint32_t array_stride;  // bytes, SPIRV_NONE when not laid out
    uint32_t matrix_stride; // bytes, SPIRV_NONE when not laid out
    uint32_t structure;     // index into structs, or SPIRV_NONE
} spirv_type;

typedef struct spirv_member
{
    const char* name;
    uint32_t offset; // bytes, SPIRV_NONE when not laid out
    bool nonreadable;
    bool nonwritable;
    spirv_type type;
} spirv_member;

typedef struct spirv_struct
{
    const char* name;
    bool block;     // a buffer's or the push constants' outermost struct
    uint32_t end;   // bytes to the end of the last member, a runtime array counted as empty
    uint32_t size;  // end rounded up to the std430 alignment: what sizeof gives in C
    uint32_t align; // std430
    uint32_t id;
    uint32_t member_count;
    spirv_member* members;
} spirv_struct;

typedef struct spirv_binding
{
    uint32_t set;
    uint32_t binding;
    const char* name;     // of the block, or of the texels
    const char* variable; // "" when the block has no instance name
    char access;          // r reads, w writes, x both, from readonly and writeonly; u a uniform block, t texels
    bool uniform;         // a uniform block
    bool texels;          // a buffer read by texels; neither: a storage buffer
    uint32_t structure;   // SPIRV_NONE for texels
} spirv_binding;

typedef struct spirv_spec
{
    uint32_t id; // constant_id
    const char* name;
    spirv_kind kind;
    uint32_t value; // bits of the default; a bool is 0 or 1
} spirv_spec;

// One instruction; word[0] holds count and opcode, so operands start at word[1].
typedef struct spirv_op
{
    uint32_t op;
    uint32_t words;
    const uint32_t* word;
    uint32_t type;   // id, 0 when it has none
    uint32_t result; // id, 0 when it has none
} spirv_op;

typedef struct spirv_id
{
    uint32_t at; // word where its instruction starts, 0 when nothing defines it
    const char* name;
    uint32_t structure; // index into structs
    uint32_t array_stride;
    uint32_t set;
    uint32_t binding;
    uint32_t spec;
    bool block;
    bool buffer_block; // the old spelling of a storage buffer
    bool nonreadable;
    bool nonwritable;
    bool workgroup_size;
} spirv_id;

typedef struct spirv_module
{
    const char* entry;           // name of the one compute entry point
    uint32_t local_size[3];      // a specialized one holds its default here
    uint32_t local_size_spec[3]; // constant_id, or SPIRV_NONE for a literal
    spirv_binding* bindings;     // sorted by set, then binding
    uint32_t binding_count;
    uint32_t push; // index into structs, SPIRV_NONE without push constants
    spirv_struct* structs;
    uint32_t struct_count;
    spirv_spec* specs; // sorted by id
    uint32_t spec_count;

    uint32_t* word; // the module itself
    uint32_t words;
    spirv_id* ids;
    uint32_t bound;
    spirv_member* members; // all structs' members, one block
} spirv_module;

// On failure false, one sentence in error (SPIRV_ERROR_SIZE bytes), and nothing to free.
bool mas_spirv_read(spirv_module* m, const void* bytes, size_t size, char* error);
bool mas_spirv_read_file(spirv_module* m, const char* path, char* error);
void mas_spirv_free(spirv_module* m);

// Walks all instructions: start with *at = 0; false after the last.
bool mas_spirv_next(const spirv_module* m, uint32_t* at, spirv_op* op);

// The instruction that defines id, op->op == 0 when there is none.
spirv_op mas_spirv_definition(const spirv_module* m, uint32_t id);

// Operand i, 0 past the end: a valid module has no id 0.
static inline uint32_t spirv_word(const spirv_op* op, uint32_t i)
{
    return i < op->words ? op->word[i] : 0;
}

// The zero-terminated string at operand i, or NULL when it does not end inside the instruction.
const char* mas_spirv_text(const spirv_op* op, uint32_t i);

// NULL when there is none; of structs that share a name, the first with a layout.
const spirv_struct* mas_spirv_find_struct(const spirv_module* m, const char* name);
const spirv_binding* mas_spirv_find_binding(const spirv_module* m, uint32_t set, uint32_t binding);

#endif
