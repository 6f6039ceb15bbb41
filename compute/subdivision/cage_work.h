// What the files that build a cage share while they build it: memory, rows, and meshes of half-edges.
//
//   topology  the host's polygons, checked -> half-edges                                topology.c
//   refine    one Catmull-Clark step around chosen vertices -> the next mesh of quads   refine.c
//   rows      every new point as a sum of points of the cage                            rows.c
//   rings     what lies around a corner, up to what is sharp                            rings.c
//   patches   a face whose vertices are all regular -> 16 points                        patches.c
//   gregory   any other face -> 20 points                                               gregory.c
//   order     patches along a tree, their vertices and edges, owners                    order.c
//
// All numbers are doubles made by + - * / and square roots in a fixed order, so that tables have the same bits
// everywhere.
#ifndef MAS_CAGE_WORK_H
#define MAS_CAGE_WORK_H

#include "cage.h"

#define CAGE_NONE 0xFFFFFFFFu
#define CAGE_SHARP 10.0f // and more: for ever

// Memory that ends with the building. Zeroed; null when there is none.
typedef struct cage_block cage_block;
typedef struct cage_heap
{
    const massa_device* device;
    cage_block* first;
} cage_heap;
void* mas_cage_take(cage_heap*, uint64_t count, uint64_t size);
void mas_cage_give(cage_heap*, void*); // null is fine
void mas_cage_give_all(cage_heap*);

// Points by number: first those of the cage, then rows, each a sum of points of the cage. A row is made by adding
// weighted points of any kind, and ended.
typedef struct cage_rows
{
    cage_heap* heap;
    uint32_t points; // of the cage
    uint32_t count, room;
    uint64_t* first; // entry, by row and one more
    uint64_t entry_room;
    uint32_t* entry_point;
    double* entry_weight;
    double* sum;      // of the row in work, by point of the cage
    uint8_t* touched; // whether sum counts
    uint32_t* list;   // of touched points
    uint32_t list_count;
} cage_rows;
bool mas_rows_begin(cage_rows*, cage_heap*, uint32_t points);
void mas_rows_add(cage_rows*, uint32_t point, double weight);
bool mas_rows_end(cage_rows*, uint32_t* point); // false: no memory
// cos and sin of pi * a / b
double mas_cage_cos(int64_t a, int64_t b);
double mas_cage_sin(int64_t a, int64_t b);

enum
{
    CAGE_AROUND, // there to complete rings
    CAGE_LEAF,   // to become a patch, or refined
    CAGE_REFINED,
};

// A half-edge runs along one side of a face, counter-clockwise; its number is that of the corner where it begins.
typedef struct cage_mesh
{
    uint32_t faces, halves, edges, vertices;
    uint32_t* face_first; // half, by face and one more; null: all are quads
    uint32_t* face_of;    // by half; null with face_first
    uint32_t* vertex;     // by half: where it begins
    uint32_t* twin;       // by half: the other one of its edge, or CAGE_NONE
    uint32_t* edge;       // by half
    float* edge_sharp;    // by edge; CAGE_SHARP at a boundary
    float* vertex_sharp;  // by vertex
    uint32_t* point;      // by vertex
    uint32_t* half;       // by vertex: one that begins there
    uint32_t* name;       // by vertex: the same for a vertex and its child, which stand at one place of the surface
    uint32_t* source;     // by face: of the cage
    uint32_t* parent;     // by face: the half of the mesh above in whose corner it is; null for what the host gave
    uint8_t* state;       // by face
    double (*uv)[2];      // by vertex, or null
    uint32_t* child;      // by half: face of the next mesh in that corner, or CAGE_NONE
    uint32_t* patch;      // by face: the patch that it became, or CAGE_NONE
} cage_mesh;

static inline uint32_t cage_face(const cage_mesh* m, uint32_t half)
{
    return m->face_of != NULL ? m->face_of[half] : half / 4;
}

static inline uint32_t cage_next(const cage_mesh* m, uint32_t half)
{
    if (m->face_first == NULL) return (half & ~3u) | ((half + 1) & 3u);
    const uint32_t f = m->face_of[half];
    return half + 1 < m->face_first[f + 1] ? half + 1 : m->face_first[f];
}

static inline uint32_t cage_previous(const cage_mesh* m, uint32_t half)
{
    if (m->face_first == NULL) return (half & ~3u) | ((half + 3) & 3u);
    const uint32_t f = m->face_of[half];
    return half > m->face_first[f] ? half - 1 : m->face_first[f + 1] - 1;
}

static inline uint32_t cage_end(const cage_mesh* m, uint32_t half)
{
    return m->vertex[cage_next(m, half)];
}

// Everything while it is built. One mesh for each depth; a cage with other faces than quads is refined once as a whole,
// and what comes out is depth 0.
enum
{
    CAGE_MAX_DEPTH = 12,
};

typedef struct cage_leaf // a patch to be
{
    uint32_t mesh, face;
    uint32_t number; // in the order in which leaves were found
    bool gregory;
    double centre[3]; // m
    uint32_t point[SURFACE_GREGORY_POINTS];
} cage_leaf;

typedef struct cage_build
{
    massa_device* device;
    const massa_cage_desc* desc;
    cage_heap heap;
    cage_rows rows;
    cage_mesh polygons;                 // the host's
    cage_mesh mesh[CAGE_MAX_DEPTH + 1]; // by depth
    uint32_t meshes;
    uint32_t names; // of vertices
    bool closed;
    cage_leaf* leaf; // in the order of patches, in the end
    uint32_t leaves, gregory_leaves;
} cage_build;

massa_result mas_cage_no_memory(const cage_build*);

// topology.c: refuses what is no cage.
massa_result mas_topology_check(cage_build*);
massa_result mas_topology_build(cage_build*, cage_mesh* out);

// refine.c: the children of all faces in the corners at chosen vertices. Faces in state CAGE_REFINED have their
// vertices chosen, all of them; their children are leaves.
massa_result mas_refine(cage_build*, cage_mesh* from, const uint8_t* chosen, cage_mesh* to);

// rings.c: the halves that begin at a vertex, counter-clockwise; face k lies between half k and half k + 1.
enum
{
    CAGE_MAX_VALENCE = 64,
};

typedef struct cage_ring
{
    uint32_t faces;
    bool closed;
    uint32_t half[CAGE_MAX_VALENCE];
} cage_ring;
void mas_ring_around(const cage_mesh*, uint32_t half, cage_ring* out); // all of it, from a boundary on if there is one
// Far ends: spoke k, 0 to faces (of a closed ring faces is 0 again), and the vertex opposite in face k.
uint32_t mas_ring_spoke(const cage_mesh*, const cage_ring*, uint32_t k);
uint32_t mas_ring_edge(const cage_mesh*, const cage_ring*, uint32_t k); // of spoke k
uint32_t mas_ring_opposite(const cage_mesh*, const cage_ring*, uint32_t k);

typedef enum cage_corner
{
    CAGE_SMOOTH, // rings go all around; darts too
    CAGE_CREASE, // on a smooth curve that is sharp
    CAGE_CORNER, // stays where it is
} cage_corner;

// The faces around a corner up to sharp edges, and which of them has the corner; what is semi-sharp counts as smooth.
typedef struct cage_sector
{
    cage_ring ring;
    uint32_t at;
    cage_corner kind;
} cage_sector;
void mas_sector(const cage_mesh*, uint32_t half, cage_sector* out);

// Whether patches cannot be exact around a vertex: because its number of faces is not that of a grid, or because
// something there becomes smooth in later steps.
typedef struct cage_feature
{
    bool odd, fading;
    // How often its faces are halved beyond what isolation says, because a patch follows the surface there less well:
    // 1: many faces at a boundary or crease; 2: where a crease ends; 3: a corner that stays sharp with several faces.
    uint32_t more;
} cage_feature;
cage_feature mas_feature(const cage_mesh*, uint32_t vertex);

// Points that neighbours share are made once for each mesh: limits of vertices, and what belongs to one end of an edge.
typedef struct cage_shared
{
    uint32_t* mirror;  // by end of edge: the point behind it, as far as the other end is before it
    uint32_t* corner;  // by vertex: where it is on the surface
    uint32_t* tangent; // by end of edge: the next point of its Bezier curve
} cage_shared;
bool mas_shared_begin(cage_build*, const cage_mesh*, cage_shared*);
void mas_shared_end(cage_build*, cage_shared*);
// The end of an edge at which a half begins, or where it ends.
static inline uint32_t cage_begin_key(const cage_mesh* m, uint32_t half)
{
    return 2 * m->edge[half] + (m->twin[half] < half); // CAGE_NONE is the largest number
}
static inline uint32_t cage_end_key(const cage_mesh* m, uint32_t half)
{
    return cage_begin_key(m, half) ^ 1u;
}

// patches.c, gregory.c: false when there is no memory.
bool mas_patch_regular(cage_build*, const cage_mesh*, cage_shared*, uint32_t face,
                       uint32_t point[SURFACE_REGULAR_POINTS]);
bool mas_patch_gregory(cage_build*, const cage_mesh*, cage_shared*, uint32_t face,
                       uint32_t point[SURFACE_GREGORY_POINTS]);

// order.c, cage_tables.c
massa_result mas_order_leaves(cage_build*);
massa_result mas_order_tables(cage_build*, massa_cage** out);

#endif
