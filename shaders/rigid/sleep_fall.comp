// Islands fall asleep, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_fall.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) fall_asleep(i);
}
