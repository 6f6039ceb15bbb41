// Which pairs touch, and which of them have been reported, one pair a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_find.glsl"

void main()
{
    uint i = thread_index();
    if (i < pairs.count) find_touch(i);
}
