// One corner of a surface's triangle, fetched from the simulation's arrays and placed by the slot's pose.
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(push_constant) uniform Push { surface_push item; };
layout(std430, set = 1, binding = 0) readonly buffer Pose { vec4 pose_of[]; };
layout(std430, set = 1, binding = 1) readonly buffer Vertex { vec4 vertex_of[]; };
layout(std430, set = 1, binding = 2) readonly buffer Normal { vec4 normal_of[]; };
layout(std430, set = 1, binding = 3) readonly buffer Index { uint index_of[]; };

#include "pose.glsl"

vec4 corner(uint at) // by its place in the index array
{
    return vertex_of[item.vertex_first + index_of[item.index_first + at]];
}

uint this_vertex()
{
    uint at = uint(gl_VertexIndex);
    return (item.flags & SURFACE_PULLED) != 0u ? index_of[item.index_first + at] : at;
}
