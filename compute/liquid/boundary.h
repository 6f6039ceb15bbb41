// Shapes as a liquid meets them: walls, drains that remove particles, sensors that count particles.
#ifndef MAS_BOUNDARY_H
#define MAS_BOUNDARY_H

#include "collision/collision.h"
#include "liquid.h"
#include "liquid/boundary_shared.h"
#include "particle/collider_shared.h"

typedef struct mas_boundary
{
    mas_span sensor_count; // uint: particles of a liquid in a sensor, at [collider * LIQUID_MAX + liquid]
    mas_pass find, drain, count;
} mas_boundary;

extern const mas_kernel_desc mas_boundary_kernels[];
extern const uint32_t mas_boundary_kernel_count;

void mas_boundary_plan(mas_boundary*, mas_arena*, uint32_t colliders);
// states: collider_state of this substep (particle/collider.h).
massa_result mas_boundary_create(mas_boundary*, mas_kernels*, const mas_liquid*, const mas_particles*,
                                 const mas_colliders*, mas_span states);
// Part number part of a substep, whose groups the list has: wall and wall_count of its places, 0 in empty places. The
// shapes go on from where states has them when the substep begins. drains: whether the world has any. A particle that
// is in a drain when the part begins gets LIQUID_GONE, its slot is cleared, and liquid_state.drained counts it; the
// kernel that commits the part leaves a tag of 0 in such a place. A drain thinner than the way of a part may miss a
// particle that flies through it.
void mas_boundary_record(const mas_boundary*, mas_recorder*, mas_span list, uint32_t slots, uint32_t part, bool drains);
// Once per step, in worlds with sensors, when particles are in their slots and states has the shapes where the step
// leaves them: sensor_count is cleared and counted anew, so that it holds the particles inside at the end of the step.
// A drain is a sensor: it counts the particles that it will take.
void mas_boundary_count_record(const mas_boundary*, mas_recorder*, uint32_t slots);

#endif
