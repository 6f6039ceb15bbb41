// Where the colliders are and the boxes around them, one collider a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/bounds.glsl"

layout(push_constant) uniform Push { mas_range range; };

void main()
{
    uint i = thread_index();
    if (i >= params.colliders) return;
    uint slot = data[i].body, b = slot - range.first;
    if (b < range.count) bound_collider(i, slot, b);
}
