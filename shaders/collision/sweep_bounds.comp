// The bounds of all centres, one collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/sweep.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) buffer Bounds { sweep_bounds bounds; };

shared uint lowest[3], highest[3]; // of the group: one atomic on the common words instead of one per thread

void main()
{
    uint i = thread_index(), lane = gl_LocalInvocationID.x;
    if (lane < 3u)
    {
        lowest[lane]  = 0u;
        highest[lane] = 0u;
    }
    barrier();
    if (i < range.count && is_bounded(box[i], meet[i]))
    {
        vec3 centre = sweep_centre(box[i]);
        for (uint k = 0u; k < 3u; ++k)
        {
            uint order = sweep_ordered(centre[k]);
            atomicMax(lowest[k], ~order);
            atomicMax(highest[k], order);
        }
    }
    barrier();
    if (lane < 3u)
    {
        atomicMax(bounds.lowest[lane], lowest[lane]);
        atomicMax(bounds.highest[lane], highest[lane]);
    }
}
