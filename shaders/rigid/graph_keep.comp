// Contacts that keep their colour tell their bodies, the others wait for the first round; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph.glsl"

layout(std430, binding = 5) readonly buffer List { list_header list; };

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    graph_link at = link[i];
    if (at.a == GRAPH_NOBODY && at.b == GRAPH_NOBODY) return;
    if (choice[i] == 0u)
    {
        graph_wait(0u, i);
        return;
    }
    uint bit = 1u << (choice[i] - 1u);
    if (at.a != GRAPH_NOBODY) atomicOr(body[at.a].used, bit);
    if (at.b != GRAPH_NOBODY) atomicOr(body[at.b].used, bit);
}
