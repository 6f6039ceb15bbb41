// Goes through the list of a team, row by row. A row's data is fetched while the row before it is computed, and its entries
// one row earlier, because a CPU looks ahead by little more than a row. Expects the texels Neighbour and the push constant
// range.
//
//   team_walk w     = team_begin(i);
//   vec4      other = texel(Place, team_place(w.entry));
//   while (w.row <= w.rows)
//   {
//       team_look_ahead(w);
//       vec4 coming = texel(Place, team_place(w.next));
//       ...                                             w.entry, other
//       team_go_on(w);
//       other = coming;
//   }
#ifndef MAS_TEAM_WALK_GLSL
#define MAS_TEAM_WALK_GLSL

#include "cpu/texel.glsl"
#include "particle/cpu/team_list.glsl"

struct team_walk
{
    uint  i, stride;          // the lane's place; team_stride
    uint  row, rows;          // at hand, from 1 on; of the list
    uvec4 block;              // of the row after the next one
    uint  entry, next, after; // the lane's, of this row and those behind it
};

team_walk team_begin(uint i)
{
    uvec4 block = texel_words(Neighbour, i);
    return team_walk(i, team_stride(range.count), 1u, block.x / TEAM, block, block.y, block.z, 0u);
}

void team_look_ahead(inout team_walk w)
{
    uint row = w.row + 2u;
    if ((row & 3u) == 0u) w.block = texel_words(Neighbour, team_texel(min(row, w.rows), w.stride, w.i));
    w.after = team_pick(w.block, row);
}

void team_go_on(inout team_walk w)
{
    w.entry = w.next;
    w.next  = w.after;
    ++w.row;
}

// An entry's place. Behind the last row lie old words of the buffer.
uint team_place(uint entry)
{
    return min(entry >> TEAM_SHIFT, range.count - 1u);
}

// The lane's word of the row that entry k of the list is in.
uint team_word(team_walk w, uint k)
{
    uint row = 1u + (k / TEAM);
    return team_pick(texel_words(Neighbour, team_texel(row, w.stride, w.i)), row);
}

#endif
