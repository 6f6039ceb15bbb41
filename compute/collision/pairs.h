// What all broad phases share: from counts to firsts and the header.
#ifndef MAS_PAIRS_H
#define MAS_PAIRS_H

#include "collision.h"
#include "primitive/scan.h"

// The last bindings of a kernel that includes own.glsl, after its own four or more: count, first, pair.
#define MAS_OWN_COUNTS                                                                                                 \
    {                                                                                                                  \
        0                                                                                                              \
    } // its specialization constants when it counts,
#define MAS_OWN_WRITES                                                                                                 \
    {                                                                                                                  \
        1                                                                                                              \
    } // and when it writes

typedef struct mas_pairs_scan
{
    mas_span colliders; // header of the colliders in use
    mas_span total;     // uint: all pairs
    mas_scan scan;
    mas_pass finish;
    uint32_t capacity;
} mas_pairs_scan;

extern const mas_kernel_desc mas_pairs_kernels[];
extern const uint32_t mas_pairs_kernel_count;

void mas_pairs_scan_plan(mas_pairs_scan*, mas_arena*, const mas_pairs*, uint32_t colliders);
massa_result mas_pairs_scan_create(mas_pairs_scan*, mas_kernels*, const mas_pairs*);
void mas_pairs_scan_record(const mas_pairs_scan*, mas_recorder*, uint32_t colliders);
// The same for a caller that has completed the header of the colliders in use, or an empty one.
void mas_pairs_scan_record_list(const mas_pairs_scan*, mas_recorder*);

#endif
