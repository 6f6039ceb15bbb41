#version 450
#extension GL_GOOGLE_include_directive : require
#include "triangles.glsl"

void main()
{
    gl_Position = frame.map_clip[item.map] * vec4(pose_placed(vertex_of[item.vertex_first + this_vertex()].xyz), 1.0);
}
