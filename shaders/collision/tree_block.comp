// The boxes of larger blocks from those of a level, up to 512 of them; a block a thread. Run for two levels from blocks
// of eight, then for three from blocks of 512.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/tree.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 0) buffer Node { tree_node node[]; };

void main()
{
    uint b = thread_index(), level = push.level + 1u;
    if (b >= push.blocks) return;
    for (uint there = push.slots >> 3u * level; b >= there; there = push.slots >> 3u * level)
    {
        b -= there;
        ++level;
    }
    uint parts = 1u << 3u * (level - push.level);
    uint first = tree_block(push.slots, push.level, b * parts);
    vec3 lo    = uintBitsToFloat(node[first].lo.xyz), hi = uintBitsToFloat(node[first].hi.xyz);
    for (uint k = 1u; k < parts; ++k)
    {
        lo = min(lo, uintBitsToFloat(node[first + k].lo.xyz));
        hi = max(hi, uintBitsToFloat(node[first + k].hi.xyz));
    }
    node[tree_block(push.slots, level, b)] = tree_node_of(lo, 0u, hi, 0u);
}
