// Sleepers that something touches, or is about to: their islands are marked. One pair a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_touch.glsl"

void main()
{
    uint i = thread_index();
    if (i < pairs.count) touch_sleepers(i);
}
