// The sorted intervals, one rank a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/sweep.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Axis { vec4 axis; };
layout(std430, binding = 2) readonly buffer Key { uint key[]; };
layout(std430, binding = 3) readonly buffer Slot { uint slot[]; };
layout(std430, binding = 4) writeonly buffer Mark { sweep_mark mark[]; };

void main()
{
    uint r = thread_index();
    if (r >= range.count) return;
    mark[r] = sweep_mark(key[r], key[r] != SWEEP_NONE ? sweep_end(box[slot[r]], axis.xyz) : 0u, slot[r]);
}
