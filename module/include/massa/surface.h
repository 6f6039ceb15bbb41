// Surfaces: Catmull-Clark subdivision surfaces, evaluated at their limit. A cage is a mesh of polygons with everything
// that can be computed from it beforehand; a surface is a cage in a world, with points of its own that move. A step
// evaluates the surfaces whose points have changed, for drawing and for collision, and answers queries. Positions are in
// the surface's own frame: draw it with a body's pose, or with none. Nothing touches surfaces yet.
#ifndef MASSA_SURFACE_H
#define MASSA_SURFACE_H

#include "base.h"
#include "shape.h" // massa_mass

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct massa_crease      { uint32_t a, b;  float sharpness; } massa_crease;      // the edge between points a and b
typedef struct massa_cage_corner { uint32_t point; float sharpness; } massa_cage_corner; // 0 to 10: so many subdivisions stay
typedef struct massa_uv          { float u, v; } massa_uv;                               // sharp; 10: all

typedef struct massa_cage_desc
{
    uint32_t                 cookie;       // set by massa_default_cage_desc
    const massa_vec3*        points;       // m, each at most 1e4; copied, as all that follows
    uint32_t                 point_count;  // 3 to 2^20
    const uint32_t*          face_sizes;   // corners of each face, 3 to 64
    uint32_t                 face_count;   // 1 to 2^20
    const uint32_t*          face_points;  // face after face, counter-clockwise seen from outside
    const massa_crease*      creases;      // default null
    uint32_t                 crease_count;
    const massa_cage_corner* corners;      // default null: points that stay sharp
    uint32_t                 corner_count;
    const massa_uv*          uv;           // default null: all 0; else one for each point, at most 1e4 each
    uint32_t                 isolation;    // 0 to 5: how often faces at odd vertices are halved before they become patches;
                                           // each time the surface there comes about 4 times closer to its limit; default 1
} massa_cage_desc;

static inline massa_cage_desc massa_default_cage_desc(void)
{
    massa_cage_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(1, massa_cage_desc);
    d.isolation       = 1;
    return d;
}

// Host work and host memory alone, on any thread. An edge has at most two faces, the faces of a point are one fan, and
// no point stands alone; the log names what is wrong by its number. *out is null unless MASSA_OK is returned.
MASSA_API MASSA_CHECK massa_result massa_create_cage(massa_device*, const massa_cage_desc*, massa_cage** out);
MASSA_API void massa_destroy_cage(massa_cage*); // after the worlds that have it, before its device; null is fine

typedef struct massa_cage_info
{
    uint64_t   bytes, hash;     // of everything that follows from the desc; equal cages have equal hashes
    uint32_t   points, faces;   // as given
    uint32_t   patches, regular_patches, gregory_patches;
    uint32_t   vertices, edges; // of patches
    uint32_t   computed_points; // behind the cage's: what patches need beside them
    bool       closed;          // has no boundary
    massa_vec3 lo, hi;          // m, of the points
} massa_cage_info;

MASSA_API MASSA_CHECK massa_result massa_cage_get_info(const massa_cage*, massa_cage_info* out);
// Of what a closed cage's limit surface encloses; density kg/m^3, 1e-3 to 1e6. Refused unless closed.
MASSA_API MASSA_CHECK massa_result massa_cage_mass(const massa_cage*, float density, massa_mass* out);

typedef struct massa_cage_edge // of patches
{
    uint32_t vertex_a, vertex_b; // which are also the first vertices of the mesh that is drawn
    uint32_t face;               // of the cage, on one side of it
    uint32_t depth;              // how often that face was halved, 0 to 15
} massa_cage_edge;
MASSA_API MASSA_CHECK massa_result massa_cage_get_edge(const massa_cage*, uint32_t edge, massa_cage_edge* out);

// Levels count segments along the side of a face of the cage (once more subdivided if it has faces other than quads): an
// edge of depth d has level / 2^d of them, rounded up.
struct massa_surface_desc
{
    uint32_t          cookie;          // set by massa_default_surface_desc
    const massa_cage* cage;            // required, of the same device; outlives the world
    uint32_t          collision_level; // 1 to 16; default 4
    uint32_t          draw_level;      // 0 to 64; default 8. 0: never drawn, and given the least room
    uint32_t          max_draw_level;  // draw_level to 64: room for massa_surface_set_draw_level; default 0: as draw_level
};

static inline massa_surface_desc massa_default_surface_desc(void)
{
    massa_surface_desc d = MASSA_ZERO;
    d.cookie             = MASSA_COOKIE(1, massa_surface_desc);
    d.collision_level    = 4;
    d.draw_level         = 8;
    return d;
}

// Surfaces are named by their number in massa_world_desc.surfaces. What calls say holds from the next step on.
// Points [first, first + count) of the cage, m, each at most 1e4. What was between two ranges of the same step is set too,
// as calls last had it.
MASSA_API MASSA_CHECK massa_result massa_surface_set_points(massa_world*, uint32_t surface, uint32_t first,
                                                            const massa_vec3* points, uint32_t count);
// The host's own shader has written the cage's points in MASSA_VIEW_SURFACE_POINTS, after the last step and before the next
// one in submission order: nothing but the barrier that massa_cmd_step begins with is needed. Recordings hold this call
// and not the points. A point beyond 1e4, or not a number, keeps its old place.
MASSA_API MASSA_CHECK massa_result massa_surface_refresh(massa_world*, uint32_t surface);
MASSA_API MASSA_CHECK massa_result massa_surface_set_draw_level(massa_world*, uint32_t surface, uint32_t level); // 1 to max
// One for each of massa_cage_info.edges: 1 to what max_draw_level makes of the edge. Meshes are closed whatever they are.
MASSA_API MASSA_CHECK massa_result massa_surface_set_edge_levels(massa_world*, uint32_t surface, const uint8_t* levels,
                                                                 uint32_t count);

typedef struct massa_surface_range // its share of the arrays behind MASSA_VIEW_SURFACE_*
{
    uint32_t     first_point, point_count, cage_points; // the cage's, then computed ones
    uint32_t     first_patch, patch_count;
    uint32_t     first_regular, regular_count, first_gregory, gregory_count;
    uint32_t     first_vertex, vertex_count; // corners of patches
    uint32_t     first_edge, edge_count;
    uint32_t     first_row, row_count;
    uint32_t     draw_vertices, draw_triangles; // of a uniform level; of edge levels at most
    VkDeviceSize draw_indirect; // bytes into the buffer of MASSA_VIEW_SURFACE_DRAWS: its VkDrawIndexedIndirectCommand
    uint32_t     collision_vertices, collision_triangles, first_collision_triangle, meshlet_count, first_meshlet;
} massa_surface_range;

MASSA_API MASSA_CHECK massa_result massa_surface_get_range(const massa_world*, uint32_t surface, massa_surface_range* out);

// Queries see the surface as the next step has it, in its own frame, and come back with that step's poll. query: their number
// among those of the step, from 0 on.
typedef struct massa_surface_hit
{
    uint64_t   step;
    uint32_t   query;
    uint32_t   surface;
    bool       stopped;  // the search was given up at a limit: something closer may exist
    bool       hit;      // false: nothing within reach, and what follows is 0
    float      distance; // m, from the point, or along the ray
    massa_vec3 position; // m, on the limit surface
    massa_vec3 normal;   // unit, outward
    massa_vec3 velocity; // m/s, of that place of the surface over the step
    uint32_t   patch;    // in MASSA_VIEW_SURFACE_PATCHES
    uint32_t   face;     // of the cage
    float      u, v;     // in the patch, 0 to 1
} massa_surface_hit;

// The closest place within reach. point: m, at most 1e5 each; reach: m, 0 to 1e5.
MASSA_API MASSA_CHECK massa_result massa_surface_ask_closest(massa_world*, uint32_t surface, massa_vec3 point, float reach,
                                                             uint32_t* query);
// The first place that a ray meets. direction: normalised for you, 1e-3 to 1e5 long; length: m, 0 to 1e5.
MASSA_API MASSA_CHECK massa_result massa_surface_ask_ray(massa_world*, uint32_t surface, massa_vec3 origin,
                                                         massa_vec3 direction, float length, uint32_t* query);

#if defined(__cplusplus)
}
#endif

#endif
