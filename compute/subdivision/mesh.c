// A level set: from segments along edges to numbers of vertices, triangles and meshlets; runs when levels change.
//   level      what is asked of a surface, or what stands there -> levels inside their limits   mesh_level.comp
//   count      vertices, triangles, meshlets of each edge and patch                             mesh_count.comp
//   scan       where each begins, all in one array                                              scan.c, two dispatches
//   place      first vertices, triangles, meshlets; draw arguments                              mesh_place.comp
//   triangles  indices, meshlets, what each patch evaluates                                     mesh_triangles.comp
// Triangles use the vertices of the edge that two patches share, in any combination of levels, so that a closed cage
// gives a closed mesh.
#include "mesh.h"
#include "tessellate.h"

enum
{
    LEVEL,
    COUNT,
    PLACE,
    TRIANGLES
};

enum // bindings of level
{
    LEVEL_EDGE,
    LEVEL_PATCH,
    LEVEL_SURFACE,
    LEVEL_LEVEL,
    LEVEL_BEYOND
};

static const char* const level_bindings[MAS_MAX_BINDINGS] = {
    [LEVEL_EDGE] = "Edge",   [LEVEL_PATCH] = "Patch",   [LEVEL_SURFACE] = "Surface",
    [LEVEL_LEVEL] = "Level", [LEVEL_BEYOND] = "Beyond",
};

enum // bindings of count
{
    COUNT_PATCH,
    COUNT_LEVEL,
    COUNT_COUNTS
};

static const char* const count_bindings[MAS_MAX_BINDINGS] = {
    [COUNT_PATCH]  = "Patch",
    [COUNT_LEVEL]  = "Level",
    [COUNT_COUNTS] = "Counts",
};

enum // bindings of place
{
    PLACE_SUMS,
    PLACE_SURFACE,
    PLACE_FIRST,
    PLACE_TRIANGLE,
    PLACE_MESHLET,
    PLACE_DRAWS
};

static const char* const place_bindings[MAS_MAX_BINDINGS] = {
    [PLACE_SUMS] = "Sums",         [PLACE_SURFACE] = "Surface", [PLACE_FIRST] = "First",
    [PLACE_TRIANGLE] = "Triangle", [PLACE_MESHLET] = "Meshlet", [PLACE_DRAWS] = "Draws",
};

enum // bindings of triangles
{
    TRIANGLES_PATCH,
    TRIANGLES_LEVEL,
    TRIANGLES_SUMS,
    TRIANGLES_EDGE,
    TRIANGLES_INDEX,
    TRIANGLES_MESHLETS,
    TRIANGLES_TASK
};

static const char* const triangles_bindings[MAS_MAX_BINDINGS] = {
    [TRIANGLES_PATCH] = "Patch", [TRIANGLES_LEVEL] = "Level", [TRIANGLES_SUMS] = "Sums",
    [TRIANGLES_EDGE] = "Edge",   [TRIANGLES_INDEX] = "Index", [TRIANGLES_MESHLETS] = "Meshlets",
    [TRIANGLES_TASK] = "Task",
};

const mas_kernel_desc mas_mesh_kernels[] = {
    [LEVEL]     = { .name = "mesh_level", .access = "rrrxx", .push = sizeof(mesh_push), .binding = level_bindings },
    [COUNT]     = { .name = "mesh_count", .access = "rrw", .push = sizeof(mesh_push), .binding = count_bindings },
    [PLACE]     = { .name = "mesh_place", .access = "rrwwww", .push = sizeof(mesh_push), .binding = place_bindings },
    [TRIANGLES] = { .name    = "mesh_triangles",
                    .access  = "rrrrwww",
                    .push    = sizeof(mesh_push),
                    .shares  = 16,
                    .binding = triangles_bindings },
};
const uint32_t mas_mesh_kernel_count = MAS_COUNT(mas_mesh_kernels);

typedef struct room
{
    uint64_t vertices, triangles, meshlets;
} room;

static uint32_t at_depth(uint32_t n, uint32_t depth)
{
    const uint32_t halved = (n + (1u << depth) - 1) >> depth;
    return halved > 1 ? halved : 1;
}

static uint32_t tiles(uint32_t n)
{
    const uint32_t across = (n + 7) / 8, widest = (n + across - 1) / across, rows = SURFACE_MESHLET / 2 / widest;
    return across * ((n + rows - 1) / rows);
}

// The most a patch can need: every edge at its limit. Meshlets are not monotonous (8 x 8 cells are 2 tiles, 9 x 9 are
// 4, 64 triangles beside a rim one run): the most of any level up to the limit counts.
static void add_patch(room* r, const massa_cage* c, const surface_patch* p, uint32_t limit)
{
    const uint32_t side[]   = { p->side.x, p->side.y, p->side.z, p->side.w };
    const uint32_t second[] = { p->second.x, p->second.y, p->second.z, p->second.w };
    uint32_t level = 1, rim = 0;
    for (int s = 0; s < 4; ++s)
    {
        const uint32_t begin = at_depth(limit, c->edge[side[s] >> 1].depth);
        const uint32_t end   = second[s] == SURFACE_NONE ? 0 : at_depth(limit, c->edge[second[s] >> 1].depth);
        rim += begin + end;
        if (level < begin) level = begin;
        if (level < end) level = end;
    }
    const uint32_t cells     = level > 2 ? level - 2 : 0;
    const uint64_t triangles = rim + 4 * cells + 2 * (uint64_t)cells * cells;
    uint64_t meshlets        = (triangles + SURFACE_MESHLET - 1) / SURFACE_MESHLET;
    for (uint32_t n = 1; n <= level; ++n)
        if (meshlets < tiles(n)) meshlets = tiles(n);
    r->vertices += (uint64_t)(level - 1) * (level - 1);
    r->triangles += triangles;
    r->meshlets += meshlets;
}

static room room_of(const massa_cage* const* cages, const uint32_t* limit, uint32_t count)
{
    room r = { 0 };
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_cage* c = cages[i];
        r.vertices += c->vertex_count;
        for (uint32_t e = 0; e < c->edge_count; ++e)
            r.vertices += at_depth(limit[i], c->edge[e].depth) - 1;
        for (uint32_t p = 0; p < c->patch_count; ++p)
            add_patch(&r, c, &c->patch[p], limit[i]);
    }
    return r;
}

void mas_mesh_plan(mas_mesh* m, mas_tessellation* t, mas_arena* a, const mas_surfaces* s,
                   const massa_cage* const* cages, const uint32_t* limit, bool drawn)
{
    const room r           = room_of(cages, limit, s->surfaces);
    const uint64_t numbers = (uint64_t)s->edges + 3 * (uint64_t)s->patches + 2;
    if (r.triangles >> MESH_COUNT_SHIFT != 0 && a->result == MASSA_OK)
        a->result = mas_fail(a->device, MASSA_ERROR_CAPACITY,
                             "The surfaces could have %llu triangles, but at most %u are possible: lower their levels.",
                             (unsigned long long)r.triangles, (1u << MESH_COUNT_SHIFT) - 1);
    *m = (mas_mesh){
        .edges    = s->edges,
        .patches  = s->patches,
        .regulars = s->regulars,
        .vertices = s->vertices,
        .surfaces = s->surfaces,
        .slices   = mas_shares(a->device, &mas_mesh_kernels[TRIANGLES]),
        .drawn    = drawn,
    };
    *t = (mas_tessellation){
        .level         = mas_plan(a, MAS_SCRATCH, "surface levels", s->edges, sizeof(uint32_t)),
        .first         = mas_plan(a, MAS_SCRATCH, "surface vertex numbers", s->edges + (uint64_t)s->patches, 4),
        .triangle      = mas_plan(a, MAS_SCRATCH, "surface triangle numbers", s->patches + 1ull, sizeof(uint32_t)),
        .meshlet       = mas_plan(a, MAS_SCRATCH, "surface meshlet numbers", drawn ? 0 : s->patches + 1ull, 4),
        .index         = mas_plan(a, MAS_SCRATCH, "surface triangles", 3 * r.triangles, sizeof(uint32_t)),
        .meshlets      = mas_plan(a, MAS_SCRATCH, "surface meshlets", drawn ? 0 : r.meshlets, sizeof(uint32_t)),
        .position      = mas_plan(a, MAS_SCRATCH, "surface positions", r.vertices, sizeof(mas_vec4)),
        .normal        = mas_plan(a, MAS_SCRATCH, "surface normals", drawn ? r.vertices : 0, sizeof(mas_vec4)),
        .draws         = mas_plan(a, MAS_SCRATCH, "surface draws", drawn ? 5ull * s->surfaces : 0, sizeof(uint32_t)),
        .task          = mas_plan(a, MAS_SCRATCH, "surface tasks", s->patches, sizeof(tessellate_task)),
        .vertex_room   = (uint32_t)r.vertices,
        .triangle_room = (uint32_t)r.triangles,
        .meshlet_room  = drawn ? 0 : (uint32_t)r.meshlets,
        .drawn         = drawn,
    };
    m->surface         = mas_plan(a, MAS_SCRATCH, "surfaces asked", s->surfaces, sizeof(mesh_surface));
    m->beyond          = mas_plan(a, MAS_SCRATCH, "surface levels beyond", 1, sizeof(uint32_t));
    const uint64_t end = mas_arena_mark(a);
    m->counts          = mas_plan(a, MAS_SCRATCH, "surface counts", numbers, sizeof(uint32_t));
    m->list            = mas_plan_list(a, MAS_SCRATCH, "surface count list");
    m->total           = mas_plan(a, MAS_SCRATCH, "surface count total", 1, sizeof(uint32_t));
    mas_scan_plan(&m->scan, a, (uint32_t)numbers);
    mas_arena_release(a, end);
}

massa_result mas_mesh_create(mas_mesh* m, mas_kernels* k, const mas_surfaces* s, const mas_tessellation* t)
{
    const mas_kernel_desc* const table = mas_mesh_kernels;
    MAS_TRY(mas_bind(k, &m->level, &table[LEVEL], [LEVEL_EDGE] = s->edge, [LEVEL_PATCH] = s->patch,
                     [LEVEL_SURFACE] = m->surface, [LEVEL_LEVEL] = t->level, [LEVEL_BEYOND] = m->beyond));
    MAS_TRY(mas_bind(k, &m->count,
                     &table[COUNT], [COUNT_PATCH] = s->patch, [COUNT_LEVEL] = t->level, [COUNT_COUNTS] = m->counts));
    MAS_TRY(mas_scan_create(&m->scan, k, m->counts, m->counts, m->list, m->total));
    MAS_TRY(mas_bind(k, &m->place,
                     &table[PLACE], [PLACE_SUMS] = m->counts, [PLACE_SURFACE] = m->surface, [PLACE_FIRST] = t->first,
                     [PLACE_TRIANGLE] = t->triangle, [PLACE_MESHLET] = t->meshlet, [PLACE_DRAWS] = t->draws));
    return mas_bind(k, &m->triangles, &table[TRIANGLES], [TRIANGLES_PATCH] = s->patch, [TRIANGLES_LEVEL] = t->level,
                    [TRIANGLES_SUMS] = m->counts, [TRIANGLES_EDGE] = s->edge, [TRIANGLES_INDEX] = t->index,
                    [TRIANGLES_MESHLETS] = t->meshlets, [TRIANGLES_TASK] = t->task);
}

mesh_surface mas_mesh_surface(const mas_surface_range* r, uint32_t level, uint32_t limit)
{
    return (mesh_surface){ level, limit, r->patch, r->patch + r->patch_count };
}

void mas_mesh_record(const mas_mesh* m, mas_recorder* rec)
{
    const uint32_t numbers   = m->edges + 3 * m->patches + 2;
    const list_header header = mas_list_complete(rec->kernels, numbers, numbers);
    const mesh_push push     = {
            .edges    = m->edges,
            .patches  = m->patches,
            .vertices = m->vertices,
            .regulars = m->regulars,
            .surfaces = m->surfaces,
            .slices   = m->slices,
            .drawn    = m->drawn,
    };
    const uint64_t things = m->edges + (uint64_t)m->patches + 1; // no fewer than surfaces: each has a patch
    mas_begin(rec, "surface mesh");
    mas_write(rec, m->list, &header, sizeof header);
    mas_fill(rec, m->beyond, 0);
    mas_run(rec, &m->level, m->edges, &push);
    mas_run(rec, &m->count, things, &push);
    mas_scan_record(&m->scan, rec);
    mas_run(rec, &m->place, things, &push);
    mas_run(rec, &m->triangles, (uint64_t)m->patches * m->slices, &push);
    mas_end(rec);
}
