// Levels of edges, one a thread: the level that a host set for their surface, or wrote for the edge, within its limits.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/surface_shared.h"
#include "subdivision/mesh_shared.h"

layout(std430, binding = 0) readonly buffer Edge { surface_edge edge[]; };
layout(std430, binding = 1) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 2) readonly buffer Surface { mesh_surface surface[]; };
layout(std430, binding = 3) buffer Level { uint level[]; };
layout(std430, binding = 4) buffer Beyond { uint beyond; }; // how many were outside
layout(push_constant) uniform Push { mesh_push p; };
#include "subdivision/mesh.glsl"

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    surface_edge e   = edge[i];
    mesh_surface s   = surface[patches[e.owner].surface];
    uint limit       = mesh_at_depth(s.limit, e.depth);
    uint asked       = s.level != 0u ? mesh_at_depth(s.level, e.depth) : level[i];
    uint given       = min(max(asked, 1u), limit);
    level[i]         = given;
    if (given != asked) atomicAdd(beyond, 1u);
}
