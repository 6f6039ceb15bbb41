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

const uint NIBBLES = 0x11111111u;

vec3 member[TEAM];
uint first_self;  // the place of the first lane
bool limited;     // somebody's list is full: who has enough is left out from now on
uint listed;      // neighbours of this lane; limited: so far
uint room;

uint pending; // entries that wait in the first lanes
uint entry;   // this lane's
uint next;    // this lane's, of those behind the first eight
uint stored;
uint at, row_step, last; // where the lane stores next

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

// Stores when eight entries wait. Only before the next ones are kept: whether to is then long known, and a wrong guess of
// the CPU costs little.
void store_full()
{
    if (pending >= TEAM)
    {
        store();
        entry = next;
        pending -= TEAM;
    }
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

// Rows one behind the other, so that windows are full. Comparisons by sign: there are fewer than 2^31 candidates.
void walk_on(uvec2 row, uvec2 ninth, uint team)
{
    uint up       = add_up(row.y - row.x);
    uint eight    = subgroupShuffle(up, 7u), all = eight + (ninth.y - ninth.x);
    uint way      = row.y - up; // from a candidate's number to its place
    uint last_way = ninth.x - eight;
    uint fourth   = subgroupShuffle(up, 3u);
    for (uint base = 0u; base < all; base += TEAM)
    {
        uint n = base + lane + 1u;
        uint r = (fourth - n) >> 29 & 4u;
        r |= (subgroupShuffle(up, r + 1u) - n) >> 30 & 2u;
        r |= (subgroupShuffle(up, r) - n) >> 31;
        uint on    = subgroupShuffle(way, r);
        uint j     = min(n, all) - 1u + (n <= eight ? on : last_way);
        vec3 other = sorted_position[j].xyz;
        other.x    = n <= all ? other.x : FAR;
        uint who   = look(other) & team;
        who &= j - first_self < TEAM ? ~(1u << (j - first_self)) : ~0u;
        if (limited) who = limit(who);
        store_full();
        keep(who, j);
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
        store_full();
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
