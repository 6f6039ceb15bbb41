// Lists of eight places that follow each other, whose lanes go through them together (search_teams.comp). A list has
// rows: row 0 is its length, for every lane; entry e is in row 1 + e / 8, at lane e % 8, and the last row is filled up
// with entries that nobody has. Four rows are a block, where the four words of a lane lie side by side: one texel. As
// long as eight lists by particle, and never longer than these together.
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
