// How a patch is cut into triangles, from the levels of its edges. Includers bind Level: uint level[], by edge.
#ifndef MAS_MESH_GLSL
#define MAS_MESH_GLSL

#include "subdivision/surface_shared.h"
#include "subdivision/mesh_shared.h"

struct mesh_shape
{
    uvec4 begin; // segments of each side's edge, or of the first of two
    uvec4 end;   // of the second; 0: there is none
    uint level;  // of the patch: the largest
    bool whole;  // all sides are one edge of that level: a full grid
};

// Segments of an edge that was halved depth times, when one of depth 0 has n.
uint mesh_at_depth(uint n, uint depth)
{
    return max((n + ((1u << depth) - 1u)) >> depth, 1u);
}

mesh_shape mesh_shape_of(surface_patch p)
{
    mesh_shape m;
    m.level = 1u;
    m.whole = true;
    for (uint s = 0u; s < 4u; ++s)
    {
        m.begin[s] = level[p.side[s] >> 1];
        m.end[s]   = p.second[s] == SURFACE_NONE ? 0u : level[p.second[s] >> 1];
        m.level    = max(m.level, max(m.begin[s], m.end[s]));
    }
    for (uint s = 0u; s < 4u; ++s)
        m.whole = m.whole && m.begin[s] == m.level && m.end[s] == 0u;
    return m;
}

uint mesh_rim(mesh_shape m)
{
    uvec4 sides = m.begin + m.end;
    return (sides.x + sides.y) + (sides.z + sides.w);
}

// A full grid has 2 n^2, which is what the other formula gives for it. Without a point inside, the rim is a fan.
uint mesh_triangles(mesh_shape m)
{
    if (m.level == 1u) return mesh_rim(m) - 2u;
    uint cells = m.level - 2u;
    return mesh_rim(m) + ((4u * cells) + (2u * (cells * cells)));
}

// A full grid of n x n cells in tiles of at most 32 cells, each a meshlet.
struct mesh_tiles
{
    uint across; // tiles along u
    uint up;     // and along v
};

mesh_tiles mesh_tiles_of(uint n)
{
    mesh_tiles t;
    t.across    = (n + 7u) / 8u;
    uint widest = ((n + t.across) - 1u) / t.across;
    uint rows   = (SURFACE_MESHLET / 2) / widest;
    t.up        = ((n + rows) - 1u) / rows;
    return t;
}

uint mesh_meshlets(mesh_shape m)
{
    if (!m.whole) return (mesh_triangles(m) + (SURFACE_MESHLET - 1u)) / SURFACE_MESHLET;
    mesh_tiles t = mesh_tiles_of(m.level);
    return t.across * t.up;
}

// n in parts as equal as possible, larger ones first: where part k begins (k = parts: the end).
uint mesh_part(uint n, uint parts, uint k)
{
    return (k * (n / parts)) + min(k, n % parts);
}

#endif
