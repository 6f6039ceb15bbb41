// What a massa shader may do. Everything else Vulkan leaves open in some bit, so two drivers may answer differently.
#ifndef MAS_TOOL_EXACT_LIST_H
#define MAS_TOOL_EXACT_LIST_H

#include <stdint.h>

typedef enum exact_verdict
{
    EXACT_REFUSE,    // refused, and the hint says what to write instead
    EXACT_ALLOW,     // moves bits, or works on integers, or is exact by itself
    EXACT_DECORATE,  // exact once NoContraction forbids fusing and reordering
    EXACT_NO_FLOATS, // allowed on integers, refused on floats
} exact_verdict;

typedef struct exact_rule
{
    uint32_t op;
    exact_verdict verdict;
    const char* name;
    const char* hint; // completes "NAME is not exact: HINT"
} exact_rule;

const exact_rule* mas_exact_op(uint32_t op);            // a core opcode; NULL when unlisted
const exact_rule* mas_exact_glsl(uint32_t instruction); // of GLSL.std.450; NULL when unlisted

#endif
