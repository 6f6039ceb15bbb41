// One point of a cage a thread: what a host's shader wrote becomes state, if it is a place; else what was there stays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "subdivision/take_shared.h"

layout(push_constant) uniform Push { take_push p; };
layout(std430, binding = 0) buffer Points { vec4 point[]; };
layout(std430, binding = 1) writeonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 2) buffer Kept { vec4 kept[]; }; // as the last step had them

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    vec4 old = kept[p.kept + i];
    vec3 x   = point[p.point + i].xyz;
    uvec3 far = floatBitsToUint(x) & EXACT_MAGNITUDE; // by bits: NaN is beyond all numbers
    bool here = all(lessThanEqual(far, uvec3(floatBitsToUint(TAKE_REACH))));
    vec4 now  = here ? vec4(exact_flush(x), 0.0) : old;
    previous[p.point + i] = old;
    point[p.point + i]    = now;
    kept[p.kept + i]      = now;
}
