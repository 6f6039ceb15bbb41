// Where each body is along the curves, one slot a thread: the Morton code of its cell, and of a shifted one. A body
// that contacts do not push gets no rank, wherever it is sorted. Without contacts there is nothing to do.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/blocks_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { blocks_params params; };
layout(std430, binding = 1) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 2) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 3) writeonly buffer Key { uint key[]; };
layout(std430, binding = 4) writeonly buffer Slot { uint slot[]; };
layout(std430, binding = 5) writeonly buffer Rank { uvec2 rank[]; };
layout(std430, binding = 6) readonly buffer Contacts { list_header contacts; };
layout(std430, binding = 7) writeonly buffer Slots { list_header slots; };

// Every third bit.
uint spread(uint x)
{
    x = (x | x << 16) & 0x030000FFu;
    x = (x | x << 8) & 0x0300F00Fu;
    x = (x | x << 4) & 0x030C30C3u;
    return (x | x << 2) & 0x09249249u;
}

// Tiles of 256 x 128 x 256 cells.
uint key_of(uvec3 cell)
{
    return (spread(cell.x & 255u) | spread(cell.z & 255u) << 1 | spread(cell.y & 127u) << 2) & ((1u << BLOCK_KEY_BITS) - 1u);
}

void main()
{
    uint i = thread_index();
    if (range.first + i == 0u)
    {
        uint n = contacts.count > 0u ? 2u * params.bodies : 0u;
        slots = list_complete(n, n);
    }
    if (i >= range.count || contacts.count == 0u) return;
    uint tag    = trait[i].tag;
    bool pushed = (tag & (BODY_MOVES | BODY_DYNAMIC | BODY_ASLEEP)) == (BODY_MOVES | BODY_DYNAMIC);
    uvec3 cell  = uvec3(ivec3(floor(pose[i].position.xyz * params.inverse_cell)));
    uint at = range.first + i, last = (1u << BLOCK_KEY_BITS) - 1u;
    key[at]                  = pushed ? key_of(cell) : last;
    key[params.bodies + at]  = 1u << BLOCK_KEY_BITS | (pushed ? key_of(cell + BLOCK_SHIFT) : last);
    slot[at]                 = at;
    slot[params.bodies + at] = at;
    rank[at]                 = pushed ? uvec2(0u) : uvec2(BLOCK_NOBODY);
}
