// From boxes to intervals, and from centres to steps.
#ifndef MAS_SWEEP_GLSL
#define MAS_SWEEP_GLSL

#include "collision/pair.glsl"
#include "collision/sweep_shared.h"

const uint SWEEP_NONE = 0xFFFFFFFFu;

vec3 sweep_centre(collider_box box)
{
    return exact_flush((box.lo.xyz + box.hi.xyz) * 0.5);
}

// Bits that order like the number; -0 must have been flushed.
uint sweep_ordered(float x)
{
    uint bits = floatBitsToUint(x);
    return bits ^ (bits >= EXACT_SIGN ? 0xFFFFFFFFu : EXACT_SIGN);
}

float sweep_plain(uint order)
{
    return uintBitsToFloat(order ^ (order >= EXACT_SIGN ? EXACT_SIGN : 0xFFFFFFFFu));
}

// Where a point is on the axis. Rounding never changes an order: with each coordinate the products only rise, or only
// fall, and so do the sums. So the lowest and the highest corner bound every point of a box as it is computed here, and
// boxes with a point in common have intervals with its place in common.
uint sweep_place(vec3 point, vec3 axis)
{
    return sweep_ordered(exact_flush(exact_dot(exact_flush(point), axis)));
}

uint sweep_start(collider_box box, vec3 axis)
{
    return sweep_place(mix(box.hi.xyz, box.lo.xyz, greaterThan(axis, vec3(0.0))), axis);
}

uint sweep_end(collider_box box, vec3 axis)
{
    return sweep_place(mix(box.lo.xyz, box.hi.xyz, greaterThan(axis, vec3(0.0))), axis);
}

#endif
