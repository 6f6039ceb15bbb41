#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group orders the ids of a long cell by radix sort, away from sorted and back, an even number of times. As in
// radix_sort.c a thread owns a run of ids and a column of counters.
layout(push_constant) uniform Push { cell_sort_push push; };
layout(std430, binding = 0) readonly buffer LongList { list_header long_list; };
layout(std430, binding = 1) readonly buffer LongCell { uint long_cell[]; };
layout(std430, binding = 2) readonly buffer Start { uint start[]; };
layout(std430, binding = 3) coherent buffer Spare { uint spare[]; };
layout(std430, binding = 4) coherent buffer Sorted { uint sorted[]; };

shared uint column[CELL_SORT_DIGITS * CELL_SORT_COLUMNS]; // [digit][column]
shared uint total[CELL_SORT_COLUMNS];                     // of a column's share of the digits

const uint SHARE = CELL_SORT_DIGITS; // counters, in the order of digits and then columns, that a thread turns into places

uint read(uint pass, uint k)
{
    return (pass & 1u) == 0u ? sorted[k] : spare[k];
}

void order(uint pass, uint first, uint end)
{
    uint c     = gl_LocalInvocationID.x;
    bool works = c < CELL_SORT_COLUMNS;
    uint each  = (end - first + CELL_SORT_COLUMNS - 1u) / CELL_SORT_COLUMNS;
    uint begin = min(first + c * each, end), stop = min(begin + each, end);
    if (!works) stop = begin;

    if (works) for (uint d = 0u; d < CELL_SORT_DIGITS; ++d) column[d * CELL_SORT_COLUMNS + c] = 0u;
    for (uint k = begin; k < stop; ++k)
        column[(read(pass, k) >> 8u * pass & (CELL_SORT_DIGITS - 1u)) * CELL_SORT_COLUMNS + c] += 1u;
    barrier();

    uint sum = 0u;
    if (works)
    {
        for (uint k = 0u; k < SHARE; ++k) sum += column[c * SHARE + k];
        total[c] = sum;
    }
    barrier();

    if (works)
    {
        uint place = first;
        for (uint k = 0u; k < c; ++k) place += total[k];
        for (uint k = c * SHARE; k < (c + 1u) * SHARE; ++k)
        {
            uint n    = column[k];
            column[k] = place;
            place += n;
        }
    }
    barrier();

    for (uint k = begin; k < stop; ++k)
    {
        uint i     = read(pass, k);
        uint at    = (i >> 8u * pass & (CELL_SORT_DIGITS - 1u)) * CELL_SORT_COLUMNS + c;
        uint place = column[at];
        column[at] = place + 1u;
        if ((pass & 1u) == 0u) spare[place] = i;
        else sorted[place] = i;
    }
    memoryBarrierBuffer(); // the next pass reads what the other threads wrote
    barrier();
}

void main()
{
    uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    for (uint k = group_index(); k < long_list.count; k += groups)
    {
        uint cell = long_cell[k], first = start[cell], end = start[cell + 1u];
        for (uint pass = 0u; pass < push.id_passes; ++pass) order(pass, first, end);
    }
}
