// The lists of search.comp with one layer, for subgroups of eight lanes of a CPU. There a load costs as much as its lanes
// one by one, so the particles of a row search together. The lists depend neither on which particles make a team nor on
// where a window ends: distance alone decides, as in search.comp, and rows lie further apart than a window is wide.
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

#include "particle/cpu/team.glsl"

uint row_step; // from an entry of a list to the next
uint last;     // the entry behind the list's end, which takes what does not fit and what is no hit
uint found;    // neighbours
uint entry;    // where the next is stored

// A bit for each of eight candidates that is near.
uint look(uint base, uint end)
{
    uint j     = base + lane;
    vec3 other = sorted_position[min(j, end - 1u)].xyz;
    other.x    = j < end ? other.x : FAR;
    uint hits  = 0u;
#define LOOK(k)                                                 \
    {                                                           \
        vec3 d = subgroupShuffle(other, k) - x;                 \
        hits |= exact_dot(d, d) < reach_squared ? 1u << k : 0u; \
    }
    LOOK(0u) LOOK(1u) LOOK(2u) LOOK(3u) LOOK(4u) LOOK(5u) LOOK(6u) LOOK(7u)
#undef LOOK
    return hits;
}

void keep(uint place, bool near)
{
    neighbour[entry] = place;
    entry            = min(entry + (near ? row_step : 0u), last);
}

// Stores as often as the lane with most hits needs, in every lane: a branch that lanes disagree on costs more.
void walk_together(uint first, uint end, uint team)
{
    bool mine = (team >> lane & 1u) != 0u;
    for (uint base = first; base < end; base += 32u)
    {
        uint hits = 0u;
        for (uint b = 0u; b < 32u && base + b < end; b += 8u) hits |= look(base + b, end) << b;
        hits &= self - base < 32u ? ~(1u << (self - base)) : ~0u;
        hits      = mine ? hits : 0u;
        uint most = uint(bitCount(hits));
        found += most;
        most = team_max(most);
        for (uint k = 0u; k < most; k += 2u) // two at a time: less loop
        {
            keep(base + lowest_bit(hits), hits != 0u);
            hits &= hits - 1u;
            keep(base + lowest_bit(hits), hits != 0u);
            hits &= hits - 1u;
        }
    }
}

void walk_rows(uvec3 row, uvec3 ninth, uint team)
{
    for (uint r = 0u; r < 9u; ++r)
    {
        uvec3 now = subgroupShuffle(row, r & 7u);
        now       = r == 8u ? ninth : now;
        walk_together(now.x, now.y, team);
        if (now.z > 0u) walk_together(0u, now.z, team);
    }
}

void walk_alone(uint first, uint end)
{
    for (uint j = first; j < end; ++j)
    {
        vec3 d    = sorted_position[j].xyz - x;
        bool near = exact_dot(d, d) < reach_squared && j != self;
        keep(j, near);
        found += uint(near);
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
    lane        = subgroupBallotExclusiveBitCount(subgroupBallot(true)); // its number: no lane has returned yet
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
