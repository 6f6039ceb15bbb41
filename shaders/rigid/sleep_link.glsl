// Two awake bodies in contact belong to one island. A body in contact with a kinematic body that moves stays awake.
// Static bodies, and kinematic ones that stand still, link nothing.
// The kernel binds state, contacts, contact, of_pair, meet, parent and restless.
#ifndef MAS_SLEEP_LINK_GLSL
#define MAS_SLEEP_LINK_GLSL

#include "rigid/sleep.glsl"
#include "collision/collision_shared.h"

#include "rigid/sleep_union.glsl"

void link_islands(uint i)
{
    if ((of_pair[contact[i]].flags & MANIFOLD_SENSOR) != 0u) return;
    uint a = meet[of_pair[contact[i]].a].who, b = meet[of_pair[contact[i]].b].who;
    if (((a | b) & MEET_ASLEEP) != 0u) return;
    bool free_a = (a & MEET_DYNAMIC) != 0u, free_b = (b & MEET_DYNAMIC) != 0u;
    a &= MEET_BODY_MASK;
    b &= MEET_BODY_MASK;
    if (free_a && free_b) unite(a, b);
    else if (free_a) atomicOr(restless[a], 1u);
    else if (free_b) atomicOr(restless[b], 1u);
}

#endif
