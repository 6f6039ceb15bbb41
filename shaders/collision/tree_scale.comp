// Chooses the size of the tree's cells; one group.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/tree_shared.h"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) writeonly buffer Scale { float half_inverse; };

#include "collision/tree_scale.glsl"

void main()
{
    uint thread = gl_LocalInvocationID.x, threads = gl_WorkGroupSize.x;
    scale_begin(thread, threads);
    barrier();
    scale_sides(thread, threads);
    barrier();
    scale_tiles(thread, threads);
    barrier();
    if (thread == 0u) half_inverse = scale_chosen();
}
