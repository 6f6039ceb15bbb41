// Every collider against every later one, one a thread: the reference of all broad phases. Run twice: counts, then writes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/pair.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
#include "collision/own.glsl"

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    own_begin(i);
    if (own_bounded())
    {
        for (uint j = i + 1u; j < params.colliders; ++j)
            if (boxes_overlap(own_box, box[j])) own_pair(j); // a box without bounds overlaps no other
        own_unbounded();
    }
    own_end();
}
