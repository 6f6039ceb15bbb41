#ifndef MAS_BRUTE_H
#define MAS_BRUTE_H

#include "pairs.h"

typedef struct mas_brute
{
    mas_pairs_scan scan;
    mas_pass count, write;
} mas_brute;

extern const mas_kernel_desc mas_brute_kernels[];
extern const uint32_t mas_brute_kernel_count;

void mas_brute_plan(mas_brute*, mas_arena*, const mas_colliders*, const mas_pairs*);
massa_result mas_brute_create(mas_brute*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_brute_record(const mas_brute*, mas_recorder*, uint32_t colliders); // slots in use

#endif
