// Leaves by rank, with their ropes, and the box of every full block of eight; a block a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/tree.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Key { uint key[]; };   // by rank
layout(std430, binding = 2) readonly buffer Slot { uint slot[]; }; // by rank
layout(std430, binding = 3) writeonly buffer Node { tree_node node[]; };
#include "collision/tree_far.glsl"

void main()
{
    uint b = thread_index();
    if (8u * b >= push.slots) return;
    uint end = min(8u * b + 8u, push.slots);
    vec3 lo = vec3(0.0), hi = vec3(0.0);
    for (uint r = 8u * b; r < end; ++r)
    {
        uint s  = slot[r];
        vec3 l  = box[s].lo.xyz, h = box[s].hi.xyz;
        lo      = r == 8u * b ? l : min(lo, l);
        hi      = r == 8u * b ? h : max(hi, h);
        node[r] = tree_node_of(l, s, h, tree_rope(r));
    }
    // Blocks that hold some that are no leaves come out wrong, and are part of no node.
    if (end == 8u * b + 8u) node[tree_block(push.slots, 1u, b)] = tree_node_of(lo, 0u, hi, 0u);
}
