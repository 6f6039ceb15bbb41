// The bodies that each contact pushes, and whether it may keep its colour, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_link.glsl"

void main()
{
    uint i = thread_index();
    if (i < list.count) link_contact(i);
}
