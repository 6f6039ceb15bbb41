// Inner nodes, one a thread, each by itself: the leaves it has, its left child, its rope and its box. Node i begins or
// ends with leaf i and goes on towards the neighbour that is closer (Karras, Maximizing Parallelism in the Construction
// of BVHs, Octrees, and k-d Trees, 2012). The box comes from the leaves and blocks that make up its range, and not from
// its children: no thread waits for another.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/tree.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 0) readonly buffer Key { uint key[]; }; // by rank
layout(std430, binding = 1) buffer Node { tree_node node[]; };
#include "collision/tree_far.glsl"

void main()
{
    uint i = thread_index(), n = push.slots;
    if (i + 1u >= n || key[i + 1u] == TREE_NO_KEY) return;
    uint k      = key[i];
    uint before = tree_far(k, i, i - 1u), after = tree_far(k, i, i + 1u);
    uint way    = after < before ? 1u : ~0u; // one step; sums wrap around
    uint limit  = max(before, after);

    // How many steps until the leaves are as far as those on the other side; doubled, then halved.
    uint power = 2u;
    while (tree_far(k, i, i + power * way) < limit) power *= 2u;
    uint steps = 0u;
    for (uint t = power / 2u; t > 0u; t /= 2u)
        if (tree_far(k, i, i + (steps + t) * way) < limit) steps += t;
    uint other = i + steps * way;

    // Where the first bit changes in which they differ.
    uint whole = tree_far(k, i, other), same = 0u;
    for (uint t = power / 2u; t > 0u; t /= 2u)
        if (tree_far(k, i, i + (same + t) * way) < whole) same += t;
    uint first = min(i, other), last = max(i, other);
    uint split = way == 1u ? i + same : i - same - 1u; // last leaf of the left child

    vec3 lo = uintBitsToFloat(node[first].lo.xyz), hi = uintBitsToFloat(node[first].hi.xyz);
    for (uint at = first + 1u; at <= last;)
    {
        uint level = min(uint(findLSB(at)), uint(findMSB(last + 1u - at))) / 3u; // of the largest block that fits here
        level      = min(level, TREE_LEVELS);
        uint from  = tree_block(n, level, at >> 3u * level);
        lo         = min(lo, uintBitsToFloat(node[from].lo.xyz));
        hi         = max(hi, uintBitsToFloat(node[from].hi.xyz));
        at        += 1u << 3u * level;
    }
    node[n + i] = tree_node_of(lo, split == first ? split : n + split, hi, tree_rope(last));
}
