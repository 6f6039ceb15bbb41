// Headers of the colours, one a thread; the first thread also counts.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer First { uint first[]; };
layout(std430, binding = 2) readonly buffer Total { uint total; };
layout(std430, binding = 3) readonly buffer Waiting { graph_list waiting[GRAPH_ROUNDS + 1]; };
layout(std430, binding = 4) writeonly buffer Lists { graph_list lists[GRAPH_LISTS]; };
layout(std430, binding = 5) writeonly buffer Places { list_header places; };
layout(std430, binding = 6) writeonly buffer Count { uint count; };
layout(std430, binding = 7) writeonly buffer Counters { graph_counters counters; };

uint begin_of(uint c)
{
    uint words = (list.count + 31u) / 32u;
    return c == GRAPH_LISTS || words == 0u ? total : first[c * words];
}

void main()
{
    uint c = thread_index();
    if (c >= GRAPH_LISTS) return;
    uint at = begin_of(c), n = begin_of(c + 1u) - at;
    list_header h = list_complete(n, push.contacts);
    h.spare = at;
    if (c == GRAPH_COLOURS && n != 0u) h.group_x = h.group_y = 1u; // one thread takes them one after the other
    lists[c].list = h;
    if (c != 0u) return;
    places = list_complete(total, push.contacts);
    count  = total;
    uint colours = 0u, rounds = 0u;
    for (uint k = 0u; k < GRAPH_COLOURS; ++k) colours += uint(begin_of(k) != begin_of(k + 1u));
    for (uint k = 0u; k < GRAPH_ROUNDS; ++k) rounds += uint(waiting[k].list.count != 0u);
    counters = graph_counters(total, total - waiting[0].list.count, colours, total - begin_of(GRAPH_COLOURS),
                              waiting[GRAPH_ROUNDS].list.count, rounds, 0u, 0u);
}
