// Who touches, and whether that has been told, one pair a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_find.glsl"

void main()
{
    uint i = thread_index();
    if (i < pairs.count) find_touch(i);
}
