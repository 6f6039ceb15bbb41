#ifndef MAS_NARROW_ROUND_H
#define MAS_NARROW_ROUND_H

#include "collision.h"

typedef struct mas_narrow_round
{
    mas_pass detect;
    mas_span list;
} mas_narrow_round;

extern const mas_kernel_desc mas_narrow_round_kernels[];
extern const uint32_t mas_narrow_round_kernel_count;

// pair: collider_pair; index: uint, the pairs to look at, and list their header; manifolds: by pair. Pairs not in the
// index keep theirs.
massa_result mas_narrow_round_create(mas_narrow_round*, mas_kernels*, const mas_colliders*, mas_span pair,
                                     mas_span index, mas_span list, mas_span manifolds);
void mas_narrow_round_record(const mas_narrow_round*, mas_recorder*);

#endif
