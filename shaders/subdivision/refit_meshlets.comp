// Boxes of the meshlets of stale surfaces, from the vertices of their triangles; push.slices threads a patch deal its
// meshlets among them. Exact: a box touches its outermost vertices. A tile of a full grid looks at each vertex once, by
// the one triangle of a cell that first has it: (0, 0), (1, 0), (1, 1) and (0, 1) stand at 0, 1, 2 and 5 of the cell's six
// entries.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/refit_shared.h"

layout(push_constant) uniform Push { refit_push push; };
layout(std430, binding = 0) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 1) readonly buffer Stale { uint stale[]; };
layout(std430, binding = 2) readonly buffer Level { uint level[]; };
layout(std430, binding = 3) readonly buffer First { uint first[]; };       // meshlet, by patch and one more
layout(std430, binding = 4) readonly buffer Meshlets { uint meshlets[]; }; // triangle | triangles << MESH_COUNT_SHIFT
layout(std430, binding = 5) readonly buffer Index { uint index[]; };
layout(std430, binding = 6) readonly buffer Position { vec4 position[]; };
layout(std430, binding = 7) writeonly buffer Box { surface_box box[]; };

#include "subdivision/mesh.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    uint p = i / push.slices;
    if (push.all == 0u && stale[patches[p].surface] == 0u) return;
    mesh_shape shape = mesh_shape_of(patches[p]);
    mesh_tiles tiles = mesh_tiles_of(shape.level);
    for (uint m = i % push.slices; m < first[p + 1u] - first[p]; m += push.slices)
    {
        uint entry   = meshlets[first[p] + m], from = 3u * (entry & ((1u << MESH_COUNT_SHIFT) - 1u));
        uint corners = 3u * (entry >> MESH_COUNT_SHIFT);
        // Columns of cells, and how many entries to look at: vertices of the tile, or every corner of every triangle.
        uint tile  = m % tiles.across;
        uint cells = mesh_part(shape.level, tiles.across, tile + 1u) - mesh_part(shape.level, tiles.across, tile);
        uint count = shape.whole ? (cells + 1u) * ((corners / (6u * cells)) + 1u) : corners;
        uint x = 0u, y = 0u;
        vec3 lo = position[index[from]].xyz, hi = lo;
        for (uint k = 1u; k < count; ++k)
        {
            x        = x == cells ? 0u : x + 1u;
            y        = x == 0u ? y + 1u : y;
            uint row = max(y, 1u) - 1u, column = max(x, 1u) - 1u;
            uint at  = (6u * ((row * cells) + column)) + (x == 0u ? (y == 0u ? 0u : 5u) : (y == 0u ? 1u : 2u));
            vec3 v   = position[index[from + (shape.whole ? at : k)]].xyz;
            lo       = min(lo, v);
            hi       = max(hi, v);
        }
        box[first[p] + m] = surface_box(vec4(lo, 0.0), vec4(hi, 0.0));
    }
}
