// Finds a body's root, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_gather.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) gather_island(i);
}
