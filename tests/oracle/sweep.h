// Twin of sweep and prune (compute/collision/sweep.c).
#ifndef MAS_ORACLE_SWEEP_H
#define MAS_ORACLE_SWEEP_H

#include "colliders.h"
#include "collision/sweep_shared.h"

// The principal axis of all centres, w 0.
mas_vec4 oracle_sweep_axis(const oracle_colliders*);
// mark: one per collider in use, by (start, slot).
void oracle_sweep_marks(const oracle_colliders*, mas_vec4 axis, sweep_mark* mark);
// In the device's order: by owner, each its partners of later rank, then those without bounds.
oracle_pairs oracle_sweep_pairs(const oracle_colliders*);

#endif
