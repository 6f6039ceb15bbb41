// Contacts tell their bodies that they are there, and which colour they keep; who has none waits for the first round.
// One contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_wait.glsl"

layout(std430, binding = 5) readonly buffer List { list_header list; };

void tell(uint slot, uint colours)
{
    if (slot == GRAPH_NOBODY) return;
    atomicAdd(body[slot].contacts, 1u);
    if (colours != 0u) atomicOr(body[slot].used, colours);
}

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    graph_link at = link[i];
    if (at.a == GRAPH_NOBODY && at.b == GRAPH_NOBODY) return;
    uint colours = choice[i] == 0u ? 0u : 1u << (choice[i] - 1u);
    tell(at.a, colours);
    tell(at.b, colours);
    if (colours == 0u) graph_wait(i);
}
