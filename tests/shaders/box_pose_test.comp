// Boxes under poses, and whether each overlaps its neighbour's; one box a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/box.glsl"
#include "box_pose_test_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Boxes { surface_box boxes[]; };
layout(std430, binding = 1) readonly buffer Poses { box_pose poses[]; };
layout(std430, binding = 2) writeonly buffer Posed { surface_box posed[]; };
layout(std430, binding = 3) writeonly buffer Overlaps { uint overlaps[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint j   = i ^ 1u;
    posed[i] = box_under_pose(boxes[i], poses[i].position.xyz, poses[i].rotation);
    surface_box other = box_under_pose(boxes[j], poses[j].position.xyz, poses[j].rotation);
    overlaps[i] = boxes_overlap(box_under_pose(boxes[i], poses[i].position.xyz, poses[i].rotation), other) ? 1u : 0u;
}
