// The lists of search.comp with one layer, for subgroups of eight lanes of a CPU: there a load costs what its lanes
// cost one by one, so particles of a row search together. Nothing depends on who makes a team, nor on where its windows
// end: distance decides alone, as in search.comp, and rows lie further apart than a window is wide.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Start { uint start[]; };
layout(std430, binding = 2) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 3) writeonly buffer Neighbour { uint neighbour[]; }; // entry k of i: [k * range.count + i]
layout(std430, binding = 4) writeonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) buffer Counters { particle_counters counters; };

#include "particle/team.glsl"

// Those of left who are in the row of the first of them, and not too far ahead of it. home: its cell.
bool choose_team(ivec3 cell, uint left, out ivec3 home)
{
    home = subgroupShuffle(cell, lowest_bit(left) & 7u);
    return (left >> lane & 1u) != 0u && cell.yz == home.yz && uint(cell.x - home.x) <= PARTICLE_TEAM_SPAN;
}

void search_together(ivec3 cell, uint left)
{
    while (left != 0u)
    {
        ivec3 home;
        bool  mine = choose_team(cell, left, home);
        left &= ~subgroupBallot(mine).x;
        uint wide = 2u * PARTICLE_CELLS_PER_REACH + team_max(mine ? uint(cell.x - home.x) : 0u);
        home.x -= PARTICLE_CELLS_PER_REACH;
        // Each lane looks up one of the first eight rows, and all of them the ninth.
        uvec3 row   = find_row(home + ivec3(0, int(lane % 3u) - 1, int(lane / 3u) - 1), wide);
        uvec3 ninth = find_row(home + ivec3(0, 1, 1), wide);
        for (uint r = 0u; r < 9u; ++r)
        {
            uvec3 now = subgroupShuffle(row, r & 7u);
            now       = r == 8u ? ninth : now;
            walk_together(now.x, now.y, mine);
            if (now.z > 0u) walk_together(0u, now.z, mine);
        }
    }
}

void search_alone(ivec3 cell)
{
    cell.x -= PARTICLE_CELLS_PER_REACH;
    for (uint r = 0u; r < 9u; ++r)
    {
        uvec3 row = find_row(cell + ivec3(0, int(r % 3u) - 1, int(r / 3u) - 1), 2u * PARTICLE_CELLS_PER_REACH);
        walk_alone(row.x, row.y);
        if (row.z > 0u) walk_alone(0u, row.z);
    }
}

void main()
{
    uint local  = thread_index();
    uint places = start[params.key.w + 1u];
    uint room   = params.neighbours;
    self        = range.first + local;
    lane        = subgroupBallotExclusiveBitCount(subgroupBallot(true)); // its number: nobody has returned yet
    bool inside = local < range.count;
    bool alive  = inside && self < places;

    only_layer    = params.only_layer;
    float reach   = params.layer[only_layer].radius + params.layer[only_layer].radius;
    reach_squared = reach * reach;
    key_stride    = params.key;
    row_step      = range.count;
    last          = (room * row_step) + (inside ? local : 0u); // a lane without a list stores behind all lists
    entry         = inside ? local : last;
    found         = 0u;
    x             = sorted_position[min(self, max(places, 1u) - 1u)].xyz;

    ivec3 home, cell = grid_cell(x, params.layer[only_layer].inverse_cell);
    uint  living     = subgroupBallot(alive).x;
    uint  team       = subgroupBallot(choose_team(cell, living, home)).x;
    // Two small teams take longer than eight lanes that go alone, all at once.
    if (bitCount(team) > 5 || team == living)
        search_together(cell, living);
    else if (alive)
        search_alone(cell);

    if (!inside) return;
    neighbour_count[self] = alive ? min(found, room) : PARTICLE_NONE;
    if (alive && found > room) atomicMax(counters.neighbours_needed, found);
}
