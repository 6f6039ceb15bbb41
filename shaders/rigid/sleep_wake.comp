// Wakes the members of marked islands, one body a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_wake.glsl"

void main()
{
    uint i = thread_index();
    if (i < push.bodies) wake_body(i, (push.flags & SLEEP_WAKE_ALL) != 0u);
}
