// Where each collider's interval on the axis begins, as the key of a sort; one collider a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/sweep.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 2) readonly buffer Axis { vec4 axis; };
layout(std430, binding = 3) writeonly buffer Key { uint key[]; };
layout(std430, binding = 4) writeonly buffer Slot { uint slot[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    key[i]  = is_bounded(box[i], meet[i]) ? sweep_start(box[i], axis.xyz) : SWEEP_NONE;
    slot[i] = i;
}
