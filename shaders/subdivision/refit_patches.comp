// The box of each patch of a stale surface, one a thread.
//
// A patch lies in the box of its Bezier points. In floats, weights of a point are off by less than 5 units of 2^-24, of
// two directions and sums of four by less than 20 of the largest coordinate among its points; as much again is what the
// Bezier points here, or the same rim seen from a neighbour whose points were rounded otherwise, are off by: 2^-18 of
// that coordinate, 64 units, is added on each side.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "exact.glsl"
#include "subdivision/refit_shared.h"

layout(push_constant) uniform Push { refit_push push; };
layout(std430, binding = 0) readonly buffer Point { vec4 point[]; };
layout(std430, binding = 1) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 2) readonly buffer Regular { uint regular[]; };
layout(std430, binding = 3) readonly buffer Gregory { uint gregory[]; };
layout(std430, binding = 4) readonly buffer Stale { uint stale[]; };
layout(std430, binding = 5) writeonly buffer Box { surface_box box[]; };

const float SIXTH = 0.16666667, THIRD = 0.33333333;
const float SLACK = 1.0 / 262144.0; // 2^-18

struct bounds
{
    vec3 lo, hi;
    vec3 largest; // magnitude of a coordinate
};

void include(inout bounds b, vec3 x)
{
    b.lo = min(b.lo, x);
    b.hi = max(b.hi, x);
}

// Four points of a uniform cubic B-spline -> those of the Bezier curve.
void to_bezier(inout vec3 a, inout vec3 b, inout vec3 c, inout vec3 d)
{
    vec3 first = SIXTH * ((a + (4.0 * b)) + c), last = SIXTH * ((b + (4.0 * c)) + d);
    vec3 second = THIRD * ((2.0 * b) + c), third = THIRD * (b + (2.0 * c));
    a = first;
    b = second;
    c = third;
    d = last;
}

bounds regular_bounds(uint first)
{
    vec3 x[SURFACE_REGULAR_POINTS];
    bounds b;
    for (int k = 0; k < SURFACE_REGULAR_POINTS; ++k)
    {
        x[k] = point[regular[first + k]].xyz;
        b.largest = k == 0 ? abs(x[k]) : max(b.largest, abs(x[k]));
    }
    for (int j = 0; j < 4; ++j) to_bezier(x[4 * j], x[4 * j + 1], x[4 * j + 2], x[4 * j + 3]);
    for (int i = 0; i < 4; ++i) to_bezier(x[i], x[i + 4], x[i + 8], x[i + 12]);
    b.lo = b.hi = x[0];
    for (int k = 1; k < SURFACE_REGULAR_POINTS; ++k) include(b, x[k]);
    return b;
}

bounds gregory_bounds(uint first)
{
    vec3 x = point[gregory[first]].xyz;
    bounds b = bounds(x, x, abs(x));
    for (int k = 1; k < SURFACE_GREGORY_POINTS; ++k)
    {
        x = point[gregory[first + k]].xyz;
        include(b, x);
        b.largest = max(b.largest, abs(x));
    }
    return b;
}

void main()
{
    uint p = thread_index();
    if (p >= push.range.count || (push.all == 0u && stale[patches[p].surface] == 0u)) return;
    bool twisted = (patches[p].flags & SURFACE_GREGORY) != 0u;
    bounds b     = twisted ? gregory_bounds(patches[p].index) : regular_bounds(patches[p].index);
    vec3 slack   = SLACK * b.largest;
    box[p] = surface_box(vec4(exact_flush(b.lo - slack), 0.0), vec4(exact_flush(b.hi + slack), 0.0));
}
