// Radix sort where a group is one subgroup of a CPU, whose eight lanes go in step. The lanes share a run of entries and
// one column of counters. The run is read in one piece, and 256 lines are written at a time, which the first cache holds.
// With a run and a column per lane it would be eight times as many.
//     entries:   [ lane 0 | lane 1 | ... | lane 7 ][ lane 0 | ...        a step each; order of entries is order of lanes
#ifndef MAS_RADIX_SORT_TOGETHER_GLSL
#define MAS_RADIX_SORT_TOGETHER_GLSL

#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#define KEY_QUAD words4
#include "primitive/radix_sort.glsl"

const uint LANES = RADIX_SORT_TEAM;

uint lane;         // number in the subgroup
uint run, run_end; // entries [run, run_end) of the team
uint column_first; // of the team's column in the table; the next digit's follows after RADIX_SORT_COLUMNS

// False for teams without entries, and for groups that come between teams.
bool team_works()
{
    const uint groups = RADIX_SORT_TEAM_RUN / LIST_BLOCK; // one comes per LIST_BLOCK
    uint       team   = group_index() / groups;
    lane              = subgroupBallotExclusiveBitCount(subgroupBallot(true));
    run               = team * RADIX_SORT_TEAM_RUN;
    run_end           = min(run + RADIX_SORT_TEAM_RUN, list.count);
    column_first = (team / RADIX_SORT_COLUMNS * RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS) + team % RADIX_SORT_COLUMNS;
    return group_index() % groups == 0u && run < run_end;
}

#endif
