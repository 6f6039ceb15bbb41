#ifndef MAS_BOUNDS_H
#define MAS_BOUNDS_H

#include "collision.h"
#include "rigid/rigid.h"

typedef struct mas_bounds
{
    mas_pass place;
} mas_bounds;

extern const mas_kernel_desc mas_bounds_kernels[];
extern const uint32_t mas_bounds_kernel_count;

massa_result mas_bounds_create(mas_bounds*, mas_kernels*, const mas_colliders*, const mas_bodies*);
// Slots in use; the body of every collider is one of bodies.
void mas_bounds_record(const mas_bounds*, mas_recorder*, uint32_t colliders, uint32_t bodies);

#endif
