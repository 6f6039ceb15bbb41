// Keys of colliders, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/tree_key.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Scale { float half_inverse; }; // 0.5/m
layout(std430, binding = 2) writeonly buffer Key { uint key[]; };
layout(std430, binding = 3) writeonly buffer Slot { uint slot[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    key[i]  = tree_key(box[i].lo.xyz, box[i].hi.xyz, half_inverse);
    slot[i] = i;
}
