// The size that cells have to fit, and the largest coordinate; one collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells.glsl"

layout(constant_id = 1) const uint REGISTRATION = CELLS_LABELS;
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) buffer Sizes { cells_sizes sizes; };

shared uint largest, farthest; // of the group: one atomic on the common words instead of one per thread

void main()
{
    uint i = thread_index();
    if (gl_LocalInvocationID.x == 0u)
    {
        largest  = 0u;
        farthest = 0u;
    }
    barrier();
    if (i < range.count && is_bounded(box[i], meet[i]))
    {
        collider_box b = box[i];
        vec3  edge     = b.hi.xyz - b.lo.xyz;
        vec3  far      = max(abs(b.lo.xyz), abs(b.hi.xyz));
        float size     = REGISTRATION == CELLS_OWNER ? max(max(edge.x, edge.y), edge.z) : cells_ball_around(b).radius;
        atomicMax(largest, floatBitsToUint(exact_flush(size)));
        atomicMax(farthest, floatBitsToUint(exact_flush(max(max(far.x, far.y), far.z))));
    }
    barrier();
    if (gl_LocalInvocationID.x == 0u)
    {
        atomicMax(sizes.size, largest);
        atomicMax(sizes.reach, farthest);
    }
}
