// Whether each pair touches or is about to, one pair a thread: two rows of flags, one behind the other, so that one
// compaction puts the pairs that touch before those that do not.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "collision/joined_shared.h"

layout(push_constant) uniform Push { joined_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) writeonly buffer Flag { uint flag[]; };
layout(std430, binding = 4) writeonly buffer FlagList { list_header flag_list; };
layout(std430, binding = 5) buffer Counters { contact_counters counters; };
layout(std430, binding = 6) readonly buffer Joined { joined_pair joined[]; };

#include "collision/contacts_classes.glsl"

void main()
{
    uint i = thread_index(), n = list.count;
    if (i >= n) return;
    if (i == 0u) flag_list = list_complete(2u * n, 2u * n);
    uint is     = contact_class(i);
    flag[i]     = uint(is == CONTACT_TOUCHES);
    flag[n + i] = uint(is == CONTACT_NEAR);
    if (is == CONTACT_TOUCHES) atomicAdd(counters.touching, 1u);
}
