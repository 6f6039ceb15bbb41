// Lines to draw: what collision found, in a buffer that a host draws from without looking at it.
#ifndef MAS_LINES_H
#define MAS_LINES_H

#include "contacts.h"
#include "collision/lines_shared.h"

typedef struct mas_lines
{
    mas_span all; // lines_header, then two line_vertex per line
    mas_span pairs, contacts;
    mas_pass bounds, pair_lines, contact_lines;
    uint32_t capacity; // lines
} mas_lines;

extern const mas_kernel_desc mas_lines_kernels[];
extern const uint32_t mas_lines_kernel_count;

// The host draws after the step, when scratch may hold another stage's data: the caller says which memory.
void mas_lines_plan(mas_lines*, mas_arena*, mas_class, uint32_t capacity);
massa_result mas_lines_create(mas_lines*, mas_kernels*, const mas_colliders*, const mas_pairs*, const mas_cache*,
                              const mas_contacts*);
mas_span mas_lines_header(const mas_lines*);   // of all; zeros draw nothing
mas_span mas_lines_vertices(const mas_lines*); // of all, behind the header
// flags: LINES_*, 0 for none. colliders: slots in use. length: m, of a normal.
void mas_lines_record(const mas_lines*, mas_recorder*, uint32_t flags, uint32_t colliders, float length);

#endif
