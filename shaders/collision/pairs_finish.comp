// The header of the pairs, from the sum of all counts; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"

layout(push_constant) uniform Push { pairs_push push; };
layout(std430, binding = 0) readonly buffer Total { uint total; };
layout(std430, binding = 1) writeonly buffer List { list_header list; };

void main()
{
    if (thread_index() == 0u) list = list_complete(total, push.capacity);
}
