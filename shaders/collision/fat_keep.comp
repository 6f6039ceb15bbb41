// Where a collider's fat pairs are, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { fat_push push; };
layout(std430, binding = 0) readonly buffer Count { uint count[]; };
layout(std430, binding = 1) readonly buffer First { uint first[]; };
layout(std430, binding = 2) writeonly buffer Row { fat_row row[]; };
layout(std430, binding = 3) writeonly buffer State { fat_state state; };

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    row[i] = fat_row(first[i], count[i]);
    if (i == push.slots - 1u) state.needed = first[i] + count[i];
}
