// How long bodies have rested, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_rest.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) rest_body(i);
}
