// The colliders of bodies that a touch woke, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_meet.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.colliders) meet_again(i);
}
