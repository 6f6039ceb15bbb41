#version 450
#extension GL_GOOGLE_include_directive : require
// Regular patches: control points pass through, levels are the same everywhere.
#include "frame_shared.h"

layout(vertices = 16) out;
layout(push_constant) uniform Push { surface_push item; };
layout(location = 0) in vec3 point[];
layout(location = 0) out vec3 control[];

void main()
{
    control[gl_InvocationID] = point[gl_InvocationID];
    if (gl_InvocationID != 0) return;
    for (int i = 0; i < 4; ++i)
        gl_TessLevelOuter[i] = item.colour_u.w;
    for (int i = 0; i < 2; ++i)
        gl_TessLevelInner[i] = item.colour_u.w;
}
