// Eight lanes of a CPU look for neighbours together: one window of candidates for all particles of a row. Expects the
// buffer start, full subgroups of eight, and walk_rows from the including kernel.
#ifndef MAS_TEAM_GLSL
#define MAS_TEAM_GLSL

#include "particle/cpu/team_show.glsl"

const float FAR = 1.0e18; // m: no particle's neighbour

// What the kernel reads once: in a loop each would be a load per lane.
uvec4 key_stride; // params.key
uint  only_layer;
float reach_squared;

uint lane, self; // self: the lane's place
vec3 x;

// Candidates for the lanes whose bits are set in team, all lanes present: of the lane's row, in the order of lanes, and then
// of the ninth, which all lanes have. Each as find_row found it.
void walk_rows(uvec3 row, uvec3 ninth, uint team);

// Number of the lowest bit, by the exponent of its float: Mesa's findLSB is long. 0x80000000 has the same exponent.
uint lowest_bit(uint bits)
{
    return (floatBitsToUint(float(int(bits & (~bits + 1u)))) >> 23 & 255u) - 127u;
}

// Of a row of cells: first place, end, and the end of what goes on at the table's start, or 0. wide: keys after the
// first.
uvec3 find_row(ivec3 first, uint wide)
{
    uint key = grid_key(first, only_layer, key_stride), end = key + wide, rest = 0u;
    if (end > key_stride.w) rest = start[end - key_stride.w];
    return uvec3(start[key], start[min(end, key_stride.w) + 1u], rest);
}

// Those lanes of left that are in the row of the first of them, and not too far ahead of it. home: its cell.
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
        uint  team = subgroupBallot(mine).x;
        left &= ~team;
        uint wide = 2u * PARTICLE_CELLS_PER_REACH + team_max(mine ? uint(cell.x - home.x) : 0u);
        home.x -= PARTICLE_CELLS_PER_REACH;
        // Each lane looks up one of the first eight rows, and all of them the ninth.
        uvec3 row   = find_row(home + ivec3(0, int(lane % 3u) - 1, int(lane / 3u) - 1), wide);
        uvec3 ninth = find_row(home + ivec3(0, 1, 1), wide);
        walk_rows(row, ninth, team);
    }
}

#endif
