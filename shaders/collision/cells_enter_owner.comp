// Entries by boxes: all cells that a box touches; the one with its centre is home. One collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells.glsl"

layout(push_constant) uniform Push { cells_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) readonly buffer Sizes { cells_sizes sizes; };
layout(std430, binding = 3) writeonly buffer Key { uint key[]; };     // by collider and step
layout(std430, binding = 4) writeonly buffer Entry { uint entry[]; }; // by collider and step
layout(std430, binding = 5) writeonly buffer Range { cells_range others[]; }; // by collider and step

// Never falls when x rises.
ivec3 cell_of(vec3 x, float inverse)
{
    return ivec3(exact_clamp(floor(exact_flush(x) * inverse), vec3(-2e9), vec3(2e9)));
}

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    collider_box b = box[i];
    bool  bounded  = is_bounded(b, meet[i]);
    float inverse  = cells_inverse(sizes, CELLS_EDGES, push.cell);
    ivec3 lowest   = cell_of(b.lo.xyz, inverse);
    ivec3 extent   = cell_of(b.hi.xyz, inverse) - lowest;
    ivec3 centre   = cell_of((b.lo.xyz + b.hi.xyz) * 0.5, inverse) - lowest;
    for (uint s = 0u; s < CELLS_EACH; ++s)
    {
        ivec3 off  = cells_step(s);
        bool  used = bounded && all(lessThanEqual(off, extent));
        key[CELLS_EACH * i + s]    = used ? cells_key(lowest + off, off == centre) : CELLS_NONE;
        entry[CELLS_EACH * i + s]  = i | (s << CELLS_STEP_SHIFT);
        others[CELLS_EACH * i + s] = cells_range(0u, 0u);
    }
}
