#version 450
#extension GL_GOOGLE_include_directive : require
// One control point as it is.
#include "frame_shared.h"

layout(push_constant) uniform Push { surface_push item; };
layout(std430, set = 1, binding = 1) readonly buffer Point { vec4 point_of[]; };
layout(location = 0) out vec3 point;

void main()
{
    point = point_of[item.vertex_first + uint(gl_VertexIndex)].xyz;
}
