// Exclusive scan of uint32 over a list: every entry becomes the sum of the entries before it, modulo 2^32.
#ifndef MAS_SCAN_H
#define MAS_SCAN_H

#include "core/list.h"

// What the first dispatch leaves for the second (scan.glsl); compact and unique have the same.
typedef struct mas_scan_sums
{
    mas_span chunk_sum; // SCAN_BLOCK_CHUNKS per block
    mas_span block_sum; // SCAN_PILE_STRIDE per pile of blocks; 0 before the first dispatch
} mas_scan_sums;

mas_scan_sums mas_scan_plan_sums(mas_arena*, uint32_t capacity);

typedef struct mas_scan
{
    bool is_short; // the list never has more than SCAN_SHORT entries
    mas_pass reduce, scan;
    mas_scan_sums sums;
    mas_span list, total;
} mas_scan;

extern const mas_kernel_desc mas_scan_kernels[];
extern const uint32_t mas_scan_kernel_count;

// Scratch for a list of at most capacity entries.
void mas_scan_plan(mas_scan*, mas_arena*, uint32_t capacity);
// values and sums: one uint per entry, the same span (in place) or disjoint ones; entries from the list's count on stay
// as they are. total: one uint, the sum of all entries, 0 for an empty list.
massa_result mas_scan_create(mas_scan*, mas_kernels*, mas_span values, mas_span sums, mas_span list, mas_span total);
void mas_scan_record(const mas_scan*, mas_recorder*);
// The same, but an empty list leaves the total as it is.
void mas_scan_record_again(const mas_scan*, mas_recorder*);

#endif
