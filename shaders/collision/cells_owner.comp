// The pairs of each collider in the cells that it touches, one collider a thread. Run twice: counts, then writes.
// A pair's owner cell is, along each axis, the higher one of the two lowest cells: both colliders touch it, and it is
// unique. It may be home to neither of them, so phantoms meet each other as well, and no pair is missed.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/cells_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"
layout(std430, binding = 7) readonly buffer Range { cells_range others[]; };
layout(std430, binding = 8) readonly buffer Entry { uint entry[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    own_begin(i);
    if (own_bounded())
    {
        for (uint s = 0u; s < CELLS_EACH; ++s)
        {
            uint end = others[CELLS_EACH * i + s].end;
            for (uint t = others[CELLS_EACH * i + s].next; t < end; ++t)
            {
                uint word = entry[t];
                uint j    = word & CELLS_SLOT_MASK;
                if ((word >> CELLS_STEP_SHIFT & s) == 0u && boxes_overlap(own_box, box[j])) own_pair(j);
            }
        }
        own_unbounded();
    }
    own_end();
}
