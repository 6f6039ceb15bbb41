#include "surface_tables.h"

#include <string.h>

uint64_t mas_surface_points(const massa_world_desc* d)
{
    uint64_t points = 0;
    for (uint32_t i = 0; i < d->surface_count; ++i)
        points += d->surfaces[i].cage->point_count;
    return points;
}

uint64_t mas_surfaces_hash(const massa_world_desc* d)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < d->surface_count; ++i)
    {
        const uint64_t own[] = { d->surfaces[i].cage->hash, d->surfaces[i].collision_level };
        hash                 = mas_hash_bytes(hash, own, sizeof own);
    }
    return hash;
}

uint32_t mas_draw_room(const massa_surface_desc* d)
{
    return d->max_draw_level > 0 ? d->max_draw_level : d->draw_level;
}

uint32_t mas_edge_level(uint32_t level, uint32_t depth)
{
    return (level + (1u << depth) - 1) >> depth;
}

void mas_surfaces_init(mas_tables* t, const massa_world_desc* d)
{
    massa_vec3* point = mas_cage_points(t);
    for (uint32_t i = 0, first = 0; i < d->surface_count; ++i)
    {
        const massa_cage* cage  = d->surfaces[i].cage;
        mas_surface_slots(t)[i] = (mas_surface_slot){ .first = first, .points = cage->point_count };
        for (uint32_t k = 0; k < cage->point_count; ++k)
            point[first + k] = (massa_vec3){ cage->point[k].x, cage->point[k].y, cage->point[k].z };
        first += cage->point_count;
    }
}

static void extend(mas_changed* c, uint32_t first, uint32_t end)
{
    const bool none = c->first == c->end;
    if (none || first < c->first) c->first = first;
    if (none || end > c->end) c->end = end;
}

// As kernels write to the state: nothing below 2^-40, and no -0.
static float flushed(float x)
{
    return x > -0x1p-40f && x < 0x1p-40f ? 0.0f : x;
}

void mas_set_surface_points(mas_tables* t, uint32_t surface, uint32_t first, const massa_vec3* given, uint32_t count)
{
    mas_surface_slot* s = &mas_surface_slots(t)[surface];
    massa_vec3* point   = mas_cage_points(t) + s->first + first;
    for (uint32_t i = 0; i < count; ++i)
    {
        massa_vec3 p;
        memcpy(&p, given + i, sizeof p); // a block's may lie anywhere
        point[i] = (massa_vec3){ flushed(p.x), flushed(p.y), flushed(p.z) };
    }
    if (count > 0) extend(&s->changed, first, first + count);
    if (count > 0) t->surface.pending = 1;
}

void mas_refresh_surface(mas_tables* t, uint32_t surface)
{
    mas_surface_slots(t)[surface].refresh = 1;
    t->surface.pending                    = 1;
}

bool mas_surface_moves(const mas_surface_slot* s)
{
    return s->changed.first != s->changed.end || s->refresh != 0;
}

static surface_edit edit_of(const mas_tables* t, uint32_t surface)
{
    const mas_surface_slot* s = &mas_surface_slots(t)[surface];
    return (surface_edit){ surface, s->changed.first, s->changed.end - s->changed.first, s->refresh };
}

static const massa_vec3* points_of(const mas_tables* t, const surface_edit* e)
{
    return mas_cage_points(t) + mas_surface_slots(t)[e->surface].first + e->first;
}

uint64_t mas_surfaces_history(const mas_tables* t, uint64_t history)
{
    for (uint32_t i = 0; i < t->surface.count && t->surface.pending != 0; ++i)
    {
        const surface_edit e = edit_of(t, i);
        if (!mas_surface_moves(&mas_surface_slots(t)[i])) continue;
        history = mas_hash_bytes(history, &e, sizeof e);
        history = mas_hash_bytes(history, points_of(t, &e), e.count * sizeof(massa_vec3));
    }
    return history;
}

void mas_clear_surfaces(mas_tables* t)
{
    for (uint32_t i = 0; i < t->surface.count; ++i)
    {
        mas_surface_slot* s = &mas_surface_slots(t)[i];
        s->moved            = mas_surface_moves(s);
        s->posed            = 1;
        s->refresh          = 0;
        s->changed          = (mas_changed){ 0, 0 };
    }
    t->surface.pending = 0;
}

uint64_t mas_surface_edits_room(const massa_world_desc* d)
{
    return d->surface_count * (uint64_t)sizeof(surface_edit) + mas_surface_points(d) * sizeof(massa_vec3);
}

uint64_t mas_surface_edits_write(const mas_tables* t, uint8_t* to)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < t->surface.count && t->surface.pending != 0; ++i)
    {
        const surface_edit e  = edit_of(t, i);
        const uint64_t points = e.count * (uint64_t)sizeof(massa_vec3);
        if (!mas_surface_moves(&mas_surface_slots(t)[i])) continue;
        if (to != NULL) memcpy(to + bytes, &e, sizeof e);
        if (to != NULL) memcpy(to + bytes + sizeof e, points_of(t, &e), points);
        bytes += sizeof e + points;
    }
    return bytes;
}

static bool points_sound(const uint8_t* at, uint64_t count)
{
    for (uint64_t i = 0; i < 3 * count; ++i)
    {
        float x;
        memcpy(&x, at + i * sizeof x, sizeof x);
        if (!(x >= -MAS_MAX_CAGE_POINT && x <= MAS_MAX_CAGE_POINT)) return false; // NaN too
    }
    return true;
}

bool mas_surface_edits_sound(const mas_tables* t, const uint8_t* from, size_t size)
{
    for (uint32_t next = 0; size > 0;) // surfaces in their order, each at most once
    {
        surface_edit e;
        if (size < sizeof e) return false;
        memcpy(&e, from, sizeof e);
        from += sizeof e;
        size -= sizeof e;
        if (e.surface < next || e.surface >= t->surface.count || e.refresh > 1) return false;
        const uint32_t points = mas_surface_slots(t)[e.surface].points;
        if (e.first > points || e.count > points - e.first || (e.count == 0 && (e.refresh == 0 || e.first != 0)))
            return false;
        if (e.count * (uint64_t)sizeof(massa_vec3) > size || !points_sound(from, e.count)) return false;
        from += e.count * sizeof(massa_vec3);
        size -= e.count * sizeof(massa_vec3);
        next = e.surface + 1;
    }
    return true;
}

bool mas_surface_edits_play(mas_tables* t, const uint8_t* from, size_t size)
{
    for (const uint8_t* end = from + size; from < end;)
    {
        surface_edit e;
        memcpy(&e, from, sizeof e);
        from += sizeof e;
        mas_set_surface_points(t, e.surface, e.first, (const massa_vec3*)from, e.count);
        if (e.refresh != 0) mas_refresh_surface(t, e.surface);
        from += e.count * sizeof(massa_vec3);
    }
    return true;
}

bool mas_surfaces_sound(const mas_tables* t, const mas_tables* own)
{
    if (t->surface.count != own->surface.count || t->surface.points != own->surface.points) return false;
    uint32_t pending = 0;
    for (uint32_t i = 0; i < t->surface.count; ++i)
    {
        const mas_surface_slot *s = &mas_surface_slots(t)[i], *due = &mas_surface_slots(own)[i];
        if (s->first != due->first || s->points != due->points || s->refresh > 1 || s->moved > 1 || s->posed > 1)
            return false;
        if (s->changed.first > s->changed.end || s->changed.end > s->points) return false;
        if (s->changed.first == s->changed.end && s->changed.first != 0) return false;
        pending |= mas_surface_moves(s);
    }
    return pending == t->surface.pending && points_sound((const uint8_t*)mas_cage_points(t), t->surface.points);
}
