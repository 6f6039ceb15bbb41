// Reported pairs, chained by hash of their colliders, one place a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/touch_link.glsl"

void main()
{
    uint i = thread_index(), n = min(used, push.capacity);
    if (i == 0u) begin_touch();
    if (i < n) chain_told(i, n);
}
