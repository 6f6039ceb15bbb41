// Subdivision surfaces: what a cage is to the stages of this family, and the arrays that they share.
//
//   cage        a cage's polygons -> patches, rows, edges, tree order; on the host, once      cage.c and its kin
//   surfaces    cages of a world -> one set of arrays                                         surfaces.c
//   points      points of the cage -> ghost, refined and Gregory points                       points.c
//   mesh        levels of edges -> numbers of vertices, triangles, meshlets; when they change mesh.c
//   tessellate  points -> positions, normals, uv of vertices                                  tessellate.c
//   refit       points -> boxes of patches, meshlets, tree                                    refit.c
//   query       tree, points -> closest point, ray                                            query.c
#ifndef MAS_SUBDIVISION_H
#define MAS_SUBDIVISION_H

#include "core/list.h"
#include "subdivision/surface_shared.h"

// Where a patch lies in its face: of the quads that faces are, or that faces with more or fewer corners are divided
// into, one for each corner. Divided by 2^depth, (column, row) and the three corners turned from it on,
// counter-clockwise, are its corners 0, 1, 2, 3 in the quad, 0 to 1 along its first side and 0 to 1 along its last,
// backwards.
typedef struct mas_surface_place
{
    uint32_t
        quad; // the face, or where there are other faces than quads, the corner of a face, counted through all faces
    uint16_t column, row; // of its corner 0
    uint16_t turn;        // quarters that its side 0 is turned from the quad's
    uint16_t depth;
} mas_surface_place;

// What a host builds of a cage. All numbers are the cage's own: point 0 is its first. One block of host memory, made by
// mas_cage_build, never changed afterwards.
typedef struct massa_cage massa_cage;
struct massa_cage
{
    massa_device* device; // whose allocator and log it uses
    uint64_t bytes;
    uint64_t hash;                   // of everything below
    uint32_t point_count;            // of the cage
    uint32_t row_count, entry_count; // row i makes point point_count + i
    uint32_t patch_count;            // in the order of the tree's leaves: neighbours stand close together
    uint32_t regular_count, gregory_count;
    uint32_t vertex_count, edge_count, face_count;
    uint32_t largest_depth;
    bool closed; // no boundary
    bool has_uv;
    massa_vec3 lo, hi;     // m, of the points
    const mas_vec4* point; // m, as given; w 0
    const surface_row* row;
    const surface_entry* entry;
    const surface_patch* patch;
    const uint32_t* regular;       // SURFACE_REGULAR_POINTS for each regular patch, in the order of the patches
    const uint32_t* gregory;       // SURFACE_GREGORY_POINTS for each Gregory patch
    const uint32_t* regular_patch; // which patch each of them is
    const uint32_t* gregory_patch;
    const surface_edge* edge;
    const surface_uv* uv;           // by patch; null unless has_uv
    const mas_surface_place* place; // by patch; on the host alone
};

// One surface of a world: where its share of each array begins and how long it is.
typedef struct mas_surface_range
{
    uint32_t point, point_count; // the cage's, then the rows'
    uint32_t cage_points;
    uint32_t row, row_count;
    uint32_t entry;
    uint32_t patch, patch_count;
    uint32_t regular, regular_count; // in the lists of each class
    uint32_t gregory, gregory_count;
    uint32_t vertex, vertex_count;
    uint32_t edge, edge_count;
} mas_surface_range;

// The arrays of all surfaces of a world. Tables are written once, before the first step, and never change.
typedef struct mas_surfaces
{
    // State: points, so that a snapshot has them.
    mas_span point;    // vec4, m; w 0; by surface its cage's, then its rows'
    mas_span previous; // the same, one step earlier
    // Tables.
    mas_span row;           // surface_row
    mas_span entry;         // surface_entry
    mas_span patch;         // surface_patch
    mas_span regular;       // uint, 16 a patch
    mas_span gregory;       // uint, 20 a patch
    mas_span regular_patch; // uint
    mas_span gregory_patch;
    mas_span edge;    // surface_edge
    mas_span uv;      // surface_uv by patch, zeros where a cage has none; one element unless has_uv
    mas_span staging; // mapped: all tables and the cages' points, one after the other, for as long as the world lives
    // This step's.
    mas_span stale; // uint by surface: 1 when its points have changed, so that it must be evaluated
    uint32_t surfaces, points, rows, entries, patches, regulars, gregories, vertices, edges;
    bool has_uv;
} mas_surfaces;

// A level set: how finely all surfaces are cut into triangles, for collision or for drawing.
// Vertices: first the patches' corners (vertex v of the tables is vertex v here), then what lies inside edges and
// patches, as many as levels ask for: edge e has level - 1, from first[e] on, in its own direction; patch p has
// (n - 1)^2, from first[edges + p] on, row by row (v), where n is the largest level of its edges.
typedef struct mas_tessellation
{
    mas_span level;    // uint by edge: segments, 1 to SURFACE_MAX_LEVEL
    mas_span first;    // uint: by edge, then by patch
    mas_span triangle; // uint by patch and one more: its first triangle
    mas_span meshlet;  // uint by patch and one more: its first meshlet; only for collision
    mas_span index;    // uint, three a triangle, counter-clockwise seen from outside
    mas_span meshlets; // uint by meshlet: its first triangle | triangles << 25; only for collision
    mas_span position; // vec4, m; w is the first texture coordinate, 0 for collision
    mas_span normal;   // vec4, unit; w is the second; only for drawing
    mas_span draws;    // arguments of an indexed indirect draw by surface, 5 uints; only for drawing
    mas_span task;     // tessellate_task: regular patches, then Gregory ones; what each has to evaluate
    uint32_t vertex_room, triangle_room, meshlet_room;
    bool drawn; // with normals and uv, without meshlets
} mas_tessellation;

#endif
