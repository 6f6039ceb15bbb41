// Compact: the indices of the entries whose flag is not zero, in order.
#ifndef MAS_COMPACT_H
#define MAS_COMPACT_H

#include "scan.h"

typedef struct mas_compact
{
    mas_pass count, keep;
    mas_scan_sums sums;
    mas_span list, kept_list;
    uint32_t capacity; // indices that there is room for
} mas_compact;

extern const mas_kernel_desc mas_compact_kernels[];
extern const uint32_t mas_compact_kernel_count;

// Scratch for a list of at most capacity entries.
void mas_compact_plan(mas_compact*, mas_arena*, uint32_t capacity);
// flags: one uint per entry of list. kept: room for indices; those that find none are dropped, the last ones first, and
// counted: kept_list, a header that this completes, has the number of flags as needed.
massa_result mas_compact_create(mas_compact*, mas_kernels*, mas_span flags, mas_span list, mas_span kept,
                                mas_span kept_list);
void mas_compact_record(const mas_compact*, mas_recorder*);

#endif
