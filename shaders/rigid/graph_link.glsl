// The bodies that each contact pushes, and whether it may keep its colour. It may if the last
// step knew all of these bodies as pushed: of a body that slept, or was not dynamic, two contacts can have the same
// colour.
// The kernel binds list, contact, of_pair, meet, link and choice.
#ifndef MAS_GRAPH_LINK_GLSL
#define MAS_GRAPH_LINK_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "rigid/graph_shared.h"

uint pushed(uint collider)
{
    uint who = meet[collider].who;
    return (who & (MEET_DYNAMIC | MEET_ASLEEP)) == MEET_DYNAMIC ? who & MEET_BODY_MASK : GRAPH_NOBODY;
}

void link_contact(uint i)
{
    uint pair = contact[i], kept = choice[i];
    bool sensor = (of_pair[pair].flags & MANIFOLD_SENSOR) != 0u;
    uint a = sensor ? GRAPH_NOBODY : pushed(of_pair[pair].a);
    uint b = sensor ? GRAPH_NOBODY : pushed(of_pair[pair].b);
    uint pushes = (a != GRAPH_NOBODY ? GRAPH_PUSHED_A : 0u) | (b != GRAPH_NOBODY ? GRAPH_PUSHED_B : 0u);
    uint number = kept & GRAPH_COLOUR_MASK;
    bool keeps  = pushes != 0u && (pushes & ~kept) == 0u && number <= GRAPH_COLOURS;
    link[i]   = graph_link(a, b);
    choice[i] = keeps ? number : 0u;
}

#endif
