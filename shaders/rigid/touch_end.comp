// Events of pairs that have parted, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_end.glsl"

void main()
{
    uint k = thread_index();
    if (k < room.of[EVENTS_ENDED].list.count) tell_end(k);
}
