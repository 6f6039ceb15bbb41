#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame_shared.h"

layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(location = 0) in vec3 line_position;
layout(location = 1) in vec4 line_colour;
layout(location = 0) out vec3 colour;

void main()
{
    colour      = line_colour.rgb;
    gl_Position = frame.clip * vec4(line_position, 1.0);
}
