// Refined, ghost and Gregory points, one a thread: sums of points of the cage, in the order of the entries.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "exact.glsl"
#include "subdivision/surface_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Row { surface_row rows[]; };
layout(std430, binding = 1) readonly buffer Entry { surface_entry entry[]; };
layout(std430, binding = 2) readonly buffer Stale { uint stale[]; };
layout(std430, binding = 3) buffer Point { vec4 point[]; }; // rows read the cages' points and write behind them

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    surface_row row = rows[i];
    if (stale[row.surface] == 0u) return;
    vec3 sum = vec3(0.0);
    for (uint k = row.first; k < row.first + row.count; ++k)
    {
        surface_entry e = entry[k];
        sum             = sum + (point[e.point].xyz * e.weight);
    }
    point[row.point] = vec4(exact_flush(sum), 0.0);
}
