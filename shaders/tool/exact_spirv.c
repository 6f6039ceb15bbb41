// massa_spirv: makes a shader's arithmetic the same on every device, or refuses the shader.
//   massa_spirv [--int64] IN.spv -o OUT.spv [--c OUT.c --symbol NAME]
//   1. every instruction must be on the list (exact_list.c); the first complaints name file and line
//   2. every float add, subtract, multiply and negate gets NoContraction: without it drivers may fuse or reorder
//      integers have 32 bits, with --int64 also 64: not every device has those
//   3. OUT is IN without debug information; OUT.c holds it as a C array
// IN comes from glslangValidator -g, whose OpLine tells file and line.
#include "exact_list.h"
#include "spirv.h"

#include <spirv/unified1/spirv.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COMPLAINTS 20    // a page; the rest is counted
#define SMALLEST 0x35800000u // bits of 2^-20: products of constants stay far from the denormals, where drivers differ

typedef struct place
{
    const char* file; // NULL when unknown
    uint32_t line;    // 0 when unknown
    bool known;       // by id: there is such a place at all
} place;

typedef struct checker
{
    const spirv_module* m;
    const char* input;     // IN's path
    place* use;            // by id: where code first uses it
    place* definition;     // by id
    bool* odd_float;       // by id: a type made of floats that are not 32 bits wide
    bool* odd_int;         // by id: a type made of integers of a width that is not allowed
    bool* is_float;        // by id: a type made of 32-bit floats, pointers included
    bool* no_contraction;  // by id: decorated already
    const char* main_file; // the shader itself
    bool int64;            // 64-bit integers are allowed
    uint32_t glsl;         // id of the GLSL.std.450 import, 0 without
    uint32_t complaints;
} checker;

static void complain(checker* c, place where, const char* name, const char* problem, const char* hint)
{
    if (++c->complaints > MAX_COMPLAINTS) return;
    if (!where.file) where.file = c->main_file ? c->main_file : c->input;
    fputs(where.file, stderr);
    if (where.line) fprintf(stderr, ":%u", where.line);
    fprintf(stderr, ": error: %s %s%s%s.\n", name, problem, hint ? ": " : "", hint ? hint : "");
}

// Lines hold from an OpLine to the end of the function.
static void follow(const spirv_module* m, const spirv_op* op, place* here)
{
    if (op->op == SpvOpLine)
    {
        const spirv_op file = mas_spirv_definition(m, op->word[1]);
        here->file          = file.op == SpvOpString ? mas_spirv_text(&file, 2) : NULL;
        here->line          = op->word[2];
    }
    else if (op->op == SpvOpNoLine || op->op == SpvOpFunctionEnd)
        *here = (place){ .known = true };
}

// Which operands of an instruction are ids; only used to find where a constant is used, so it may miss exotic ones.
static bool operand_is_id(const spirv_op* op, uint32_t i)
{
    switch (op->op)
    {
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpLabel:
    case SpvOpFunction:
    case SpvOpFunctionParameter: return false;
    case SpvOpVariable: return i == 4;
    case SpvOpLoad: return i == 3;
    case SpvOpStore:
    case SpvOpCopyMemory: return i <= 2;
    case SpvOpCompositeExtract: return i == 3;
    case SpvOpCompositeInsert:
    case SpvOpVectorShuffle: return i == 3 || i == 4;
    case SpvOpExtInst: return i >= 5;
    case SpvOpSelectionMerge:
    case SpvOpSwitch: return i == 1;
    case SpvOpLoopMerge: return false;
    case SpvOpBranchConditional: return i <= 3;
    default: return i > (op->type ? 2u : 0u);
    }
}

static void note_uses(checker* c, const spirv_op* op, uint32_t first, place where)
{
    for (uint32_t i = first; i < op->words; ++i)
    {
        const uint32_t id = op->word[i];
        if (operand_is_id(op, i) && id < c->m->bound && !c->use[id].known) c->use[id] = where;
    }
}

// A struct, vector, array, matrix or pointer is what its parts are; parts come first.
static void note_type(checker* c, const spirv_op* op)
{
    uint32_t first = 2, last = 3;
    switch (op->op)
    {
    case SpvOpTypeFloat:
        c->is_float[op->result]  = op->word[2] == 32;
        c->odd_float[op->result] = op->word[2] != 32;
        return;
    case SpvOpTypeInt: c->odd_int[op->result] = op->word[2] != 32 && !(op->word[2] == 64 && c->int64); return;
    case SpvOpTypePointer: first = 3, last = 4; break;
    case SpvOpTypeStruct: last = op->words; break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: break;
    default: return;
    }
    for (uint32_t i = first; i < last; ++i)
    {
        const uint32_t part = spirv_word(op, i);
        if (part >= c->m->bound) continue;
        c->is_float[op->result]  = c->is_float[op->result] || c->is_float[part];
        c->odd_float[op->result] = c->odd_float[op->result] || c->odd_float[part];
        c->odd_int[op->result]   = c->odd_int[op->result] || c->odd_int[part];
    }
}

// Places of uses and definitions, kinds of types, the import, the shader's own file.
static void survey(checker* c, uint32_t* composites)
{
    const spirv_module* m    = c->m;
    place here               = { .known = true };
    bool in_function         = false;
    uint32_t composite_count = 0;
    spirv_op op;
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        follow(m, &op, &here);
        if (op.op == SpvOpString && !c->main_file)
            c->main_file = mas_spirv_text(&op, 2); // glslang's first
        else if (op.op == SpvOpExtInstImport)
        {
            const char* set = mas_spirv_text(&op, 2);
            if (set && strcmp(set, "GLSL.std.450") == 0) c->glsl = op.result;
        }
        else if (op.op == SpvOpDecorate && op.word[2] == SpvDecorationNoContraction && op.word[1] < m->bound)
            c->no_contraction[op.word[1]] = true;
        else
            note_type(c, &op);

        if (op.op == SpvOpFunction) in_function = true;
        if (op.op == SpvOpConstantComposite || op.op == SpvOpSpecConstantComposite)
            composites[composite_count++] = op.result;
        if (op.result) c->definition[op.result] = here;
        if (in_function || op.op == SpvOpVariable) note_uses(c, &op, 1, here);
    }
    // A constant inside a composite is used where the composite is; backwards, for composites hold earlier ones.
    while (composite_count-- > 0)
    {
        op = mas_spirv_definition(m, composites[composite_count]);
        if (c->use[op.result].known) note_uses(c, &op, 3, c->use[op.result]);
    }
}

static void check_rule(checker* c, const spirv_op* op, place here, uint32_t opcode)
{
    const exact_rule* rule = mas_exact_op(opcode);
    char name[32];
    snprintf(name, sizeof name, "Opcode %u", opcode);
    if (!rule)
        complain(c, here, name, "is not on the list of exact operations", NULL);
    else if (rule->verdict == EXACT_REFUSE)
        complain(c, here, rule->name, "is not exact", rule->hint);
    else if (rule->verdict == EXACT_NO_FLOATS)
    {
        // A store has no result type: its pointer has one.
        const uint32_t type = op->type ? op->type : mas_spirv_definition(c->m, spirv_word(op, 1)).type;
        if (c->is_float[type]) complain(c, here, rule->name, "of a float is not exact", rule->hint);
    }
    else if (rule->verdict == EXACT_DECORATE && op->op == SpvOpSpecConstantOp)
        complain(c, here, rule->name, "of specialization constants cannot be decorated", "compute it on the host");
}

static void check_extended(checker* c, const spirv_op* op, place here)
{
    char name[32];
    if (op->word[3] != c->glsl)
    {
        complain(c, here, "OpExtInst", "from a set other than GLSL.std.450 is not exact", NULL);
        return;
    }
    const exact_rule* rule = mas_exact_glsl(op->word[4]);
    snprintf(name, sizeof name, "GLSL.std.450 instruction %u", op->word[4]);
    if (!rule)
        complain(c, here, name, "is not on the list of exact operations", NULL);
    else if (rule->verdict == EXACT_REFUSE)
        complain(c, here, rule->name, "is not exact", rule->hint);
}

static void check_constant(checker* c, const spirv_op* op)
{
    // What nothing uses cannot harm: glslang keeps unused global constants, and those that it folded into others.
    const uint32_t magnitude = op->word[3] & 0x7fffffff;
    if (mas_spirv_definition(c->m, op->type).op != SpvOpTypeFloat || !c->is_float[op->type]) return;
    if (!c->use[op->result].known || magnitude == 0) return;
    float value;
    memcpy(&value, &op->word[3], sizeof value);
    char name[48];
    snprintf(name, sizeof name, "Constant %.9g", (double)value);
    if (magnitude >= 0x7f800000)
        complain(c, c->use[op->result], name, "is no finite number", NULL);
    else if (magnitude < SMALLEST)
        complain(c, c->use[op->result], name, "is below 2^-20 in magnitude", "denormals lie that way; rescale");
}

static void check_decoration(checker* c, const spirv_op* op)
{
    const uint32_t decoration = op->op == SpvOpMemberDecorate ? op->word[3] : op->word[2];
    const char* hint          = NULL;
    switch (decoration)
    {
    case SpvDecorationRelaxedPrecision: hint = "RelaxedPrecision may halve the bits; drop mediump and lowp"; break;
    case SpvDecorationFPRoundingMode:
    case SpvDecorationFPFastMathMode: hint = "rounding is to nearest even everywhere"; break;
    default: return;
    }
    const uint32_t id = op->word[1] < c->m->bound ? op->word[1] : 0;
    const char* name  = c->m->ids[id].name;
    if (!*name && c->complaints > 0) return; // a named variable makes its intermediates relaxed too: say it once
    char subject[64];
    snprintf(subject, sizeof subject, "The precision of '%.32s'", *name ? name : "a value");
    complain(c, c->use[id].known ? c->use[id] : c->definition[id], subject, "is not exact", hint);
}

// Of images, buffers read by texels of unsigned integers: what kernel.c makes views for.
static void check_image(checker* c, const spirv_op* op, place here)
{
    const spirv_op sampled = mas_spirv_definition(c->m, spirv_word(op, 2));
    const bool is_uint     = sampled.op == SpvOpTypeInt && spirv_word(&sampled, 3) == 0;
    const bool is_texels   = spirv_word(op, 3) == SpvDimBuffer && spirv_word(op, 7) == 1;
    if (!is_uint || !is_texels) complain(c, here, "An image", "is no buffer read by unsigned texels", "see texel.glsl");
}

static void check(checker* c)
{
    const spirv_module* m = c->m;
    place here            = { .known = true };
    place odd_float       = { 0 }; // where a float of another width is first seen, preferably in a function
    place odd_int         = { 0 };
    spirv_op op;
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        follow(m, &op, &here);
        check_rule(c, &op, here, op.op);
        switch (op.op)
        {
        case SpvOpExtInst: check_extended(c, &op, here); break;
        case SpvOpCapability:
            if (op.word[1] == SpvCapabilityInt64Atomics)
                complain(c, here, "A 64-bit atomic", "is not exact", "it is no part of shaderInt64");
            break;
        case SpvOpTypeImage: check_image(c, &op, here); break;
        case SpvOpSpecConstantOp: check_rule(c, &op, here, op.word[3]); break;
        case SpvOpConstant:
        case SpvOpSpecConstant: check_constant(c, &op); break;
        case SpvOpDecorate:
        case SpvOpMemberDecorate: check_decoration(c, &op); break;
        default: break;
        }
        if ((c->odd_float[op.result] || c->odd_float[op.type]) && !odd_float.file) odd_float = here;
        if ((c->odd_int[op.result] || c->odd_int[op.type]) && !odd_int.file) odd_int = here;
    }
    if (odd_float.known)
        complain(c, odd_float, "A float type", "is not 32 bits wide", "massa's devices have 32-bit floats only");
    if (odd_int.known)
        complain(c, odd_int, "An integer type", "is not 32 bits wide", "few devices have others; see words.glsl");
}

static bool is_debug(uint32_t op)
{
    switch (op)
    {
    case SpvOpSourceContinued:
    case SpvOpSource:
    case SpvOpSourceExtension:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpString:
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpModuleProcessed: return true;
    default: return false;
    }
}

// Decorations end where types begin.
static bool is_before_types(uint32_t op)
{
    switch (op)
    {
    case SpvOpCapability:
    case SpvOpExtension:
    case SpvOpExtInstImport:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpMemberDecorate: return true;
    default: return is_debug(op);
    }
}

// Returns the words written to out, which has room for the module and three words per id.
static uint32_t rewrite(const checker* c, uint32_t* out)
{
    const spirv_module* m = c->m;
    uint32_t n            = 5;
    bool decorated        = false;
    memcpy(out, m->word, 5 * sizeof *out);
    spirv_op op, arithmetic;
    for (uint32_t at = 0; mas_spirv_next(m, &at, &op);)
    {
        if (!decorated && !is_before_types(op.op))
        {
            for (uint32_t from = 0; mas_spirv_next(m, &from, &arithmetic);)
            {
                const exact_rule* rule = mas_exact_op(arithmetic.op);
                if (!rule || rule->verdict != EXACT_DECORATE || c->no_contraction[arithmetic.result]) continue;
                out[n++] = 3u << 16 | SpvOpDecorate;
                out[n++] = arithmetic.result;
                out[n++] = SpvDecorationNoContraction;
            }
            decorated = true;
        }
        if (is_debug(op.op)) continue;
        memcpy(out + n, op.word, op.words * sizeof *out);
        n += op.words;
    }
    return n;
}

static bool finish(FILE* file, const char* path)
{
    if (file && !ferror(file) && fclose(file) == 0) return true;
    fprintf(stderr, "%s: error: The file cannot be written.\n", path);
    remove(path);
    return false;
}

static bool write_binary(const char* path, const uint32_t* word, uint32_t words)
{
    FILE* file = fopen(path, "wb");
    if (file) fwrite(word, sizeof *word, words, file);
    return finish(file, path);
}

static bool write_c(const char* path, const char* symbol, const uint32_t* word, uint32_t words)
{
    FILE* file = fopen(path, "w");
    if (!file) return finish(file, path);
    fprintf(file, "// Written by massa_spirv.\n#include <stdint.h>\n\nconst uint32_t %s[] = {\n", symbol);
    for (uint32_t i = 0; i < words; ++i)
        fprintf(file, "%s0x%08x,%s", i % 8 ? "" : "    ", word[i], i % 8 == 7 || i == words - 1 ? "\n" : " ");
    fprintf(file, "};\nconst uint32_t %s_words = %u;\n", symbol, words);
    return finish(file, path);
}

static bool make_exact(const char* input, bool int64, const char* output, const char* c_output, const char* symbol)
{
    spirv_module m;
    char error[SPIRV_ERROR_SIZE];
    if (!mas_spirv_read_file(&m, input, error))
    {
        fprintf(stderr, "%s: error: %s\n", input, error);
        return false;
    }
    checker c            = { .m = &m, .input = input, .int64 = int64 };
    c.use                = calloc(m.bound, sizeof *c.use);
    c.definition         = calloc(m.bound, sizeof *c.definition);
    c.odd_float          = calloc(m.bound, sizeof *c.odd_float);
    c.odd_int            = calloc(m.bound, sizeof *c.odd_int);
    c.is_float           = calloc(m.bound, sizeof *c.is_float);
    c.no_contraction     = calloc(m.bound, sizeof *c.no_contraction);
    uint32_t* composites = calloc(m.bound, sizeof *composites);
    uint32_t* out        = calloc((size_t)m.words + 3 * (size_t)m.bound, sizeof *out);
    bool ok = c.use && c.definition && c.odd_float && c.odd_int && c.is_float && c.no_contraction && composites && out;
    if (!ok) fprintf(stderr, "%s: error: Out of memory.\n", input);
    if (ok)
    {
        survey(&c, composites);
        check(&c);
        if (c.complaints > MAX_COMPLAINTS)
            fprintf(stderr, "%s: error: And %u more.\n", c.main_file ? c.main_file : input,
                    c.complaints - MAX_COMPLAINTS);
        ok = c.complaints == 0;
    }
    if (ok)
    {
        const uint32_t words = rewrite(&c, out);
        ok                   = write_binary(output, out, words) && (!c_output || write_c(c_output, symbol, out, words));
    }
    free(out);
    free(composites);
    free(c.no_contraction);
    free(c.is_float);
    free(c.odd_int);
    free(c.odd_float);
    free(c.definition);
    free(c.use);
    mas_spirv_free(&m);
    return ok;
}

static bool is_identifier(const char* s)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *s && !(*s >= '0' && *s <= '9') && s[strspn(s, letters)] == 0;
}

int main(int argc, char** argv)
{
    const char *input = NULL, *output = NULL, *c_output = NULL, *symbol = NULL;
    bool ok = true, int64 = false;
    for (int i = 1; i < argc; ++i)
    {
        const char** value = strcmp(argv[i], "-o") == 0         ? &output
                             : strcmp(argv[i], "--c") == 0      ? &c_output
                             : strcmp(argv[i], "--symbol") == 0 ? &symbol
                                                                : NULL;
        if (value && i + 1 < argc)
            *value = argv[++i];
        else if (strcmp(argv[i], "--int64") == 0)
            int64 = true;
        else if (!value && argv[i][0] != '-' && !input)
            input = argv[i];
        else
            ok = false;
    }
    if (!ok || !input || !output || !c_output != !symbol || (symbol && !is_identifier(symbol)))
    {
        fputs("Usage: massa_spirv [--int64] IN.spv -o OUT.spv [--c OUT.c --symbol NAME]\n", stderr);
        return 2;
    }
    return make_exact(input, int64, output, c_output, symbol) ? 0 : 1;
}
