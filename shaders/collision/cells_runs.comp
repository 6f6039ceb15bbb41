// The list of collision cells, one sorted entry a thread: those that begin one find where its homes and phantoms end.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Key { uint key[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Place { uint place[]; }; // heads before an entry
layout(std430, binding = 3) writeonly buffer Run { cells_run run[]; };

// The first entry from lo on whose key is not below a limit; by halves, because a run may hold all colliders.
uint find(uint lo, uint limit)
{
    uint hi = range.count;
    while (lo < hi)
    {
        uint middle = lo + ((hi - lo) >> 1u);
        bool below  = key[middle] < limit;
        lo          = below ? middle + 1u : lo;
        hi          = below ? hi : middle;
    }
    return lo;
}

void main()
{
    uint t = thread_index();
    if (t >= range.count || head[t] == 0u) return;
    uint id       = key[t] >> 1u;
    uint phantoms = find(t, (id << 1u) | 1u);
    uint end      = find(phantoms, (id + 1u) << 1u);
    uint label    = ((id & 1u) | ((id >> CELLS_BITS & 1u) << 1u)) | ((id >> (2u * CELLS_BITS) & 1u) << 2u);
    run[place[t]] = cells_run(t, phantoms - t, end - phantoms, label);
}
