// Neighbour lists that eight particles share (team_list.glsl), for subgroups of eight lanes of a CPU. A candidate near one
// of eight places that follow each other is stored once, in the order in which search.comp meets candidates. One layer.
// The neighbours are those of search.comp, also where there are more than a list has room for.
//
// Each lane takes one candidate, and finds which of the eight places it is near.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_samplerless_texture_functions : require
#include "particle/grid.glsl"
#include "particle/params.glsl"
#include "cpu/texel.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer Start { uint start[]; };
layout(binding = 2) uniform utextureBuffer SortedPosition;
layout(std430, binding = 3) writeonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 4) writeonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 5) buffer Counters { particle_counters counters; };

#include "particle/cpu/team.glsl"

const uint NIBBLES = 0x11111111u;

vec3 member[TEAM];
uint first_self;  // the place of the first lane
bool limited;     // a list of the team is full: full lists take no more from now on
uint listed;      // neighbours of this lane; limited: so far
uint room;

uint pending; // entries that wait in the first lanes
uint entry;   // this lane's
uint next;    // this lane's, of those behind the first eight
uint local, stride; // the lane's place in the lists; team_stride
uint row;           // that the lane stores next

// Sum over the lanes up to this one.
uint add_up(uint n)
{
    uint more = subgroupShuffle(n, (lane - 1u) & 7u);
    n += lane >= 1u ? more : 0u;
    more = subgroupShuffle(n, (lane - 2u) & 7u);
    n += lane >= 2u ? more : 0u;
    more = subgroupShuffle(n, (lane - 4u) & 7u);
    return n + (lane >= 4u ? more : 0u);
}

// Which of the eight places the lane's candidate is near, one bit each. Out of reach, FAR included, none.
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

// Bit k of lane n for bit n of lane k.
uint turn(uint bits)
{
#define TURN(step, low)                                                               \
    {                                                                                 \
        uint other = subgroupShuffleXor(bits, step);                                  \
        bits = (lane & step) == 0u ? (bits & low) | (other & low) << step             \
                                   : (bits & ~low) | (other & ~low) >> step;          \
    }
    TURN(4u, 0x0Fu) TURN(2u, 0x33u) TURN(1u, 0x55u)
#undef TURN
    return bits;
}

// Stores the entries that wait. A lane stores its own entry, and the bits of the row's eight entries that are its
// neighbours. A row is stored full or not, because a branch would often be guessed wrong: a row that is not full is stored
// once more later, and a row without room goes to row 0, which is written last. store comes before the next entries are
// kept: by then all that wait are known.
void store()
{
    bool full = pending >= TEAM;
    uint own  = turn(entry & TEAM_MASK);
    uint to   = row <= room ? row : 0u;

    neighbour[(team_texel(to, stride, local) << 2) + (to & 3u)] = (entry & ~TEAM_MASK) | own;
    row += full ? 1u : 0u;
    listed += full && !limited ? uint(bitCount(own)) : 0u;
    entry = full ? next : entry;
    pending -= full ? TEAM : 0u;
}

// Entries of the lanes that have one go behind those that wait. All lanes know of all of them by a nibble each: a short
// chain of operations.
void keep(uint who, uint place)
{
    uint up = min(who, 1u) << (4u * lane);
    up |= subgroupShuffleXor(up, 1u);
    up |= subgroupShuffleXor(up, 2u);
    up |= subgroupShuffleXor(up, 4u);
    up *= NIBBLES; // entries up to each lane: at most 8
    // The rank this lane takes, now or behind the next store, is that of the lane behind all those with no more up to
    // them. Bit 3: more.
    uint want = (lane - pending) & 7u;
    uint more = up + (7u - want) * NIBBLES;
    uint from = ((~more >> 3 & NIBBLES) * NIBBLES) >> 28;
    next      = subgroupShuffle(place << TEAM_SHIFT | who, from & 7u);
    entry     = lane >= pending ? next : entry;
    pending += up >> 28;
}

// Rows of candidates one behind the other, so that windows are full.
struct line
{
    uint up, way;     // candidates up to the end of the lane's row; from their numbers to their places
    uint fourth, all; // up to the end of the fourth, and of the ninth row
    uint eighth, last_way;
};

line line_up(uvec2 row, uvec2 ninth)
{
    line l;
    l.up       = add_up(row.y - row.x);
    l.way      = row.y - l.up;
    l.fourth   = subgroupShuffle(l.up, 3u);
    l.eighth   = subgroupShuffle(l.up, 7u);
    l.all      = l.eighth + (ninth.y - ninth.x);
    l.last_way = ninth.x - l.eighth;
    return l;
}

// Place of the lane's candidate in the window from base on, or of the last one. Comparisons by sign: there are fewer than
// 2^31.
uint line_place(line l, uint base)
{
    uint n = base + lane + 1u;
    uint r = (l.fourth - n) >> 29 & 4u;
    r |= (subgroupShuffle(l.up, r + 1u) - n) >> 30 & 2u;
    r |= (subgroupShuffle(l.up, r) - n) >> 31;
    uint way = subgroupShuffle(l.way, r);
    return min(n, l.all) - 1u + (n <= l.eighth ? way : l.last_way);
}

// Each window is fetched before the one in front of it is tested: a CPU that waits for one works on the other.
void walk_on(uvec2 row, uvec2 ninth, uint team)
{
    line l = line_up(row, ninth);
    if (l.all == 0u) return;
    uint place = line_place(l, 0u);
    vec3 other = texel(SortedPosition, place).xyz;
    for (uint base = 0u; base < l.all; base += TEAM)
    {
        uint coming       = line_place(l, base + TEAM);
        vec3 coming_other = texel(SortedPosition, coming).xyz;
        other.x           = base + lane < l.all ? other.x : FAR;
        uint who          = look(other) & team;
        who &= place - first_self < TEAM ? ~(1u << (place - first_self)) : ~0u;
        if (limited) who = limit(who);
        store();
        keep(who, place);
        place = coming;
        other = coming_other;
    }
}

// A row that goes on at the table's start has two pieces: where there is one, all are met piece by piece.
void walk_rows(uvec3 row, uvec3 ninth, uint team)
{
    bool whole  = team_max(row.z | ninth.z) == 0u;
    uint pieces = whole ? 1u : 18u;
    for (uint k = 0u; k < pieces; ++k)
    {
        uvec2 now  = (k & 1u) == 0u ? row.xy : uvec2(0u, row.z);
        uvec2 last = (k & 1u) == 0u ? ninth.xy : uvec2(0u, ninth.z);
        now.y      = whole || k >> 1 == lane ? now.y : now.x;
        last.y     = whole || k >> 1 == 8u ? last.y : last.x;
        walk_on(now, last, team);
    }
}

void begin()
{
    pending = 0u;
    listed  = 0u;
    row     = 1u; // the first one is for the length
}

void main()
{
    local       = thread_index();
    uint places = start[params.key.w + 1u];
    self        = range.first + local;
    lane        = subgroupBallotExclusiveBitCount(subgroupBallot(true)); // its number: no lane has returned yet
    first_self  = self - lane;
    bool inside = local < range.count;
    bool alive  = inside && self < places;

    only_layer    = params.only_layer;
    float reach   = params.layer[only_layer].radius + params.layer[only_layer].radius;
    reach_squared = reach * reach;
    key_stride    = params.key;
    room          = params.neighbours;
    stride        = team_stride(range.count);
    limited       = false;
    x             = texel(SortedPosition, min(self, max(places, 1u) - 1u)).xyz;
    // first: 0, unknown to the compiler, which else would shuffle again for each candidate.
    for (uint k = 0u; k < TEAM; ++k) member[k] = subgroupShuffle(x, range.first + k);

    if (local - lane >= range.count) return; // all eight of them
    ivec3 cell   = grid_cell(x, params.layer[only_layer].inverse_cell);
    uint  living = subgroupBallot(alive).x;
    uint  mine   = 0u;
    bool  again  = false;
    do
    {
        begin();
        search_together(cell, living);
        store();
        entry   = lane < pending ? entry : 0u; // no neighbour of any lane
        pending = pending > 0u ? TEAM : 0u;
        store();
        mine    = limited ? mine : listed;
        again   = !limited && team_max(mine) > room;
        limited = true;
    } while (again);
    neighbour[local << 2] = (row - 1u) * TEAM;

    if (!inside) return;
    neighbour_count[self] = alive ? min(mine, room) : PARTICLE_NONE;
    if (alive && mine > room) atomicMax(counters.neighbours_needed, mine);
}
