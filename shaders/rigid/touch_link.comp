// Reported pairs, chained by hash of their colliders, one place a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { touch_push push; };
layout(std430, binding = 0) readonly buffer Pairs { list_header pairs; };
layout(std430, binding = 1) readonly buffer Used { uint used; };
layout(std430, binding = 2) readonly buffer Open { touch_record open[]; };
layout(std430, binding = 3) buffer Link { uint link[]; }; // first of each hash, then next of each place
layout(std430, binding = 4) buffer Work
{
    touch_counters counters;
    touch_list     flags;  // header of flag
    uint           flag[]; // rows: ended, free to take; then by pair: begins, hits
};

#include "rigid/touch_link.glsl"

void main()
{
    uint i = thread_index(), n = min(used, push.capacity);
    if (i == 0u) begin_touch();
    if (i < n) chain_told(i, n);
}
