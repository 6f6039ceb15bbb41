#ifndef MAS_COLLIDER_H
#define MAS_COLLIDER_H

#include "particle.h"
#include "particle/collider_shared.h"
#include "rigid/rigid.h"

typedef struct mas_collider
{
    mas_pass gather;
} mas_collider;

extern const mas_kernel_desc mas_collider_kernels[];
extern const uint32_t mas_collider_kernel_count;

massa_result mas_collider_create(mas_collider*, mas_kernels*, const mas_bodies*, mas_span params, mas_span entries,
                                 mas_span states);
void mas_collider_record(const mas_collider*, mas_recorder*, uint32_t colliders, uint32_t bodies);

#endif
