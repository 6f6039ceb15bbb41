// Events of pairs that begin to touch and of hits, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_begin.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_PAIRS].list.count) tell_begin(k);
}
