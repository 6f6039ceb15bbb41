// Lists that eight places share, which follow each other and whose lanes go through a list together (search_teams.comp).
// A list has rows. Row 0 holds the length, for every lane. Entry e is in row 1 + e / 8, at lane e % 8. Entries without a
// neighbour fill the last row. Four rows are a block, where the four words of a lane lie side by side: one texel. A list
// has room for as many entries as eight lists by particle, and is never longer than these together.
//
//   bit 31      8 7        0
//       [ place ] [ which of the row's eight entries are neighbours of the lane's own place ]
#ifndef MAS_TEAM_LIST_GLSL
#define MAS_TEAM_LIST_GLSL

#include "particle/particle_shared.h"

const uint TEAM       = PARTICLE_TEAM;
const uint TEAM_SHIFT = 8u;
const uint TEAM_MASK  = 255u;

uint team_end(uint places) // of the last team
{
    return (places + (TEAM - 1u)) & ~(TEAM - 1u);
}

uint team_stride(uint places) // texels from a block to the next
{
    return team_end(places) + PARTICLE_TEAM_APART;
}

uint team_texel(uint row, uint stride, uint i) // of place i
{
    return ((row >> 2) * stride) + i;
}

uint team_pick(uvec4 block, uint row)
{
    uvec2 two = (row & 2u) == 0u ? block.xy : block.zw;
    return (row & 1u) == 0u ? two.x : two.y;
}

#endif
