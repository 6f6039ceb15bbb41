// Triangles and meshlets, and what there is to evaluate, of a patch; one slice of a patch a thread. A patch is parts:
// the tiles of a full grid, or rows of cells between the points inside, then four rings that stitch them to the sides;
// part k is slice k % slices' work. Few places look a vertex up: each is a hundred lines to a software driver.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/surface_shared.h"
#include "subdivision/mesh_shared.h"

layout(std430, binding = 0) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 1) readonly buffer Level { uint level[]; };
layout(std430, binding = 2) readonly buffer Sums { uint sums[]; }; // mesh_count.comp
layout(std430, binding = 3) readonly buffer Edge { surface_edge edge[]; };
layout(std430, binding = 4) writeonly buffer Index { uint index[]; };
layout(std430, binding = 5) writeonly buffer Meshlets { uint meshlets[]; };
layout(std430, binding = 6) writeonly buffer Task { tessellate_task task[]; };
layout(push_constant) uniform Push { mesh_push p; };
#include "subdivision/mesh.glsl"

surface_patch self;
mesh_shape shape;
uint inside; // first vertex inside the patch

uint first_of_edge(uint e)
{
    return p.vertices + sums[e];
}

uint middle_vertex(uint side)
{
    surface_edge e = edge[side >> 1];
    return (side & 1u) != 0u ? e.from : e.to;
}

// Point k of side s, 0 to its segments.
uint rim_vertex(uint s, uint k)
{
    uint begin = shape.begin[s], all = begin + shape.end[s];
    if (k == 0u) return self.corner[s];
    if (k == all) return self.corner[(s + 1u) & 3u];
    if (k == begin) return middle_vertex(self.side[s]);
    bool later = k > begin;
    uint side  = later ? self.second[s] : self.side[s];
    uint along = later ? k - begin : k;
    uint n     = later ? shape.end[s] : begin;
    return first_of_edge(side >> 1) + (((side & 1u) != 0u ? n - along : along) - 1u);
}

uint inner_vertex(uint i, uint j)
{
    return inside + ((j - 1u) * (shape.level - 1u) + (i - 1u));
}

uint grid_vertex(uint i, uint j)
{
    uint n = shape.level;
    if (i > 0u && j > 0u && i < n && j < n) return inner_vertex(i, j);
    uint s = j == 0u ? 0u : i == n ? 1u : j == n ? 2u : 3u;
    uint k = s == 0u ? i : s == 1u ? j : n - (s == 2u ? i : j);
    return rim_vertex(s, k);
}

// Cells of a rectangle, row by row, each two triangles: corners 00, 10, 11, then 00, 11, 01.
void put_cells(uint triangle, uvec2 from, uvec2 size)
{
    for (uint e = 0u; e < 6u * (size.x * size.y); ++e)
    {
        uint cell = e / 6u, corner = e % 6u;
        uint i = (from.x + (cell % size.x)) + ((0x16u >> corner) & 1u); // 010110: whether to the right
        uint j = (from.y + (cell / size.x)) + ((0x34u >> corner) & 1u); // 110100: whether above
        index[3u * triangle + e] = grid_vertex(i, j);
    }
}

// Along side s, from its corner on, rim and points inside at once: the one whose next point comes first goes on, ties
// to the rim. Parameters are compared as fractions; of a side of two edges each is half. Without points inside, all of
// the rim is seen from one vertex, lone.
void put_ring(uint triangle, uint s, uint lone)
{
    uint n = shape.level, begin = shape.begin[s], end = shape.end[s];
    uint rim = 0u, beside = 1u;
    uint rim_at = self.corner[s];
    uint i = s == 0u || s == 3u ? 1u : n - 1u, j = s < 2u ? 1u : n - 1u; // the point inside at the corner
    int step       = s == 0u ? 1 : s == 1u ? int(n) - 1 : s == 2u ? -1 : 1 - int(n);
    uint beside_at = n == 1u ? lone : inner_vertex(i, j);
    for (uint left = (begin + end) + (max(n, 2u) - 2u); left > 0u; --left)
    {
        uint up    = end == 0u || rim < begin ? rim + 1u : (end + (rim + 1u)) - begin;
        uint down  = end == 0u ? begin : 2u * (rim < begin ? begin : end);
        bool more  = rim < begin + end;
        bool outer = more && (beside + 1u >= n || up * n <= (beside + 1u) * down);
        uint next  = outer ? rim_vertex(s, rim + 1u) : uint(int(beside_at) + step);
        index[3u * triangle]      = rim_at;
        index[3u * triangle + 1u] = next;
        index[3u * triangle + 2u] = beside_at;
        ++triangle;
        rim_at    = outer ? next : rim_at;
        beside_at = outer ? beside_at : next;
        rim += outer ? 1u : 0u;
        beside += outer ? 0u : 1u;
    }
}

void put_task(uint k)
{
    tessellate_task t;
    t.side_level = 0u;
    for (uint s = 0u; s < 4u; ++s)
    {
        bool owns_corner = (self.flags & (1u << (SURFACE_OWNS_CORNER + s))) != 0u;
        bool owns_side   = (self.flags & (1u << (SURFACE_OWNS_SIDE + s))) != 0u;
        t.corner[s]      = owns_corner ? self.corner[s] : SURFACE_NONE;
        t.side[s]        = owns_side ? first_of_edge(self.side[s] >> 1) : SURFACE_NONE;
        t.side_level |= shape.begin[s] << (8u * s);
    }
    t.first   = inside;
    t.level   = shape.level | (self.surface << 8);
    t.uv      = k;
    uint place = (self.flags & SURFACE_GREGORY) != 0u ? p.regulars + self.index / SURFACE_GREGORY_POINTS
                                                      : self.index / SURFACE_REGULAR_POINTS;
    task[place] = t;
}

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint k = i / p.slices, slice = i % p.slices;
    uint triangles = p.edges + p.patches, lets = triangles + (p.patches + 1u);
    uint triangle  = sums[triangles + k] - sums[triangles];
    uint meshlet   = sums[lets + k] - sums[lets];
    self   = patches[k];
    shape  = mesh_shape_of(self);
    inside = p.vertices + sums[p.edges + k];
    uint n = shape.level, total = mesh_triangles(shape);
    if (slice == 0u) put_task(k);
    if (p.drawn == 0u && !shape.whole)
        for (uint m = slice; SURFACE_MESHLET * m < total; m += p.slices)
        {
            uint from             = SURFACE_MESHLET * m;
            meshlets[meshlet + m] = (triangle + from) | (min(total - from, SURFACE_MESHLET) << MESH_COUNT_SHIFT);
        }

    // Without points inside: seen from the middle of the first side of two edges, so that no triangle lies in a side.
    uint lone_side = shape.end.x != 0u ? 0u : shape.end.y != 0u ? 1u : shape.end.z != 0u ? 2u : 3u;
    uint lone      = n == 1u && !shape.whole ? middle_vertex(self.side[lone_side]) : 0u;
    mesh_tiles t   = mesh_tiles_of(n);
    uint cells     = max(n, 2u) - 2u;
    uint grid      = shape.whole ? t.across * t.up : cells;
    for (uint part = slice; part < grid + (shape.whole ? 0u : 4u); part += p.slices)
    {
        if (part < grid)
        {
            uvec2 tile = uvec2(part % t.across, part / t.across);
            uvec2 from = uvec2(mesh_part(n, t.across, tile.x), mesh_part(n, t.up, tile.y));
            uvec2 size = uvec2(mesh_part(n, t.across, tile.x + 1u), mesh_part(n, t.up, tile.y + 1u)) - from;
            uint at    = triangle + (2u * ((n * from.y) + (size.y * from.x)));
            if (!shape.whole)
            {
                from = uvec2(1u, part + 1u);
                size = uvec2(cells, 1u);
                at   = triangle + (2u * (part * cells));
            }
            else if (p.drawn == 0u)
                meshlets[meshlet + part] = at | ((2u * (size.x * size.y)) << MESH_COUNT_SHIFT);
            put_cells(at, from, size);
            continue;
        }
        uint s  = part - grid; // around a lone vertex: from the side after its own on; its own has no triangle
        uint at = triangle + (2u * (cells * cells));
        for (uint before = 0u; before < s; ++before)
        {
            uint side = n == 1u ? (lone_side + 1u + before) & 3u : before;
            at += (shape.begin[side] + shape.end[side]) + cells;
        }
        if (n == 1u && s == 3u) continue;
        put_ring(at, n == 1u ? (lone_side + 1u + s) & 3u : s, lone);
    }
}
