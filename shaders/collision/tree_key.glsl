// Keys of colliders: the Morton code of the cell that the box's middle is in, inside its tile; a hash of the tile
// above. So the world needs no bounds.
#ifndef MAS_TREE_KEY_GLSL
#define MAS_TREE_KEY_GLSL

#include "collision/tree.glsl"
#include "collision/tree_cell.glsl"

// Two zeros between one bit and the next.
uvec3 spread(uvec3 x)
{
    x = (x | x << 8u) & 0x00F00Fu;
    x = (x | x << 4u) & 0x0C30C3u;
    return (x | x << 2u) & 0x249249u;
}

// Of a box, in cells of that size.
uint tree_key(vec3 lo, vec3 hi, float half_inverse)
{
    uvec3 cell = tree_cell((lo + hi) * half_inverse);
    uvec3 s    = spread(cell & ((1u << TREE_CELL_BITS) - 1u));
    uint  code = s.x | s.y << 1u | s.z << 2u;
    return lo.x <= hi.x ? code | tree_hash(cell) << 3u * TREE_CELL_BITS : TREE_NO_KEY;
}

#endif
