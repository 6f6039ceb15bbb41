// How fast the colliders are when the step begins, one a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_speed.glsl"

layout(push_constant) uniform Push { mas_range range; };

void main()
{
    uint i = thread_index();
    if (i >= params.colliders) return;
    uint b = data[i].body - range.first;
    if (b < range.count) tell_speed(i, b);
}
