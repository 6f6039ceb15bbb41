// Colours for the contacts of a block, and their places: one group a block. One thread gives each contact, in order,
// the lowest colour that is free at its bodies: this takes no rounds, and blocks are coloured side by side. Further
// groups put the lone contacts into the lists of their bodies.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/blocks_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { blocks_params params; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Sorted { uint sorted[]; };   // contacts by key: block after block
layout(std430, binding = 3) readonly buffer Start { uint start[]; };     // of each key
layout(std430, binding = 4) coherent buffer Link { block_link link[]; };
layout(std430, binding = 5) buffer Copies { body_copies copies[]; };     // by slot
layout(std430, binding = 6) writeonly buffer Order { uint order[]; };    // by place: pair
layout(std430, binding = 7) writeonly buffer Where { uint where[]; };    // by place
layout(std430, binding = 8) buffer Table
{
    blocks_header header[BLOCKS_HEADERS];
    blocks_counters counters;
    block_list list[];
};

const uint HALF = BLOCK_BODIES / 2u;
const uint NUMBER_MASK = (1u << BLOCK_NUMBER_BITS) - 1u;

shared uint used[BLOCK_BODIES + 1]; // bits of colours; the last stands for no body
shared uint bodies[BLOCK_CONTACTS]; // numbers of both, then colour and number
shared uint count[BLOCK_COLOURS + 1];
shared uint first[BLOCK_COLOURS + 2];

uint number_of(uint rank, uint shift)
{
    return rank == BLOCK_NOBODY ? BLOCK_OUTSIDE : (rank + shift) % BLOCK_BODIES;
}

void choose(uint many)
{
    for (uint k = 0u; k < many; ++k)
    {
        uint a = bodies[k] & NUMBER_MASK, b = bodies[k] >> BLOCK_NUMBER_BITS;
        uint taken  = (a < BLOCK_OUTSIDE ? used[a] : 0u) | (b < BLOCK_OUTSIDE ? used[b] : 0u);
        uint colour = taken == 0xFFFFFFFFu ? BLOCK_COLOURS : uint(findLSB(~taken));
        if (colour < BLOCK_COLOURS)
        {
            if (a < BLOCK_OUTSIDE) used[a] |= 1u << colour;
            if (b < BLOCK_OUTSIDE) used[b] |= 1u << colour;
        }
        bodies[k]     = colour | count[colour] << 6;
        count[colour] = count[colour] + 1u;
    }
}

// Contacts begin .. end - 1 of sorted.
void colour_block(uint block, uint begin, uint end)
{
    bool second = block >= params.blocks;
    uint shift  = second ? HALF : 0u, me = gl_LocalInvocationID.x, threads = gl_WorkGroupSize.x;
    for (uint k = me; k < BLOCK_BODIES; k += threads) used[k] = 0u;
    for (uint k = me; k <= BLOCK_COLOURS; k += threads) count[k] = 0u;
    barrier();
    for (uint from = begin; from < end; from += BLOCK_CONTACTS)
    {
        uint many = min(end - from, BLOCK_CONTACTS);
        for (uint k = me; k < many; k += threads)
        {
            block_link l = link[sorted[from + k]];
            bodies[k] = number_of(l.a, shift) | number_of(l.b, shift) << BLOCK_NUMBER_BITS;
            if (second) copies[l.slot_a].second = 1u;
            if (second) copies[l.slot_b].second = 1u;
        }
        barrier();
        if (me == 0u) choose(many);
        barrier();
        for (uint k = me; k < many; k += threads)
        {
            link[sorted[from + k]].colour = bodies[k] & 63u;
            link[sorted[from + k]].number = bodies[k] >> 6;
        }
        memoryBarrierBuffer(); // other threads read it below
        barrier();
    }
    if (me == 0u)
    {
        uint colours = 0u, at = begin;
        for (uint c = 0u; c <= BLOCK_COLOURS; ++c)
        {
            first[c] = at;
            at += count[c];
            if (c < BLOCK_COLOURS && count[c] > 0u) colours = c + 1u;
        }
        first[BLOCK_COLOURS + 1u] = at;
        list[block].colours       = colours;
        atomicMax(counters.colours, colours);
        atomicAdd(counters.overflow, count[BLOCK_COLOURS]);
        if (!second && begin < end) atomicAdd(counters.blocks, 1u);
    }
    barrier();
    for (uint c = me; c <= BLOCK_COLOURS + 1u; c += threads) list[block].first[c] = first[c];
    for (uint k = begin + me; k < end; k += threads)
    {
        uint i       = sorted[k];
        block_link l = link[i];
        uint place   = first[l.colour] + l.number;
        order[place] = contact[i];
        where[place] = number_of(l.a, shift) | number_of(l.b, shift) << BLOCK_NUMBER_BITS |
                       (second ? BLOCK_SECOND : BLOCK_FIRST) << BLOCK_WHERE_SHIFT;
    }
}

void note_copy(uint slot, uint entry)
{
    copies[slot].entry[atomicAdd(copies[slot].lone, 1u)] = entry;
}

void place_lone(uint place, uint number)
{
    uint i       = sorted[place];
    block_link l = link[i];
    bool late    = max(copies[l.slot_a].wished, copies[l.slot_b].wished) > BLOCK_ENTRIES;
    order[place] = contact[i];
    where[place] = BLOCK_OUTSIDE | BLOCK_OUTSIDE << BLOCK_NUMBER_BITS |
                   (late ? BLOCK_LATE : BLOCK_LONE) << BLOCK_WHERE_SHIFT;
    if (late)
    {
        atomicMax(header[BLOCKS_LATE].list.block_x, 1u);
        atomicAdd(counters.late, 1u);
        return;
    }
    note_copy(l.slot_a, 2u * number);
    note_copy(l.slot_b, 2u * number + 1u);
}

void write_headers()
{
    uint last = 2u * params.blocks + 1u, all = start[last + 1u], lone = start[last + 1u] - start[last];
    uint second = start[last] - start[params.blocks];
    uint groups = (lone + BLOCK_LONE_CONTACTS - 1u) / BLOCK_LONE_CONTACTS;
    list_header h = list_complete(all, params.contacts);
    header[BLOCKS_PLACES].list = h;
    h.block_x = all > 0u ? params.blocks : 0u;
    h.block_y = 1u;
    header[BLOCKS_FIRST].list = h;
    uvec2 g = list_groups(second + lone > 0u ? params.blocks + 1u + groups : 0u);
    h.block_x = g.x;
    h.block_y = g.y;
    header[BLOCKS_SECOND].list = h;
    list[last].first[0] = start[last];
    list[last].first[1] = all;
    counters.first  = start[params.blocks];
    counters.second = second;
    counters.lone   = lone;
}

void main()
{
    uint group = group_index(), lists = 2u * params.blocks + 1u;
    if (group >= range.count) return; // of the last row of a large dispatch
    if (group < lists)
    {
        if (group == 0u && gl_LocalInvocationID.x == 0u) write_headers();
        colour_block(group, start[group], start[group + 1u]);
        return;
    }
    uint begin = start[lists], end = start[lists + 1u], groups = range.count - lists;
    for (uint k = (group - lists) * gl_WorkGroupSize.x + gl_LocalInvocationID.x; k < end - begin;
         k += groups * gl_WorkGroupSize.x)
        place_lone(begin + k, k);
}
