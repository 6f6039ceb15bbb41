// Keys of colliders, one a thread: the Morton code of the cell that the box's middle is in, inside its tile; a hash of
// the tile above. So the world needs no bounds.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/tree.glsl"
#include "collision/tree_cell.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 0) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 1) readonly buffer Scale { float half_inverse; }; // 0.5/m
layout(std430, binding = 2) writeonly buffer Key { uint key[]; };
layout(std430, binding = 3) writeonly buffer Slot { uint slot[]; };

// Two zeros between one bit and the next.
uvec3 spread(uvec3 x)
{
    x = (x | x << 8u) & 0x00F00Fu;
    x = (x | x << 4u) & 0x0C30C3u;
    return (x | x << 2u) & 0x249249u;
}

void main()
{
    uint i = thread_index();
    if (i >= push.slots) return;
    vec3  lo   = box[i].lo.xyz, hi = box[i].hi.xyz;
    uvec3 cell = tree_cell((lo + hi) * half_inverse);
    uvec3 s    = spread(cell & ((1u << TREE_CELL_BITS) - 1u));
    uint  code = s.x | s.y << 1u | s.z << 2u;
    key[i]     = lo.x <= hi.x ? code | tree_hash(cell) << 3u * TREE_CELL_BITS : TREE_NO_KEY;
    slot[i]    = i;
}
