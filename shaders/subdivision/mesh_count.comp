// How many vertices lie inside each edge and patch, how many triangles and meshlets a patch has; an edge, a patch a
// thread. One array for all, so that one scan finds where everything begins: vertices by edge, by patch, triangles by
// patch and one more, meshlets by patch and one more.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/surface_shared.h"
#include "subdivision/mesh_shared.h"

layout(std430, binding = 0) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 1) readonly buffer Level { uint level[]; };
layout(std430, binding = 2) writeonly buffer Counts { uint counts[]; };
layout(push_constant) uniform Push { mesh_push p; };
#include "subdivision/mesh.glsl"

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    if (i < p.edges)
    {
        counts[i] = level[i] - 1u;
        return;
    }
    uint k        = i - p.edges;
    uint triangle = (p.edges + p.patches) + k;
    uint meshlet  = triangle + (p.patches + 1u);
    if (k == p.patches)
    {
        counts[triangle] = 0u;
        counts[meshlet]  = 0u;
        return;
    }
    mesh_shape m     = mesh_shape_of(patches[k]);
    counts[i]        = (m.level - 1u) * (m.level - 1u);
    counts[triangle] = mesh_triangles(m);
    counts[meshlet]  = p.drawn == 0u ? mesh_meshlets(m) : 0u;
}
