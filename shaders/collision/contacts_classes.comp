// Whether each pair touches or is about to, one pair a thread: two rows of flags, one behind the other, so that one
// compaction puts the pairs that touch before those that do not. Pairs that nothing moves are left out.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) writeonly buffer Flag { uint flag[]; };
layout(std430, binding = 4) writeonly buffer FlagList { list_header flag_list; };
layout(std430, binding = 5) buffer Counters { contact_counters counters; };

void main()
{
    uint i = thread_index(), n = list.count;
    if (i >= n) return;
    if (i == 0u) flag_list = list_complete(2u * n, 2u * n);
    bool asleep   = (meet[of_pair[i].a].who & meet[of_pair[i].b].who & MEET_ASLEEP) != 0u;
    bool near     = of_pair[i].count != 0u && !asleep;
    bool touching = near && (of_pair[i].flags & MANIFOLD_TOUCHES) != 0u;
    flag[i]     = uint(touching);
    flag[n + i] = uint(near && !touching);
    if (touching) atomicAdd(counters.touching, 1u);
}
