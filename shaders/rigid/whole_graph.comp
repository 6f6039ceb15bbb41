// All of graph.c in one group: the same colours, the same places.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 3) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 4) readonly buffer Past { uint past[]; };
layout(std430, binding = 5) buffer Where { uint where[]; };
layout(std430, binding = 6) buffer Order { uint order[]; };
layout(std430, binding = 7) buffer Colour { uint colour[]; };
layout(std430, binding = 8) buffer Count { uint count; };
layout(std430, binding = 9) buffer Link { graph_link link[]; };
layout(std430, binding = 10) buffer Choice { uint choice[]; };
layout(std430, binding = 11) buffer Body { graph_body body[]; };
layout(std430, binding = 12) buffer Even { uint even[]; }; // contacts that wait, by turns
layout(std430, binding = 13) buffer Odd { uint odd[]; };
layout(std430, binding = 14) buffer Table { uint table[]; };
layout(std430, binding = 15) buffer First { uint first[]; };
layout(std430, binding = 16) writeonly buffer Lists { graph_list lists[GRAPH_LISTS]; };
layout(std430, binding = 17) writeonly buffer Places { list_header places; };
layout(std430, binding = 18) writeonly buffer Counters { graph_counters counters; };

#include "rigid/graph_past.glsl"
#include "rigid/graph_link.glsl"
#include "rigid/graph_keep.glsl"
#include "rigid/graph_claim.glsl"
#include "rigid/graph_take.glsl"

shared uint waits[GRAPH_ROUNDS + 1]; // contacts of each round
shared uint sums[128];               // bits of each thread's words, then those before them
shared uint begins[GRAPH_LISTS + 1];

void wait(uint i, uint round)
{
    uint at = atomicAdd(waits[round], 1u);
    if (round % 2u == 0u) even[at] = i;
    else odd[at] = i;
}

uint row_of(uint i)
{
    return choice[i] == 0u ? GRAPH_COLOURS : choice[i] - 1u;
}

bool solved(uint i)
{
    return link[i].a != GRAPH_NOBODY || link[i].b != GRAPH_NOBODY;
}

void colour_contacts(uint n)
{
    uint kept = count;
    for (uint k = me; k < kept; k += size)
        if (order[k] < push.pairs) where[order[k]] = k;
    for (uint i = me; i < push.bodies; i += size)
    {
        body[i].used     = 0u;
        body[i].contacts = 0u;
        for (uint s = 0u; s < GRAPH_SLOTS; ++s) body[i].claim[s] = 0u;
    }
    for (uint k = me; k <= GRAPH_ROUNDS; k += size) waits[k] = 0u;
    meet_all();
    for (uint i = me; i < n; i += size)
    {
        find_colour(i, min(kept, push.contacts));
        link_contact(i);
        if (tell_bodies(i)) wait(i, 0u);
    }
    meet_all();
    for (uint round = 0u; round < GRAPH_ROUNDS; ++round)
    {
        uint waiting = waits[round];
        if (waiting == 0u) break;
        for (uint k = me; k < waiting; k += size) claim_colour(round % 2u == 0u ? even[k] : odd[k], round);
        meet_all();
        for (uint k = me; k < waiting; k += size)
        {
            uint i = round % 2u == 0u ? even[k] : odd[k];
            if (take_colour(i, round)) wait(i, round + 1u);
        }
        meet_all();
    }
}

// Bits of the table before each of its words.
void count_bits(uint words)
{
    uint each = (words + size - 1u) / size, from = min(me * each, words), to = min(from + each, words), sum = 0u;
    for (uint w = from; w < to; ++w) sum += uint(bitCount(table[w]));
    sums[me] = sum;
    meet_all();
    uint before = 0u;
    for (uint k = 0u; k < me; ++k) before += sums[k];
    for (uint w = from; w < to; ++w)
    {
        first[w] = before;
        before += uint(bitCount(table[w]));
    }
    if (me == size - 1u) begins[GRAPH_LISTS] = before; // all
    meet_all();
}

void place(uint i, uint row_words)
{
    graph_link at = link[i];
    uint word   = row_of(i) * row_words + i / 32u;
    uint k      = first[word] + uint(bitCount(table[word] & ((1u << (i % 32u)) - 1u)));
    uint pushes = (at.a != GRAPH_NOBODY ? GRAPH_PUSHED_A : 0u) | (at.b != GRAPH_NOBODY ? GRAPH_PUSHED_B : 0u);
    order[k]  = contact[i];
    colour[k] = choice[i] == 0u ? 0u : choice[i] | pushes;
}

void finish()
{
    uint total = begins[GRAPH_LISTS], colours = 0u, rounds = 0u;
    places = list_complete(total, push.contacts);
    count  = total;
    for (uint k = 0u; k < GRAPH_COLOURS; ++k) colours += uint(begins[k] != begins[k + 1u]);
    for (uint k = 0u; k < GRAPH_ROUNDS; ++k) rounds += uint(waits[k] != 0u);
    counters = graph_counters(total, total - waits[0], colours, total - begins[GRAPH_COLOURS], waits[GRAPH_ROUNDS],
                              rounds, 0u, 0u);
}

void main()
{
    uint n = list.count, row_words = (n + 31u) / 32u;
    colour_contacts(n);
    for (uint w = me; w < GRAPH_LISTS * row_words; w += size) table[w] = 0u;
    meet_all();
    for (uint i = me; i < n; i += size)
        if (solved(i)) atomicOr(table[row_of(i) * row_words + i / 32u], 1u << (i % 32u));
    meet_all();
    count_bits(GRAPH_LISTS * row_words);
    for (uint c = me; c < GRAPH_LISTS; c += size) begins[c] = row_words == 0u ? 0u : first[c * row_words];
    for (uint i = me; i < n; i += size)
        if (solved(i)) place(i, row_words);
    meet_all();
    for (uint c = me; c < GRAPH_LISTS; c += size)
    {
        list_header h = list_complete(begins[c + 1u] - begins[c], push.contacts);
        h.spare = begins[c];
        if (c == GRAPH_COLOURS && h.count != 0u) h.group_x = h.group_y = 1u;
        lists[c].list = h;
    }
    if (me == 0u) finish();
}
