// A round, one waiting contact a thread: who bid most on all its bodies takes the lowest colour that is free there, the
// others wait for the next round. A body belongs to one thread, if any, so nobody else looks at its colours. If no colour
// is free, none will be.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph.glsl"

layout(std430, binding = 5) readonly buffer WaitingList { list_header waiting_list; };
layout(std430, binding = 6) readonly buffer Waiting { uint waiting[]; };

bool won(uint slot, uint bid)
{
    return slot == GRAPH_NOBODY || body[slot].claim[push.round & 1u] == bid;
}

uint used_by(uint slot)
{
    return slot == GRAPH_NOBODY ? 0u : body[slot].used;
}

void visit(uint i)
{
    graph_link at  = link[i];
    uint       bid = graph_bid(push.round, i);
    if (!won(at.a, bid) || !won(at.b, bid))
    {
        graph_wait(push.round + 1u, i);
        return;
    }
    uint used = used_by(at.a) | used_by(at.b);
    if (used == 0xFFFFFFFFu) return;
    uint colour = uint(findLSB(~used));
    if (at.a != GRAPH_NOBODY) body[at.a].used |= 1u << colour;
    if (at.b != GRAPH_NOBODY) body[at.b].used |= 1u << colour;
    choice[i] = 1u + colour;
}

void main()
{
    uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x; // few: the list's groups stop at LIST_MAX_GROUPS_X
    for (uint k = thread_index(); k < waiting_list.count; k += threads) visit(waiting[k]);
}
