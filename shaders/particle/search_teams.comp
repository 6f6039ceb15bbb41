// Lists for eight who go through them together (team_list.glsl), where subgroups are eight lanes of a CPU: whoever is
// near to one of eight places that follow each other is stored once, in the order in which search.comp meets candidates.
// One layer. The same neighbours as search.comp's, also where there are more than a list has room for.
//
// Each lane looks at one candidate, and whom of the eight that is near to.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "particle/grid.glsl"
#include "particle/params.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Start { uint start[]; };
layout(std430, binding = 2) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 3) writeonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 4) writeonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) buffer Counters { particle_counters counters; };

#include "particle/team.glsl"

vec3 member[TEAM];
uint first_self;  // the place of the first lane
bool limited;     // somebody's list is full: who has enough is left out from now on
uint listed;      // neighbours of this lane; limited: so far
uint room;

uint pending; // entries that wait in the first lanes
uint entry;   // this lane's
uint stored;
uint at, row_step, last; // where the lane stores next

// Number of lanes up to this one that have one.
uint count_up(uint one)
{
    uint n = one, more = subgroupShuffle(n, (lane - 1u) & 7u);
    n += lane >= 1u ? more : 0u;
    more = subgroupShuffle(n, (lane - 2u) & 7u);
    n += lane >= 2u ? more : 0u;
    more = subgroupShuffle(n, (lane - 4u) & 7u);
    return n + (lane >= 4u ? more : 0u);
}

// Whom of the eight the lane's candidate is near to. Out of reach, FAR included, none.
uint look(vec3 other)
{
    uint who = 0u;
#define LOOK(k)                                                \
    {                                                          \
        vec3 d = other - member[k];                            \
        who |= exact_dot(d, d) < reach_squared ? 1u << k : 0u; \
    }
    LOOK(0) LOOK(1) LOOK(2) LOOK(3) LOOK(4) LOOK(5) LOOK(6) LOOK(7)
#undef LOOK
    return who;
}

// Candidate by candidate: a lane whose list is full takes no more.
uint limit(uint who)
{
    uint left = 0u;
    for (uint k = 0u; k < TEAM; ++k)
    {
        bool mine = (subgroupShuffle(who, k) >> lane & 1u) != 0u && listed < room;
        listed += uint(mine);
        uint bits = subgroupBallot(mine).x;
        left      = lane == k ? bits : left;
    }
    return left;
}

// Eight entries, each known by whose it is: a lane stores its own, and which of the eight are its.
void store()
{
    uint own = 0u;
#define OWN(k) own |= (subgroupShuffle(entry, k) >> lane & 1u) << k;
    OWN(0u) OWN(1u) OWN(2u) OWN(3u) OWN(4u) OWN(5u) OWN(6u) OWN(7u)
#undef OWN
    neighbour[at] = (entry & ~TEAM_MASK) | own;
    at            = min(at + row_step, last);
    uint n        = uint(bitCount(own));
    listed += limited ? 0u : n;
    stored += TEAM;
}

// Entries of the lanes that have one go behind those that wait; when there are eight they are stored.
void keep(uint who, uint place)
{
    uint up   = count_up(min(who, 1u));
    uint want = (lane - pending) & 7u; // the rank this lane takes: now, or behind the next store
    uint from = subgroupShuffle(up, 3u) <= want ? 4u : 0u;
    from += subgroupShuffle(up, from + 1u) <= want ? 2u : 0u;
    from += subgroupShuffle(up, from) <= want ? 1u : 0u;
    uint taken = subgroupShuffle(place << TEAM_SHIFT | who, from);
    entry      = lane >= pending ? taken : entry;
    pending += subgroupShuffle(up, 7u);
    if (pending >= TEAM)
    {
        store();
        entry = taken;
        pending -= TEAM;
    }
}

void walk_together(uint first, uint end, uint team)
{
    for (uint base = first; base < end; base += TEAM)
    {
        uint j     = base + lane;
        vec3 other = sorted_position[min(j, end - 1u)].xyz;
        other.x    = j < end ? other.x : FAR;
        uint who   = look(other) & team;
        who &= j - first_self < TEAM ? ~(1u << (j - first_self)) : ~0u;
        if (limited) who = limit(who);
        keep(who, j);
    }
}

void begin(uint local)
{
    pending = 0u;
    stored  = 0u;
    listed  = 0u;
    at      = local + row_step; // the first row is for the length
}

void main()
{
    uint local  = thread_index();
    uint places = start[params.key.w + 1u];
    self        = range.first + local;
    lane        = subgroupBallotExclusiveBitCount(subgroupBallot(true)); // its number: nobody has returned yet
    first_self  = self - lane;
    bool inside = local < range.count;
    bool alive  = inside && self < places;

    only_layer    = params.only_layer;
    float reach   = params.layer[only_layer].radius + params.layer[only_layer].radius;
    reach_squared = reach * reach;
    key_stride    = params.key;
    room          = params.neighbours;
    row_step      = team_row(range.count);
    last          = (room * row_step) + local;
    limited       = false;
    x             = sorted_position[min(self, max(places, 1u) - 1u)].xyz;
    // first: 0, unknown to the compiler, which else would shuffle again for each candidate.
    for (uint k = 0u; k < TEAM; ++k) member[k] = subgroupShuffle(x, range.first + k);

    if (local - lane >= range.count) return; // all eight of them
    ivec3 cell   = grid_cell(x, params.layer[only_layer].inverse_cell);
    uint  living = subgroupBallot(alive).x;
    uint  mine   = 0u;
    bool  again  = false;
    do
    {
        begin(local);
        search_together(cell, living);
        if (pending > 0u)
        {
            entry = lane < pending ? entry : 0u; // of nobody
            store();
        }
        mine    = limited ? mine : listed;
        again   = !limited && team_max(mine) > room;
        limited = true;
    } while (again);
    neighbour[local] = stored;

    if (!inside) return;
    neighbour_count[self] = alive ? min(mine, room) : PARTICLE_NONE;
    if (alive && mine > room) atomicMax(counters.neighbours_needed, mine);
}
