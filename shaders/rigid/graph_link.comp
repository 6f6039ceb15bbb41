// The bodies that each contact pushes, and whether it may keep its colour, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/graph_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 3) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 4) writeonly buffer Link { graph_link link[]; };
layout(std430, binding = 5) buffer Choice { uint choice[]; }; // in: what was kept; out: 1 + colour, or 0

#include "rigid/graph_link.glsl"

void main()
{
    uint i = thread_index();
    if (i < list.count) link_contact(i);
}
