// Every interval against those that begin behind it and before its end, one rank a thread. Of two that begin together
// the lower rank looks. Run twice: counts, then writes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"
#include "collision/sweep_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"
layout(std430, binding = 7) readonly buffer Mark { sweep_mark mark[]; };

void main()
{
    uint r = thread_index();
    if (r >= range.count) return;
    own_begin(mark[r].slot);
    if (own_bounded())
    {
        uint end = mark[r].end;
        for (uint k = r + 1u; k < range.count && mark[k].start <= end; ++k)
            if (boxes_overlap(own_box, box[mark[k].slot])) own_pair(mark[k].slot);
        own_unbounded();
    }
    own_end();
}
