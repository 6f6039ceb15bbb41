// The arrays of all surfaces of a world, by copies: everything a cage's tables say counts from the cage's own first
// element, everything in a world's arrays from the array's, so each number moves by where its surface begins.
// host only: tables are joined once, when a world is made
#include "surfaces.h"

#include <string.h>

enum
{
    POINT,
    ROW,
    ENTRY,
    PATCH,
    REGULAR,
    GREGORY,
    REGULAR_PATCH,
    GREGORY_PATCH,
    EDGE,
    UV,
    PARTS
};

static void list_parts(const mas_surfaces* s, mas_span part[PARTS])
{
    part[POINT]         = s->point;
    part[ROW]           = s->row;
    part[ENTRY]         = s->entry;
    part[PATCH]         = s->patch;
    part[REGULAR]       = s->regular;
    part[GREGORY]       = s->gregory;
    part[REGULAR_PATCH] = s->regular_patch;
    part[GREGORY_PATCH] = s->gregory_patch;
    part[EDGE]          = s->edge;
    part[UV]            = s->uv;
}

static uint64_t whole_vectors(uint64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static mas_surface_range share(const mas_surfaces* s, const massa_cage* c)
{
    return (mas_surface_range){
        .point         = s->points,
        .point_count   = c->point_count + c->row_count,
        .cage_points   = c->point_count,
        .row           = s->rows,
        .row_count     = c->row_count,
        .entry         = s->entries,
        .patch         = s->patches,
        .patch_count   = c->patch_count,
        .regular       = s->regulars,
        .regular_count = c->regular_count,
        .gregory       = s->gregories,
        .gregory_count = c->gregory_count,
        .vertex        = s->vertices,
        .vertex_count  = c->vertex_count,
        .edge          = s->edges,
        .edge_count    = c->edge_count,
    };
}

void mas_surfaces_plan(mas_surfaces* s, mas_arena* a, const massa_cage* const* cages, uint32_t count,
                       mas_surface_range* range)
{
    *s = (mas_surfaces){ .surfaces = count };
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_cage* c = cages[i];
        range[i]            = share(s, c);
        s->points += c->point_count + c->row_count;
        s->rows += c->row_count;
        s->entries += c->entry_count;
        s->patches += c->patch_count;
        s->regulars += c->regular_count;
        s->gregories += c->gregory_count;
        s->vertices += c->vertex_count;
        s->edges += c->edge_count;
        s->has_uv |= c->has_uv;
    }
    s->point    = mas_plan(a, MAS_STATE, "surface points", s->points, sizeof(mas_vec4));
    s->previous = mas_plan(a, MAS_STATE, "surface points before", s->points, sizeof(mas_vec4));
    s->row      = mas_plan(a, MAS_SCRATCH, "surface rows", s->rows, sizeof(surface_row));
    s->entry    = mas_plan(a, MAS_SCRATCH, "surface row entries", s->entries, sizeof(surface_entry));
    s->patch    = mas_plan(a, MAS_SCRATCH, "surface patches", s->patches, sizeof(surface_patch));
    s->regular  = mas_plan(a, MAS_SCRATCH, "surface regular points", (uint64_t)SURFACE_REGULAR_POINTS * s->regulars,
                           sizeof(uint32_t));
    s->gregory  = mas_plan(a, MAS_SCRATCH, "surface Gregory points", (uint64_t)SURFACE_GREGORY_POINTS * s->gregories,
                           sizeof(uint32_t));
    s->regular_patch = mas_plan(a, MAS_SCRATCH, "surface regular patches", s->regulars, sizeof(uint32_t));
    s->gregory_patch = mas_plan(a, MAS_SCRATCH, "surface Gregory patches", s->gregories, sizeof(uint32_t));
    s->edge          = mas_plan(a, MAS_SCRATCH, "surface edges", s->edges, sizeof(surface_edge));
    s->uv    = mas_plan(a, MAS_SCRATCH, "surface texture coordinates", s->has_uv ? s->patches : 0, sizeof(surface_uv));
    s->stale = mas_plan(a, MAS_SCRATCH, "surfaces to evaluate", count, sizeof(uint32_t));

    mas_span part[PARTS];
    uint64_t bytes = 0;
    list_parts(s, part);
    for (int i = 0; i < PARTS; ++i)
        bytes += whole_vectors(part[i].size);
    s->staging = mas_plan_windowed(a, MAS_UPLOAD, "surface tables", bytes / 16, 16);
}

static uint32_t moved(uint32_t number, uint32_t by)
{
    return number == SURFACE_NONE ? SURFACE_NONE : number + by;
}

static mas_uvec4 moved4(mas_uvec4 v, uint32_t by)
{
    return (mas_uvec4){ moved(v.x, by), moved(v.y, by), moved(v.z, by), moved(v.w, by) };
}

static void stage_points(uint8_t* const at[PARTS], const massa_cage* c, const mas_surface_range* r, uint32_t surface)
{
    memcpy((mas_vec4*)at[POINT] + r->point, c->point, c->point_count * sizeof(mas_vec4));
    for (uint32_t i = 0; i < c->row_count; ++i)
    {
        const surface_row* row              = &c->row[i];
        ((surface_row*)at[ROW])[r->row + i] = (surface_row){
            .point   = row->point + r->point,
            .first   = row->first + r->entry,
            .count   = row->count,
            .surface = surface,
        };
    }
    for (uint32_t i = 0; i < c->entry_count; ++i)
        ((surface_entry*)at[ENTRY])[r->entry + i] = (surface_entry){ c->entry[i].point + r->point, c->entry[i].weight };
}

static void stage_patches(uint8_t* const at[PARTS], const massa_cage* c, const mas_surface_range* r, uint32_t surface,
                          bool with_uv)
{
    for (uint32_t i = 0; i < c->patch_count; ++i)
    {
        surface_patch p    = c->patch[i];
        const bool gregory = (p.flags & SURFACE_GREGORY) != 0;
        p.corner           = moved4(p.corner, r->vertex);
        p.side             = moved4(p.side, 2 * r->edge);
        p.second           = moved4(p.second, 2 * r->edge);
        p.index += gregory ? SURFACE_GREGORY_POINTS * r->gregory : SURFACE_REGULAR_POINTS * r->regular;
        p.surface                                 = surface;
        ((surface_patch*)at[PATCH])[r->patch + i] = p;
    }
    for (uint32_t i = 0; i < SURFACE_REGULAR_POINTS * c->regular_count; ++i)
        ((uint32_t*)at[REGULAR])[SURFACE_REGULAR_POINTS * r->regular + i] = c->regular[i] + r->point;
    for (uint32_t i = 0; i < SURFACE_GREGORY_POINTS * c->gregory_count; ++i)
        ((uint32_t*)at[GREGORY])[SURFACE_GREGORY_POINTS * r->gregory + i] = c->gregory[i] + r->point;
    for (uint32_t i = 0; i < c->regular_count; ++i)
        ((uint32_t*)at[REGULAR_PATCH])[r->regular + i] = c->regular_patch[i] + r->patch;
    for (uint32_t i = 0; i < c->gregory_count; ++i)
        ((uint32_t*)at[GREGORY_PATCH])[r->gregory + i] = c->gregory_patch[i] + r->patch;
    for (uint32_t i = 0; i < c->edge_count; ++i)
    {
        const surface_edge* e                  = &c->edge[i];
        ((surface_edge*)at[EDGE])[r->edge + i] = (surface_edge){
            .from  = e->from + r->vertex,
            .to    = e->to + r->vertex,
            .owner = e->owner + r->patch,
            .depth = e->depth,
        };
    }
    if (with_uv && c->has_uv) memcpy((surface_uv*)at[UV] + r->patch, c->uv, c->patch_count * sizeof(surface_uv));
}

void mas_surfaces_stage(const mas_surfaces* s, const massa_cage* const* cages, const mas_surface_range* range,
                        uint8_t* mapped)
{
    mas_span part[PARTS];
    uint8_t* at[PARTS];
    uint8_t* next = mapped + s->staging.offset;
    memset(next, 0, s->staging.size);
    list_parts(s, part);
    for (int i = 0; i < PARTS; ++i)
    {
        at[i] = next;
        next += whole_vectors(part[i].size);
    }
    for (uint32_t i = 0; i < s->surfaces; ++i)
    {
        stage_points(at, cages[i], &range[i], i);
        stage_patches(at, cages[i], &range[i], i, s->has_uv);
    }
}

void mas_surfaces_record(const mas_surfaces* s, mas_recorder* rec, bool points)
{
    mas_span part[PARTS];
    uint64_t first = 0; // vectors
    list_parts(s, part);
    mas_begin(rec, "upload surfaces");
    for (int i = 0; i < PARTS; ++i)
    {
        const uint64_t vectors = whole_vectors(part[i].size) / 16;
        const mas_span from    = mas_span_part(s->staging, first, vectors);
        first += vectors;
        if (i == POINT && !points) continue;
        mas_copy(rec, from, part[i], part[i].size);
        if (i == POINT) mas_copy(rec, from, s->previous, s->previous.size);
    }
    mas_end(rec);
}
