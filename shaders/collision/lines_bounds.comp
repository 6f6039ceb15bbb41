// The edges of all boxes, one edge a thread; the first thread writes the header.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/lines.glsl"

layout(std430, binding = 3) readonly buffer Box { collider_box box[]; };

vec3 corner(collider_box b, uint bits)
{
    return mix(b.lo.xyz, b.hi.xyz, notEqual(uvec3(bits) & uvec3(1u, 2u, 4u), uvec3(0u)));
}

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    if (i == 0u)
    {
        uint n = lines_all();
        header = lines_header(2u * min(n, push.capacity), 1u, 0u, 0u, n, push.capacity, 0u, 0u);
    }
    if (i >= lines_pairs()) return;
    collider_box b = box[i / LINES_PER_BOX];
    // Four edges along each axis: where they begin, the other two axes are low or high.
    uint edge = i % LINES_PER_BOX, axis = edge / 4u, u = (axis + 1u) % 3u, v = (axis + 2u) % 3u;
    uint from = (edge & 1u) << u | (edge >> 1 & 1u) << v;
    if (b.lo.x <= b.hi.x)
        lines_put(i, corner(b, from), corner(b, from | 1u << axis), LINES_BOX_COLOUR);
    else
        lines_put_none(i);
}
