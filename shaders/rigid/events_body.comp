// Events of the news of bodies, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_body.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_BODIES].list.count) tell_body(k);
}
