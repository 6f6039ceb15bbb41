// The principal axis of all centres; one thread. Any axis finds all pairs, this one with few candidates: so the sums
// may be rounded here.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "exact.glsl"
#include "collision/sweep_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Sums { sweep_sums sums; };
layout(std430, binding = 1) writeonly buffer Axis { vec4 axis; }; // w 0

// Nearest from below with 23 bits.
float to_float(int x)
{
    int shift = max(findMSB(uint(abs(x))) - 22, 0);
    return float(x >> shift) * uintBitsToFloat(uint(127 + shift) << 23u);
}

// A symmetric matrix: xx, yy, zz on the diagonal, yz, zx, xy beside it, divided by its trace.
void scale(inout vec3 diagonal, inout vec3 beside)
{
    float r  = exact_reciprocal((diagonal.x + diagonal.y) + diagonal.z);
    diagonal = exact_flush(diagonal * r);
    beside   = exact_flush(beside * r);
}

void main()
{
    if (thread_index() != 0u) return;
    float inverse = exact_reciprocal(to_float(max(sums.count, 1)));
    vec3  mean, diagonal, beside;
    for (uint k = 0u; k < 3u; ++k)
    {
        mean[k]     = to_float(sums.first[k]) * inverse;
        diagonal[k] = ((to_float(sums.high[k]) * 256.0) + to_float(sums.low[k])) * inverse;
        beside[k]   = ((to_float(sums.high[3u + k]) * 256.0) + to_float(sums.low[3u + k])) * inverse;
    }
    diagonal = max(diagonal - (mean * mean), vec3(0.0));
    beside   = beside - (mean.yzx * mean.zxy);
    axis     = vec4(1.0, 0.0, 0.0, 0.0);
    if ((diagonal.x + diagonal.y) + diagonal.z < 0.01) return; // steps: all in one place
    // Squared eight times over, the matrix is all but the projection on its first axis.
    scale(diagonal, beside);
    for (uint k = 0u; k < 8u; ++k)
    {
        vec3 d = diagonal, b = beside;
        diagonal = (d * d) + ((b.yzx * b.yzx) + (b.zxy * b.zxy));
        beside   = (b * (d.yzx + d.zxy)) + (b.yzx * b.zxy);
        scale(diagonal, beside);
    }
    bool y      = diagonal.y > diagonal.x;
    vec3 column = y ? vec3(beside.z, diagonal.y, beside.x) : vec3(diagonal.x, beside.z, beside.y);
    bool z      = diagonal.z > max(diagonal.x, diagonal.y);
    column      = z ? vec3(beside.y, beside.x, diagonal.z) : column;
    axis        = vec4(exact_flush(exact_normalize(column)), 0.0);
}
