// Sums over all counts -> where the vertices of an edge or patch, the triangles and meshlets of a patch begin, and how
// each surface is drawn; one of each a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/mesh_shared.h"

layout(std430, binding = 0) readonly buffer Sums { uint sums[]; };
layout(std430, binding = 1) readonly buffer Surface { mesh_surface surface[]; };
layout(std430, binding = 2) writeonly buffer First { uint first[]; };
layout(std430, binding = 3) writeonly buffer Triangle { uint triangle[]; };
layout(std430, binding = 4) writeonly buffer Meshlet { uint meshlet[]; };
layout(std430, binding = 5) writeonly buffer Draws { uint draws[]; }; // VkDrawIndexedIndirectCommand
layout(push_constant) uniform Push { mesh_push p; };

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint triangles = p.edges + p.patches, meshlets = triangles + (p.patches + 1u);
    if (i < triangles) first[i] = p.vertices + sums[i];
    if (i <= p.patches)
    {
        triangle[i] = sums[triangles + i] - sums[triangles];
        if (p.drawn == 0u) meshlet[i] = sums[meshlets + i] - sums[meshlets];
    }
    if (p.drawn != 0u && i < p.surfaces)
    {
        uint from         = sums[triangles + surface[i].first_patch];
        draws[5u * i]      = 3u * (sums[triangles + surface[i].end_patch] - from);
        draws[5u * i + 1u] = 1u;
        draws[5u * i + 2u] = 3u * (from - sums[triangles]);
        draws[5u * i + 3u] = 0u;
        draws[5u * i + 4u] = 0u;
    }
}
