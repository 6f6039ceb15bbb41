// The bodies that each contact pushes, and whether it may keep its colour. It may if the last
// step knew all of these bodies as pushed: of a body that slept, or was not dynamic, two contacts can have the same
// colour.
#ifndef MAS_GRAPH_LINK_GLSL
#define MAS_GRAPH_LINK_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "rigid/graph_shared.h"

#ifndef ARRAYS_ELSEWHERE
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 3) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 4) writeonly buffer Link { graph_link link[]; };
layout(std430, binding = 5) buffer Choice { uint choice[]; }; // in: what was kept; out: 1 + colour, or 0
#endif

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
