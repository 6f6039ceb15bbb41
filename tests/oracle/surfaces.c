#include "surfaces.h"

#include <stdlib.h>

static uint32_t put(uint32_t number, uint32_t by)
{
    return number == SURFACE_NONE ? SURFACE_NONE : number + by;
}

static mas_uvec4 put4(mas_uvec4 v, uint32_t by)
{
    return (mas_uvec4){ put(v.x, by), put(v.y, by), put(v.z, by), put(v.w, by) };
}

static void allocate(oracle_surfaces* s)
{
    s->point         = calloc(s->points + 1, sizeof *s->point);
    s->row           = calloc(s->rows + 1, sizeof *s->row);
    s->entry         = calloc(s->entries + 1, sizeof *s->entry);
    s->patch         = calloc(s->patches + 1, sizeof *s->patch);
    s->regular       = calloc(16 * s->regulars + 1, sizeof *s->regular);
    s->gregory       = calloc(20 * s->gregories + 1, sizeof *s->gregory);
    s->regular_patch = calloc(s->regulars + 1, sizeof *s->regular_patch);
    s->gregory_patch = calloc(s->gregories + 1, sizeof *s->gregory_patch);
    s->edge          = calloc(s->edges + 1, sizeof *s->edge);
    s->uv            = calloc(s->patches + 1, sizeof *s->uv);
}

oracle_surfaces oracle_create_surfaces(const massa_cage* const* cages, uint32_t count)
{
    oracle_surfaces all = { .surfaces = count };
    for (uint32_t i = 0; i < count; ++i)
    {
        all.points += cages[i]->point_count + cages[i]->row_count;
        all.rows += cages[i]->row_count;
        all.entries += cages[i]->entry_count;
        all.patches += cages[i]->patch_count;
        all.regulars += cages[i]->regular_count;
        all.gregories += cages[i]->gregory_count;
        all.vertices += cages[i]->vertex_count;
        all.edges += cages[i]->edge_count;
        all.has_uv |= cages[i]->has_uv;
    }
    allocate(&all);
    oracle_surfaces at = { 0 }; // how much stands there already
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_cage* c = cages[i];
        for (uint32_t k = 0; k < c->point_count; ++k)
            all.point[at.points + k] = c->point[k];
        for (uint32_t k = 0; k < c->row_count; ++k)
        {
            const surface_row r  = c->row[k];
            all.row[at.rows + k] = (surface_row){ r.point + at.points, r.first + at.entries, r.count, i };
        }
        for (uint32_t k = 0; k < c->entry_count; ++k)
            all.entry[at.entries + k] = (surface_entry){ c->entry[k].point + at.points, c->entry[k].weight };
        for (uint32_t k = 0; k < c->patch_count; ++k)
        {
            surface_patch p = c->patch[k];
            p.corner        = put4(p.corner, at.vertices);
            p.side          = put4(p.side, 2 * at.edges);
            p.second        = put4(p.second, 2 * at.edges);
            p.index += p.flags & SURFACE_GREGORY ? 20 * at.gregories : 16 * at.regulars;
            p.surface                 = i;
            all.patch[at.patches + k] = p;
            if (c->has_uv) all.uv[at.patches + k] = c->uv[k];
        }
        for (uint32_t k = 0; k < 16 * c->regular_count; ++k)
            all.regular[16 * at.regulars + k] = c->regular[k] + at.points;
        for (uint32_t k = 0; k < 20 * c->gregory_count; ++k)
            all.gregory[20 * at.gregories + k] = c->gregory[k] + at.points;
        for (uint32_t k = 0; k < c->regular_count; ++k)
            all.regular_patch[at.regulars + k] = c->regular_patch[k] + at.patches;
        for (uint32_t k = 0; k < c->gregory_count; ++k)
            all.gregory_patch[at.gregories + k] = c->gregory_patch[k] + at.patches;
        for (uint32_t k = 0; k < c->edge_count; ++k)
        {
            const surface_edge e = c->edge[k];
            all.edge[at.edges + k] =
                (surface_edge){ e.from + at.vertices, e.to + at.vertices, e.owner + at.patches, e.depth };
        }
        at.points += c->point_count + c->row_count;
        at.rows += c->row_count;
        at.entries += c->entry_count;
        at.patches += c->patch_count;
        at.regulars += c->regular_count;
        at.gregories += c->gregory_count;
        at.vertices += c->vertex_count;
        at.edges += c->edge_count;
    }
    return all;
}

void oracle_destroy_surfaces(oracle_surfaces* s)
{
    free(s->point);
    free(s->row);
    free(s->entry);
    free(s->patch);
    free(s->regular);
    free(s->gregory);
    free(s->regular_patch);
    free(s->gregory_patch);
    free(s->edge);
    free(s->uv);
    *s = (oracle_surfaces){ 0 };
}
