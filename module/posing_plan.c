// What surfaces need: host tables, sizes of meshes, memory, kernels.
#include "posing.h"

#include "surface_tables.h"

#include <string.h>

static uint64_t align_part(uint64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

// Cuts a block into the arrays; without a block only counts the bytes.
static uint64_t lay_out_host(mas_surface_host* h, uint8_t* block)
{
    const uint64_t n   = h->count;
    uint64_t at        = align_part(sizeof *h);
    h->desc            = (massa_surface_desc*)(block + at), at += align_part(n * sizeof *h->desc);
    h->cage            = (const massa_cage**)(block + at), at += align_part(n * sizeof *h->cage);
    h->range           = (mas_surface_range*)(block + at), at += align_part(n * sizeof *h->range);
    h->collision       = (mas_mesh_counts*)(block + at), at += align_part(n * sizeof *h->collision);
    h->collision_level = (uint32_t*)(block + at), at += align_part(n * sizeof(uint32_t));
    h->draw_limit      = (uint32_t*)(block + at), at += align_part(n * sizeof(uint32_t));
    h->draw_level      = (uint32_t*)(block + at), at += align_part(n * sizeof(uint32_t));
    h->first_kept      = (uint32_t*)(block + at), at += align_part(n * sizeof(uint32_t));
    h->stale           = (uint32_t*)(block + at), at += align_part(n * sizeof(uint32_t));
    h->telling         = (uint32_t*)(block + at), at += align_part(n * sizeof(mesh_surface));
    h->edges_changed   = (bool*)(block + at), at += align_part(n * sizeof(bool));
    h->edge_level      = block + at, at += align_part(h->edges);
    return at;
}

static mas_surface_host like(const massa_world_desc* d)
{
    mas_surface_host h = { .count = d->surface_count };
    for (uint32_t i = 0; i < d->surface_count; ++i)
    {
        h.edges += d->surfaces[i].cage->edge_count;
        h.drawn |= d->surfaces[i].draw_level > 0;
    }
    return h;
}

uint64_t mas_surface_host_bytes(const massa_world_desc* d)
{
    mas_surface_host h = like(d);
    return d->surface_count > 0 ? lay_out_host(&h, (uint8_t*)&h) : 0; // only counted from there
}

massa_result mas_surface_host_create(massa_device* d, const massa_world_desc* desc, mas_surface_host** out)
{
    *out = NULL;
    if (desc->surface_count == 0) return MASSA_OK;
    uint8_t* block = mas_alloc(d, mas_surface_host_bytes(desc));
    if (block == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the surfaces of a world.");
    mas_surface_host* h = (mas_surface_host*)block;
    *h                  = like(desc);
    lay_out_host(h, block);
    memcpy(h->desc, desc->surfaces, h->count * sizeof *h->desc);
    for (uint32_t i = 0, kept = 0; i < h->count; ++i)
    {
        const massa_surface_desc* s = &h->desc[i];
        h->cage[i]                  = s->cage;
        h->collision_level[i]       = s->collision_level;
        h->draw_level[i]            = s->draw_level > 0 ? s->draw_level : 1;
        h->draw_limit[i]            = s->draw_level > 0 ? mas_draw_room(s) : 1;
        h->first_kept[i]            = kept;
        h->collision[i]             = mas_count_mesh(s->cage, s->collision_level);
        h->collisions.vertices += h->collision[i].vertices;
        h->collisions.triangles += h->collision[i].triangles;
        h->collisions.meshlets += h->collision[i].meshlets;
        kept += s->cage->point_count;
    }
    *out = h;
    return MASSA_OK;
}

// Of the grid that a patch without stitches is: tiles of at most SURFACE_MESHLET triangles.
static uint64_t tiles(uint32_t n)
{
    const uint32_t across = (n + 7) / 8, widest = (n + across - 1) / across, rows = SURFACE_MESHLET / 2 / widest;
    return across * (uint64_t)((n + rows - 1) / rows);
}

static uint32_t side_level(const massa_cage* c, uint32_t side, uint32_t level)
{
    return mas_edge_level(level, c->edge[side / 2].depth);
}

mas_mesh_counts mas_count_mesh(const massa_cage* c, uint32_t level)
{
    mas_mesh_counts all = { .vertices = c->vertex_count };
    for (uint32_t i = 0; i < c->edge_count; ++i)
        all.vertices += mas_edge_level(level, c->edge[i].depth) - 1;
    for (uint32_t i = 0; i < c->patch_count; ++i)
    {
        const mas_uvec4 a = c->patch[i].side, b = c->patch[i].second;
        const uint32_t side[4] = { a.x, a.y, a.z, a.w }, half[4] = { b.x, b.y, b.z, b.w };
        uint32_t own = 0, rim = 0;
        bool plain = true;
        for (uint32_t k = 0; k < 4; ++k)
        {
            const uint32_t n = side_level(c, side[k], level);
            const uint32_t m = half[k] == SURFACE_NONE ? 0 : side_level(c, half[k], level);
            plain &= m == 0 && (own == 0 || n == own);
            own = n > own ? n : own;
            own = m > own ? m : own;
            rim += n + m;
        }
        const uint64_t inner = own - 1, triangles = plain      ? 2ull * own * own
                                                    : own == 1 ? rim - 2
                                                               : rim + 4 * (inner - 1) + 2 * (inner - 1) * (inner - 1);
        all.vertices += inner * inner;
        all.triangles += triangles;
        all.meshlets += plain ? tiles(own) : (triangles + SURFACE_MESHLET - 1) / SURFACE_MESHLET;
    }
    return all;
}

// The device must be able to bind the meshes of all surfaces as one array.
static void check_meshes(mas_arena* a, const mas_surface_host* h, const uint32_t* level, const char* what)
{
    const uint64_t range = a->device->limits.storage_range;
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < h->count && a->result == MASSA_OK; ++i)
    {
        const mas_mesh_counts one = mas_count_mesh(h->cage[i], level[i]);
        vertices += one.vertices;
        triangles += one.triangles;
        if (vertices * sizeof(mas_vec4) <= range && triangles * 3 * sizeof(uint32_t) <= range) continue;
        a->result = mas_fail(a->device, MASSA_ERROR_DEVICE_LIMIT,
                             "Surface %u at %s level %u brings meshes to %llu vertices and %llu triangles, but the "
                             "device binds at most %llu bytes: lower the level.",
                             i, what, level[i], (unsigned long long)vertices, (unsigned long long)triangles,
                             (unsigned long long)range);
    }
}

// Meshes are made anew while tables and boxes stay: what follows must not have bytes that making them needs.
static void share_nothing(mas_arena* a)
{
    mas_arena_release(a, a->peak[MAS_SCRATCH]);
}

void mas_posing_plan(mas_posing* s, mas_arena* a, mas_surface_host* h, const massa_world_desc* d)
{
    const uint64_t points = mas_surface_points(d);
    *s                    = (mas_posing){ .host = h };
    if (h == NULL) return;
    check_meshes(a, h, h->collision_level, "collision");
    if (h->drawn) check_meshes(a, h, h->draw_limit, "draw");
    if (a->result != MASSA_OK) return;
    mas_surfaces_plan(&s->all, a, h->cage, h->count, h->range);
    s->kept = mas_plan(a, MAS_STATE, "cages' points", points, sizeof(mas_vec4));
    mas_mesh_plan(&s->collision_mesh, &s->collision, a, &s->all, h->cage, h->collision_level, false);
    share_nothing(a);
    if (h->drawn) mas_mesh_plan(&s->draw_mesh, &s->draw, a, &s->all, h->cage, h->draw_limit, true);
    share_nothing(a);
    mas_refit_plan(&s->refit, a, h->range, h->count, s->collision.meshlet_room);
    s->point_ring = mas_plan_ring(a, MAS_UPLOAD, "point ring", points, sizeof(mas_vec4));
    if (h->drawn) s->level_ring = mas_plan_ring(a, MAS_UPLOAD, "level ring", h->edges, sizeof(uint32_t));
    if (d->capacity.queries == 0) return;
    mas_query_plan(&s->query, a, d->capacity.queries);
    s->query_ring  = mas_plan_ring(a, MAS_UPLOAD, "query ring", d->capacity.queries, sizeof(query_record));
    s->answer_ring = mas_plan_ring(a, MAS_READBACK, "answer ring", d->capacity.queries, sizeof(query_answer));
}

massa_result mas_posing_create(mas_posing* s, mas_kernels* k)
{
    const mas_surface_host* h = s->host;
    if (h == NULL) return MASSA_OK;
    uint8_t* mapped = k->arena->mapped[MAS_UPLOAD];
    mas_surfaces_stage(&s->all, h->cage, h->range, mapped);
    mas_refit_stage(&s->refit, h->range, mapped);
    MAS_TRY(mas_take_create(&s->take, k, &s->all, s->kept));
    MAS_TRY(mas_points_create(&s->points, k, &s->all));
    MAS_TRY(mas_mesh_create(&s->collision_mesh, k, &s->all, &s->collision));
    MAS_TRY(mas_tessellate_create(&s->collision_vertices, k, &s->all, &s->collision));
    if (h->drawn) MAS_TRY(mas_mesh_create(&s->draw_mesh, k, &s->all, &s->draw));
    if (h->drawn) MAS_TRY(mas_tessellate_create(&s->draw_vertices, k, &s->all, &s->draw));
    MAS_TRY(mas_refit_create(&s->refit, k, &s->all, &s->collision));
    return s->query.capacity > 0 ? mas_query_create(&s->query, k, &s->all, &s->refit) : MASSA_OK;
}
