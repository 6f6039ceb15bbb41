// Where each contact is solved, one contact a thread: in the block of the first partition that has all bodies it pushes,
// or in one of the second, or by itself. Sensors, and contacts that push no body, are not solved.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "rigid/blocks_shared.h"

layout(std140, binding = 0) uniform Params { blocks_params params; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 5) readonly buffer Rank { uvec2 rank[]; };
layout(std430, binding = 6) writeonly buffer Link { block_link link[]; };
layout(std430, binding = 7) writeonly buffer Key { uint key[]; };
layout(std430, binding = 8) buffer Copies { body_copies copies[]; };

const uint HALF = BLOCK_BODIES / 2u;

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    uint pair   = contact[i];
    uint slot_a = meet[of_pair[pair].a].who & MEET_BODY_MASK, slot_b = meet[of_pair[pair].b].who & MEET_BODY_MASK;
    bool sensor = (of_pair[pair].flags & MANIFOLD_SENSOR) != 0u;
    uvec2 a = rank[slot_a], b = rank[slot_b];
    if (sensor) a = b = uvec2(BLOCK_NOBODY);
    uvec2 one = a.x != BLOCK_NOBODY ? a : b, other = b.x != BLOCK_NOBODY ? b : a;
    uint lone = 2u * params.blocks + 1u;
    link[i]   = block_link(a.x, b.x, slot_a, slot_b, 0u, 0u, 0u, 0u);
    if (one.x == BLOCK_NOBODY)
        key[i] = lone + 1u;
    else if (one.x / BLOCK_BODIES == other.x / BLOCK_BODIES)
        key[i] = one.x / BLOCK_BODIES;
    else if ((one.y + HALF) / BLOCK_BODIES == (other.y + HALF) / BLOCK_BODIES)
    {
        key[i]    = params.blocks + (one.y + HALF) / BLOCK_BODIES;
        link[i].a = a.y;
        link[i].b = b.y;
    }
    else
    {
        key[i] = lone;
        atomicAdd(copies[slot_a].wished, 1u);
        atomicAdd(copies[slot_b].wished, 1u);
    }
}
