// A substep's forces, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/integrate_push.glsl"

layout(push_constant) uniform Push { integrate_pushes push; };

void main()
{
    uint i = thread_index();
    if (i < push.range.count) push_body(i, push.begins != 0u);
}
