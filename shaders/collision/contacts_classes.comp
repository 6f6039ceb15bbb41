// Whether each pair touches or is about to, one pair a thread: two rows of flags, one behind the other, so that one
// compaction puts the pairs that touch before those that do not.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/contacts_classes.glsl"

layout(std430, binding = 3) writeonly buffer Flag { uint flag[]; };
layout(std430, binding = 4) writeonly buffer FlagList { list_header flag_list; };
layout(std430, binding = 5) buffer Counters { contact_counters counters; };

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
