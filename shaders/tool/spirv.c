// Three walks over the module, each linear: define ids, give them names and decorations, then lay out what they
// declare. Types stand before their use in a valid module, so nothing here recurses and a hostile file cannot loop us.
#include "spirv.h"

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.h>
extern inline void SpvHasResultAndType(SpvOp, bool*, bool*); // the header leaves C without an external definition

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_WORDS 5
#define MAX_WORDS (4u << 20) // 16 MiB
#define MAX_BOUND (1u << 20) // ids; 48 bytes each here

static bool fail(char* error, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, SPIRV_ERROR_SIZE, format, args);
    va_end(args);
    return false;
}

// What a walk reads of an instruction is there: the fewest words of each opcode that we interpret.
static uint32_t fewest_words(uint32_t op)
{
    switch (op)
    {
    case SpvOpName: return 3;
    case SpvOpMemberName: return 4;
    case SpvOpString: return 3;
    case SpvOpLine: return 4;
    case SpvOpExtInstImport: return 3;
    case SpvOpExtInst: return 5;
    case SpvOpEntryPoint: return 4;
    case SpvOpExecutionMode: return 3;
    case SpvOpTypeInt: return 4;
    case SpvOpTypeFloat: return 3;
    case SpvOpTypeVector: return 4;
    case SpvOpTypeMatrix: return 4;
    case SpvOpTypeArray: return 4;
    case SpvOpTypeRuntimeArray: return 3;
    case SpvOpTypePointer: return 4;
    case SpvOpConstant: return 4;
    case SpvOpSpecConstant: return 4;
    case SpvOpSpecConstantOp: return 4;
    case SpvOpVariable: return 4;
    case SpvOpDecorate: return 3;
    case SpvOpMemberDecorate: return 4;
    default: return 1;
    }
}

static spirv_op op_at(const spirv_module* m, uint32_t at)
{
    spirv_op op = { .op = m->word[at] & 0xffff, .words = m->word[at] >> 16, .word = m->word + at };
    bool has_result, has_type;
    SpvHasResultAndType((SpvOp)op.op, &has_result, &has_type);
    if (has_type) op.type = spirv_word(&op, 1);
    if (has_result) op.result = spirv_word(&op, has_type ? 2 : 1);
    return op;
}

bool mas_spirv_next(const spirv_module* m, uint32_t* at, spirv_op* op)
{
    if (*at < HEADER_WORDS) *at = HEADER_WORDS;
    if (*at >= m->words) return false;
    *op = op_at(m, *at);
    *at += op->words;
    return true;
}

spirv_op mas_spirv_definition(const spirv_module* m, uint32_t id)
{
    if (id >= m->bound || m->ids[id].at == 0) return (spirv_op){ 0 };
    return op_at(m, m->ids[id].at);
}

const char* mas_spirv_text(const spirv_op* op, uint32_t i)
{
    if (i >= op->words) return NULL;
    const char* text = (const char*)(op->word + i); // little-endian hosts, as everywhere in massa
    return memchr(text, 0, 4 * (size_t)(op->words - i)) ? text : NULL;
}

static bool is_type(const spirv_module* m, uint32_t id)
{
    const uint32_t op = mas_spirv_definition(m, id).op;
    return op >= SpvOpTypeVoid && op <= SpvOpTypePipe; // those of core SPIR-V are neighbours
}

// First walk: the instructions tile the module, and every result id is defined once, below the bound.
static bool define_ids(spirv_module* m, uint32_t* member_total, char* error)
{
    uint64_t members = 0;
    for (uint32_t at = HEADER_WORDS; at < m->words;)
    {
        const uint32_t words = m->word[at] >> 16;
        if (words == 0 || words > m->words - at)
            return fail(error, "The instruction at word %u runs past the end of the module.", at);
        const spirv_op op = op_at(m, at);
        if (words < fewest_words(op.op))
            return fail(error, "The instruction at word %u (opcode %u) is cut short.", at, op.op);
        bool has_result, has_type;
        SpvHasResultAndType((SpvOp)op.op, &has_result, &has_type);
        if (has_result)
        {
            if (op.result == 0 || op.result >= m->bound)
                return fail(error, "The instruction at word %u defines id %u, outside of 1..%u.", at, op.result,
                            m->bound - 1);
            if (m->ids[op.result].at != 0) return fail(error, "Id %u is defined twice.", op.result);
            m->ids[op.result].at = at;
        }
        if (has_type && !is_type(m, op.type))
            return fail(error, "The instruction at word %u has a type that nothing before it declares.", at);
        if (op.op == SpvOpTypeStruct)
        {
            m->ids[op.result].structure = m->struct_count++;
            members += words - 2;
        }
        if (op.op == SpvOpSpecConstant || op.op == SpvOpSpecConstantTrue || op.op == SpvOpSpecConstantFalse)
            ++m->spec_count;
        if (op.op == SpvOpVariable) ++m->binding_count; // an upper bound; collected later
        at += words;
    }
    *member_total = (uint32_t)members; // below MAX_WORDS
    return true;
}

static void decorate(spirv_id* id, uint32_t decoration, uint32_t value)
{
    switch (decoration)
    {
    case SpvDecorationBlock: id->block = true; break;
    case SpvDecorationBufferBlock: id->buffer_block = true; break;
    case SpvDecorationArrayStride: id->array_stride = value; break;
    case SpvDecorationDescriptorSet: id->set = value; break;
    case SpvDecorationBinding: id->binding = value; break;
    case SpvDecorationSpecId: id->spec = value; break;
    case SpvDecorationNonReadable: id->nonreadable = true; break;
    case SpvDecorationNonWritable: id->nonwritable = true; break;
    case SpvDecorationBuiltIn: id->workgroup_size = value == SpvBuiltInWorkgroupSize; break;
    default: break;
    }
}

static void decorate_member(spirv_member* member, uint32_t decoration, uint32_t value)
{
    switch (decoration)
    {
    case SpvDecorationOffset: member->offset = value; break;
    case SpvDecorationMatrixStride: member->type.matrix_stride = value; break;
    case SpvDecorationNonReadable: member->nonreadable = true; break;
    case SpvDecorationNonWritable: member->nonwritable = true; break;
    default: break;
    }
}

// Second walk. Decorations may name what is not there (a fuzzed file does): those are dropped, spirv-val reports them.
static bool name_and_decorate(spirv_module* m, char* error)
{
    spirv_op op;
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        const bool member = op.op == SpvOpMemberName || op.op == SpvOpMemberDecorate;
        if (!member && op.op != SpvOpName && op.op != SpvOpDecorate) continue;
        if (op.word[1] >= m->bound)
            return fail(error, "A name or decoration is given to id %u, which cannot exist.", op.word[1]);
        spirv_id* id     = &m->ids[op.word[1]];
        const bool name  = op.op == SpvOpName || op.op == SpvOpMemberName;
        const char* text = name ? mas_spirv_text(&op, member ? 3 : 2) : "";
        if (!text) return fail(error, "The name of id %u does not end.", op.word[1]);
        if (!member)
        {
            if (name)
                id->name = text;
            else
                decorate(id, op.word[2], spirv_word(&op, 3));
            continue;
        }
        if (id->structure == SPIRV_NONE || op.word[2] >= m->structs[id->structure].member_count) continue;
        spirv_member* target = &m->structs[id->structure].members[op.word[2]];
        if (name)
            target->name = text;
        else
            decorate_member(target, op.word[3], spirv_word(&op, 4));
    }
    return true;
}

static uint32_t constant_value(const spirv_module* m, uint32_t id)
{
    const spirv_op op = mas_spirv_definition(m, id);
    return op.op == SpvOpConstant || op.op == SpvOpSpecConstant ? op.word[3] : 0;
}

static spirv_kind scalar_kind(const spirv_op* op, uint32_t* bits)
{
    *bits = op->op == SpvOpTypeInt || op->op == SpvOpTypeFloat ? op->word[2] : 0;
    switch (op->op)
    {
    case SpvOpTypeBool: return SPIRV_BOOL;
    case SpvOpTypeInt: return op->word[3] ? SPIRV_INT : SPIRV_UINT;
    case SpvOpTypeFloat: return SPIRV_FLOAT;
    default: return SPIRV_OTHER;
    }
}

static void resolve_type(const spirv_module* m, uint32_t id, spirv_type* type)
{
    spirv_op op = mas_spirv_definition(m, id);
    type->width = type->columns = 1;
    if (op.op == SpvOpTypeArray || op.op == SpvOpTypeRuntimeArray)
    {
        type->array        = op.op == SpvOpTypeArray ? constant_value(m, op.word[3]) : SPIRV_NONE;
        type->array_stride = m->ids[op.result].array_stride;
        op                 = mas_spirv_definition(m, op.word[2]);
    }
    if (op.op == SpvOpTypeMatrix)
    {
        type->columns = op.word[3];
        op            = mas_spirv_definition(m, op.word[2]);
    }
    if (op.op == SpvOpTypeVector)
    {
        type->width = op.word[3];
        op          = mas_spirv_definition(m, op.word[2]);
    }
    if (op.op == SpvOpTypeStruct)
    {
        type->kind      = SPIRV_STRUCT;
        type->structure = m->ids[op.result].structure;
    }
    else
        type->kind = scalar_kind(&op, &type->bits);
}

// Bytes of one member without tail padding, and its std430 alignment. Types without a layout count as 0.
static uint64_t member_bytes(const spirv_module* m, const spirv_type* type, uint32_t* align)
{
    uint64_t bytes;
    if (type->kind == SPIRV_STRUCT)
    {
        *align = m->structs[type->structure].align;
        bytes  = m->structs[type->structure].end;
    }
    else
    {
        const uint32_t scalar = type->bits / 8;
        *align                = scalar * (type->width == 3 ? 4 : type->width);
        bytes                 = (uint64_t)scalar * type->width;
        if (type->columns > 1 && type->matrix_stride != SPIRV_NONE)
            bytes += (uint64_t)type->matrix_stride * (type->columns - 1);
    }
    if (type->array == 0) return bytes;
    if (type->array == SPIRV_NONE || type->array_stride == SPIRV_NONE) return 0;
    return (uint64_t)type->array * type->array_stride;
}

static bool lay_out(spirv_module* m, spirv_struct* s, const spirv_op* op, char* error)
{
    uint64_t end = 0;
    s->align     = 1;
    for (uint32_t i = 0; i < s->member_count; ++i)
    {
        spirv_member* member = &s->members[i];
        resolve_type(m, op->word[2 + i], &member->type);
        // Also keeps member_bytes from reading a struct that is not laid out yet.
        if (member->type.structure != SPIRV_NONE && &m->structs[member->type.structure] >= s)
            return fail(error, "Struct %u holds a struct declared after it.", op->result);
        if (member->type.bits > 64 || member->type.width > 16 || member->type.columns > 4)
            return fail(error, "Struct %u has a member of an impossible type.", op->result);
        uint32_t align;
        const uint64_t bytes = member_bytes(m, &member->type, &align);
        if (align > s->align) s->align = align;
        if (member->offset == SPIRV_NONE) continue;
        if (member->offset + bytes > end) end = member->offset + bytes;
    }
    const uint64_t size = (end + s->align - 1) / s->align * s->align;
    if (size >= SPIRV_NONE) return fail(error, "Struct %u is larger than 4 GiB.", op->result);
    s->end  = (uint32_t)end;
    s->size = (uint32_t)size;
    return true;
}

static char block_access(const spirv_struct* s, const spirv_id* variable)
{
    bool reads = s->member_count == 0, writes = reads;
    for (uint32_t i = 0; i < s->member_count; ++i)
    {
        reads  = reads || !s->members[i].nonreadable;
        writes = writes || !s->members[i].nonwritable;
    }
    reads  = reads && !variable->nonreadable;
    writes = writes && !variable->nonwritable;
    return reads ? (writes ? 'x' : 'r') : 'w';
}

static bool add_variable(spirv_module* m, const spirv_op* op, char* error)
{
    const uint32_t storage   = op->word[3];
    const spirv_op pointer   = mas_spirv_definition(m, op->type);
    const spirv_id* variable = &m->ids[op->result];
    if (storage == SpvStorageClassUniformConstant)
    {
        m->bindings[m->binding_count++] = (spirv_binding){
            .set       = variable->set,
            .binding   = variable->binding,
            .name      = variable->name,
            .variable  = variable->name,
            .access    = 't',
            .texels    = true,
            .structure = SPIRV_NONE,
        };
        return true;
    }
    if (storage != SpvStorageClassPushConstant && storage != SpvStorageClassUniform &&
        storage != SpvStorageClassStorageBuffer)
        return true;
    uint32_t target = pointer.op == SpvOpTypePointer ? pointer.word[3] : 0;
    spirv_op block  = mas_spirv_definition(m, target);
    if (block.op == SpvOpTypeArray || block.op == SpvOpTypeRuntimeArray) // an array of descriptors
        block = mas_spirv_definition(m, target = block.word[2]);
    if (block.op != SpvOpTypeStruct) return fail(error, "Variable %u is a buffer without a block.", op->result);
    const uint32_t structure = m->ids[target].structure;
    if (storage == SpvStorageClassPushConstant)
    {
        if (m->push != SPIRV_NONE) return fail(error, "The module has two push constant blocks.");
        m->push = structure;
        return true;
    }
    const bool uniform              = storage == SpvStorageClassUniform && !m->ids[target].buffer_block;
    m->bindings[m->binding_count++] = (spirv_binding){
        .set       = variable->set,
        .binding   = variable->binding,
        .name      = m->structs[structure].name,
        .variable  = variable->name,
        .access    = uniform ? 'u' : block_access(&m->structs[structure], variable),
        .uniform   = uniform,
        .structure = structure,
    };
    return true;
}

static void set_local_size(spirv_module* m, const spirv_op* op)
{
    for (uint32_t i = 0; i < 3; ++i)
    {
        const uint32_t id     = spirv_word(op, 3 + i); // of OpConstantComposite and of OpExecutionModeId alike
        m->local_size[i]      = constant_value(m, id);
        m->local_size_spec[i] = id < m->bound ? m->ids[id].spec : SPIRV_NONE;
    }
}

// Third walk: layouts, bindings, push constants, specialization constants, entry point.
static bool declare(spirv_module* m, char* error)
{
    m->binding_count = m->spec_count = 0;
    bool in_function = false;
    spirv_op op, size_id = { 0 }, size_constant = { 0 };
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        switch (op.op)
        {
        case SpvOpEntryPoint:
            if (m->entry) return fail(error, "The module has two entry points.");
            if (op.word[1] != SpvExecutionModelGLCompute) return fail(error, "The entry point is no compute shader.");
            m->entry = mas_spirv_text(&op, 3);
            if (!m->entry) return fail(error, "The name of the entry point does not end.");
            break;
        case SpvOpExecutionMode:
            if (op.word[2] == SpvExecutionModeLocalSize)
                for (uint32_t i = 0; i < 3; ++i)
                    m->local_size[i] = spirv_word(&op, 3 + i);
            break;
        case SpvOpExecutionModeId:
            if (spirv_word(&op, 2) == SpvExecutionModeLocalSizeId) size_id = op; // its constants come later
            break;
        case SpvOpTypeStruct:
            if (!lay_out(m, &m->structs[m->ids[op.result].structure], &op, error)) return false;
            break;
        case SpvOpSpecConstantTrue:
        case SpvOpSpecConstantFalse:
        case SpvOpSpecConstant:
        {
            const spirv_id* id = &m->ids[op.result];
            if (id->spec == SPIRV_NONE) break;
            spirv_spec* spec    = &m->specs[m->spec_count++];
            *spec               = (spirv_spec){ .id = id->spec, .name = id->name, .kind = SPIRV_BOOL };
            spec->value         = op.op == SpvOpSpecConstant ? op.word[3] : op.op == SpvOpSpecConstantTrue;
            const spirv_op type = mas_spirv_definition(m, op.type);
            uint32_t bits;
            if (op.op == SpvOpSpecConstant) spec->kind = scalar_kind(&type, &bits);
            break;
        }
        case SpvOpConstantComposite:
        case SpvOpSpecConstantComposite:
            if (m->ids[op.result].workgroup_size) size_constant = op;
            break;
        case SpvOpVariable:
            if (!add_variable(m, &op, error)) return false;
            break;
        case SpvOpFunction: in_function = true; break;
        case SpvOpFunctionEnd: in_function = false; break;
        default: break;
        }
    }
    if (!m->entry) return fail(error, "The module has no entry point.");
    if (in_function) return fail(error, "The module ends within a function.");
    if (size_id.op) set_local_size(m, &size_id);
    if (size_constant.op) set_local_size(m, &size_constant); // the built-in overrides the execution mode
    return true;
}

static int compare_bindings(const void* a, const void* b)
{
    const spirv_binding* x = a;
    const spirv_binding* y = b;
    if (x->set != y->set) return x->set < y->set ? -1 : 1;
    return x->binding < y->binding ? -1 : x->binding > y->binding;
}

static int compare_specs(const void* a, const void* b)
{
    const spirv_spec* x = a;
    const spirv_spec* y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static bool read_words(spirv_module* m, char* error)
{
    m->bound = m->word[3];
    if (m->bound == 0 || m->bound > MAX_BOUND) return fail(error, "The module claims %u ids.", m->bound);
    m->ids = calloc(m->bound, sizeof *m->ids);
    if (!m->ids) return fail(error, "Out of memory.");
    for (uint32_t i = 0; i < m->bound; ++i)
    {
        spirv_id* id  = &m->ids[i];
        id->name      = "";
        id->structure = id->array_stride = id->binding = id->spec = SPIRV_NONE;
    }
    uint32_t member_total;
    if (!define_ids(m, &member_total, error)) return false;

    // One more than needed: calloc(0) may be NULL.
    m->structs  = calloc(m->struct_count + 1, sizeof *m->structs);
    m->members  = calloc(member_total + 1, sizeof *m->members);
    m->bindings = calloc(m->binding_count + 1, sizeof *m->bindings);
    m->specs    = calloc(m->spec_count + 1, sizeof *m->specs);
    if (!m->structs || !m->members || !m->bindings || !m->specs) return fail(error, "Out of memory.");

    spirv_member* next = m->members;
    spirv_op op;
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        if (op.op != SpvOpTypeStruct) continue;
        spirv_struct* s = &m->structs[m->ids[op.result].structure];
        *s              = (spirv_struct){ .id = op.result, .member_count = op.words - 2, .members = next };
        next += s->member_count;
        for (uint32_t i = 0; i < s->member_count; ++i)
        {
            spirv_type* type     = &s->members[i].type;
            s->members[i].name   = "";
            s->members[i].offset = SPIRV_NONE;
            type->array_stride = type->matrix_stride = type->structure = SPIRV_NONE;
        }
    }
    if (!name_and_decorate(m, error)) return false;
    for (uint32_t i = 0; i < m->struct_count; ++i)
    {
        m->structs[i].name  = m->ids[m->structs[i].id].name;
        m->structs[i].block = m->ids[m->structs[i].id].block || m->ids[m->structs[i].id].buffer_block;
    }
    if (!declare(m, error)) return false;
    qsort(m->bindings, m->binding_count, sizeof *m->bindings, compare_bindings);
    qsort(m->specs, m->spec_count, sizeof *m->specs, compare_specs);
    return true;
}

bool mas_spirv_read(spirv_module* m, const void* bytes, size_t size, char* error)
{
    *m = (spirv_module){ .push = SPIRV_NONE, .local_size_spec = { SPIRV_NONE, SPIRV_NONE, SPIRV_NONE } };
    if (size % 4 != 0) return fail(error, "The file is not a whole number of words.");
    if (size < 4 * HEADER_WORDS) return fail(error, "The file is too short for a SPIR-V module.");
    if (size / 4 > MAX_WORDS) return fail(error, "The module is larger than 16 MiB.");
    m->words = (uint32_t)(size / 4);
    m->word  = malloc(size);
    if (!m->word) return fail(error, "Out of memory.");
    memcpy(m->word, bytes, size);
    if (m->word[0] != SpvMagicNumber)
    {
        mas_spirv_free(m);
        return fail(error, "The file does not start with SPIR-V's magic number.");
    }
    if (read_words(m, error)) return true;
    mas_spirv_free(m);
    return false;
}

bool mas_spirv_read_file(spirv_module* m, const char* path, char* error)
{
    FILE* file = fopen(path, "rb");
    if (!file) return fail(error, "The file cannot be opened.");
    // Read in growing steps: a pipe has no length to ask for.
    uint8_t* bytes = NULL;
    size_t size = 0, room = 0;
    for (;;)
    {
        if (size == room)
        {
            room            = room ? 2 * room : 65536;
            uint8_t* larger = room <= 8u * MAX_WORDS ? realloc(bytes, room) : NULL;
            if (!larger) break;
            bytes = larger;
        }
        const size_t got = fread(bytes + size, 1, room - size, file);
        size += got;
        if (got == 0) break;
    }
    const bool complete = feof(file) && !ferror(file);
    fclose(file);
    const bool ok = complete ? mas_spirv_read(m, bytes, size, error) : fail(error, "The file cannot be read.");
    free(bytes);
    return ok;
}

void mas_spirv_free(spirv_module* m)
{
    free(m->word);
    free(m->ids);
    free(m->structs);
    free(m->members);
    free(m->bindings);
    free(m->specs);
    *m = (spirv_module){ 0 };
}

const spirv_struct* mas_spirv_find_struct(const spirv_module* m, const char* name)
{
    // glslang declares a struct twice when functions have it in variables too: that one has no layout.
    const spirv_struct* found = NULL;
    for (uint32_t i = 0; i < m->struct_count; ++i)
    {
        const spirv_struct* s = &m->structs[i];
        if (strcmp(s->name, name) != 0) continue;
        if (!found || found->member_count == 0 || found->members[0].offset == SPIRV_NONE) found = s;
    }
    return found;
}

const spirv_binding* mas_spirv_find_binding(const spirv_module* m, uint32_t set, uint32_t binding)
{
    for (uint32_t i = 0; i < m->binding_count; ++i)
        if (m->bindings[i].set == set && m->bindings[i].binding == binding) return &m->bindings[i];
    return NULL;
}
