// The fat pairs of a collider whose boxes overlap, one collider a thread. Run twice: counts, then writes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/fat_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"
layout(std430, binding = 7) readonly buffer Row { fat_row row[]; };
layout(std430, binding = 8) readonly buffer FatPair { collider_pair fat_pair[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    own_begin(i);
    if (own_bounded())
    {
        uint first = row[i].first, end = min(first + row[i].count, uint(fat_pair.length()));
        for (uint k = first; k < end; ++k)
        {
            collider_pair p = fat_pair[k];
            uint          j = p.a == i ? p.b : p.a;
            if (boxes_overlap(own_box, box[j])) own_pair(j);
        }
        own_unbounded();
    }
    own_end();
}
