// Pose surfaces: points that the host set or its shader wrote > rows > meshes whose levels changed > vertices > boxes >
// queries. What has not changed is not evaluated, and a step without changes and queries records nothing.
#include "posing.h"

#include "surface_tables.h"

#include <string.h>

static mas_span cage_part(const mas_posing* s, mas_span points, uint32_t i)
{
    return mas_span_part(points, s->host->range[i].point, s->host->range[i].cage_points);
}

static mas_span kept_part(const mas_posing* s, uint32_t i)
{
    return mas_span_part(s->kept, s->host->first_kept[i], s->host->range[i].cage_points);
}

static mas_span whole_part(const mas_posing* s, mas_span points, uint32_t i)
{
    return mas_span_part(points, s->host->range[i].point, s->host->range[i].point_count);
}

void mas_posing_open(mas_posing* s, mas_recorder* rec, bool points)
{
    if (s->host == NULL) return;
    mas_surfaces_record(&s->all, rec, points);
    mas_refit_upload(&s->refit, rec);
    mas_begin(rec, "keep points");
    for (uint32_t i = 0; i < s->host->count && points; ++i)
        mas_copy(rec, cage_part(s, s->all.point, i), kept_part(s, i), kept_part(s, i).size);
    mas_end(rec);
    s->host->fresh = s->host->remesh = true;
    memset(s->host->edges_changed, 1, s->host->count * sizeof *s->host->edges_changed);
    mas_posing_stir(s);
}

void mas_posing_stir(mas_posing* s)
{
    for (uint32_t i = 0; s->host != NULL && i < s->host->count; ++i)
        s->host->stale[i] = 1;
}

// A surface that moves, or moved in the last step, gets the points of the last step as its previous ones. Of those that
// a shader wrote over the cage's, take.c has a copy.
static void keep_previous(const mas_posing* s, mas_recorder* rec, const mas_tables* t)
{
    for (uint32_t i = 0; i < s->host->count; ++i)
    {
        const mas_surface_slot* slot = &mas_surface_slots(t)[i];
        const mas_surface_range* r   = &s->host->range[i];
        if (slot->posed == 0 || (slot->moved == 0 && !mas_surface_moves(slot))) continue;
        if (slot->refresh == 0)
            mas_copy(rec, whole_part(s, s->all.point, i), whole_part(s, s->all.previous, i), 16ull * r->point_count);
        else if (r->row_count > 0)
            mas_copy(rec, mas_span_part(s->all.point, r->point + r->cage_points, r->row_count),
                     mas_span_part(s->all.previous, r->point + r->cage_points, r->row_count), 16ull * r->row_count);
    }
}

// Points that calls have set, through this step's slot of the ring.
static void upload_points(const mas_posing* s, mas_recorder* rec, const mas_tables* t, uint32_t slot)
{
    uint8_t* mapped = rec->arena->mapped[MAS_UPLOAD];
    for (uint32_t i = 0; i < s->host->count; ++i)
    {
        const mas_changed c  = mas_surface_slots(t)[i].changed;
        const uint32_t first = mas_surface_slots(t)[i].first + c.first, count = c.end - c.first;
        if (count == 0) continue;
        const mas_span from = mas_ring_part(&s->point_ring, slot, first, count);
        for (uint32_t k = 0; k < count; ++k)
        {
            const massa_vec3 p  = mas_cage_points(t)[first + k];
            const mas_vec4 full = { p.x, p.y, p.z, 0.0f };
            memcpy(mapped + from.offset + k * sizeof full, &full, sizeof full);
        }
        mas_copy(rec, from, mas_span_part(s->all.point, s->host->range[i].point + c.first, count), from.size);
    }
}

static void take_points(const mas_posing* s, mas_recorder* rec, const mas_tables* t)
{
    for (uint32_t i = 0; i < s->host->count; ++i)
        if (mas_surface_slots(t)[i].refresh != 0)
            mas_take_record(&s->take, rec, &s->host->range[i], s->host->first_kept[i]);
}

// What this step leaves for the next. A surface in its first step comes from nowhere: it does not move.
static void keep_points(const mas_posing* s, mas_recorder* rec, const mas_tables* t)
{
    mas_begin(rec, "keep points");
    for (uint32_t i = 0; i < s->host->count; ++i)
    {
        const mas_surface_slot* slot = &mas_surface_slots(t)[i];
        if (slot->changed.first != slot->changed.end)
            mas_copy(rec, cage_part(s, s->all.point, i), kept_part(s, i), kept_part(s, i).size);
        if (slot->posed == 0)
            mas_copy(rec, whole_part(s, s->all.point, i), whole_part(s, s->all.previous, i),
                     whole_part(s, s->all.point, i).size);
    }
    mas_end(rec);
}

static void remesh_collision(mas_posing* s, mas_recorder* rec)
{
    mesh_surface* told = (mesh_surface*)s->host->telling;
    for (uint32_t i = 0; i < s->host->count; ++i)
        told[i] = mas_mesh_surface(&s->host->range[i], s->host->collision_level[i], s->host->collision_level[i]);
    mas_begin(rec, "levels of surfaces");
    mas_write(rec, s->collision_mesh.surface, told, s->host->count * (uint32_t)sizeof *told);
    mas_end(rec);
    mas_mesh_record(&s->collision_mesh, rec);
}

static void remesh_drawn(mas_posing* s, mas_recorder* rec, uint32_t slot)
{
    mas_surface_host* h = s->host;
    mesh_surface* told  = (mesh_surface*)h->telling;
    uint8_t* mapped     = rec->arena->mapped[MAS_UPLOAD];
    mas_begin(rec, "levels of surfaces");
    for (uint32_t i = 0; i < h->count; ++i)
    {
        const mas_surface_range* r = &h->range[i];
        told[i]                    = mas_mesh_surface(r, h->draw_level[i], h->draw_limit[i]);
        if (h->draw_level[i] != 0 || !h->edges_changed[i]) continue;
        const mas_span from = mas_ring_part(&s->level_ring, slot, r->edge, r->edge_count);
        for (uint32_t k = 0; k < r->edge_count; ++k)
        {
            const uint32_t level = h->edge_level[r->edge + k];
            memcpy(mapped + from.offset + k * sizeof level, &level, sizeof level);
        }
        mas_copy(rec, from, mas_span_part(s->draw.level, r->edge, r->edge_count), from.size);
    }
    mas_write(rec, s->draw_mesh.surface, told, h->count * (uint32_t)sizeof *told);
    mas_end(rec);
    mas_mesh_record(&s->draw_mesh, rec);
    memset(h->edges_changed, 0, h->count * sizeof *h->edges_changed);
}

static void answer(const mas_posing* s, mas_recorder* rec, const mas_posing_step* step)
{
    mas_begin(rec, "upload queries");
    mas_upload(rec, &s->query_ring, step->slot, step->queries, step->query_count, s->query.record);
    mas_end(rec);
    mas_query_record(&s->query, rec, step->query_count, 1.0f / step->dt);
    const mas_span told = mas_ring_part(&s->answer_ring, step->slot, 0, step->query_count);
    mas_begin(rec, "report queries");
    mas_copy(rec, s->query.answer, told, told.size);
    mas_end(rec);
}

void mas_posing_record(mas_posing* s, mas_recorder* rec, const mas_tables* t, const mas_posing_step* step)
{
    mas_surface_host* h = s->host;
    if (h == NULL) return;
    bool settles = false, evaluates = false;
    for (uint32_t i = 0; i < h->count; ++i)
    {
        const mas_surface_slot* slot = &mas_surface_slots(t)[i];
        if (mas_surface_moves(slot)) h->stale[i] = 1;
        settles |= slot->posed != 0 && (slot->moved != 0 || mas_surface_moves(slot));
        evaluates |= h->stale[i] != 0;
    }
    if (settles || evaluates)
    {
        mas_begin(rec, "upload points");
        keep_previous(s, rec, t);
        upload_points(s, rec, t, step->slot);
        if (evaluates) mas_write(rec, s->all.stale, h->stale, h->count * (uint32_t)sizeof *h->stale);
        mas_end(rec);
    }
    if (evaluates)
    {
        take_points(s, rec, t);
        mas_points_record(&s->points, rec);
        keep_points(s, rec, t);
        if (h->fresh) remesh_collision(s, rec);
        mas_tessellate_record(&s->collision_vertices, rec, h->fresh);
        mas_refit_record(&s->refit, rec, h->fresh);
    }
    if (h->drawn && h->remesh) remesh_drawn(s, rec, step->slot);
    if (h->drawn && (h->remesh || evaluates)) mas_tessellate_record(&s->draw_vertices, rec, h->remesh);
    h->fresh = h->remesh = false;
    memset(h->stale, 0, h->count * sizeof *h->stale);
    if (step->query_count > 0) answer(s, rec, step);
}

static bool vectors_sound(const uint8_t* at, uint64_t count, float most)
{
    for (uint64_t i = 0; i < count; ++i)
    {
        mas_vec4 v;
        memcpy(&v, at + i * sizeof v, sizeof v);
        if (!(v.x >= -most && v.x <= most && v.y >= -most && v.y <= most && v.z >= -most && v.z <= most) || v.w != 0.0f)
            return false; // NaN too
    }
    return true;
}

// Computed points may lie beyond the cage's; a step computes them anew. What a shader wrote for the next step may be
// anything.
bool mas_posing_sound(const mas_posing* s, const mas_tables* t, const uint8_t* state)
{
    const float beyond = 64.0f * MAS_MAX_CAGE_POINT;
    for (uint32_t i = 0; s->host != NULL && i < s->host->count; ++i)
    {
        const mas_surface_range* r = &s->host->range[i];
        const uint8_t* point       = state + s->all.point.offset + r->point * sizeof(mas_vec4);
        if (mas_surface_slots(t)[i].refresh == 0 && !vectors_sound(point, r->cage_points, MAS_MAX_CAGE_POINT))
            return false;
        if (!vectors_sound(point + r->cage_points * sizeof(mas_vec4), r->row_count, beyond)) return false;
    }
    return s->host == NULL || (vectors_sound(state + s->kept.offset, mas_span_count(s->kept), MAS_MAX_CAGE_POINT) &&
                               vectors_sound(state + s->all.previous.offset, s->all.points, beyond));
}
