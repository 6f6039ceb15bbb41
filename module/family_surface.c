// Surfaces: what a family tells of itself (family.h).
#include "family_surface.h"
#include "poll.h"
#include "step.h"
#include "surface_tables.h"

#include <stddef.h>
#include <string.h>

enum
{
    TAG_POINT = 7,
};

static uint64_t surface_points(const mas_tables* t)
{
    return t->surface.points;
}

static void surface_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    mas_posing* p = &s->surface->posing;
    mas_posing_plan(p, a, s->surfaces, d);
    if (p->host != NULL) mas_plan_hashed(s, p->kept, TAG_POINT, surface_points);
}

static massa_result surface_create(mas_simulation* s)
{
    return mas_posing_create(&s->surface->posing, &s->kernels);
}

static void surface_open(massa_world* w, mas_recorder* rec, const mas_simulation* before)
{
    mas_posing_open(&w->simulation->surface->posing, rec, before == NULL);
}

void mas_surface_begin(const mas_step* step)
{
    const massa_world* w = step->world;
    mas_posing_record(&step->simulation->surface->posing, step->rec, step->tables,
                      &(mas_posing_step){ step->slot, step->dt, w->asked.queries, w->asked.query_count });
}

// ---- Host memory ----

static uint64_t surface_slots_room(const mas_tables* t)
{
    return t->surface.count;
}

static const mas_host_array surface_host_array[] = {
    [MAS_SURFACE_SLOTS]  = { "surfaces", "surface_count", sizeof(mas_surface_slot), false, surface_slots_room,
                             surface_slots_room },
    [MAS_SURFACE_POINTS] = { "points of cages", "surface_count", sizeof(massa_vec3), false, surface_points,
                             surface_points },
};

static uint64_t queries(const massa_world_desc* d)
{
    return d->surface_count > 0 ? d->capacity.queries : 0;
}

static uint64_t query_bytes(const massa_world_desc* d)
{
    return queries(d) * sizeof(query_record);
}

static uint64_t surface_asked_bytes(const massa_world_desc* d)
{
    return d->max_steps_in_flight * queries(d) * sizeof(uint32_t);
}

static uint64_t hit_bytes(const massa_world_desc* d)
{
    return d->max_steps_in_flight * queries(d) * sizeof(massa_surface_hit);
}

static const mas_world_array surface_world_array[] = {
    { offsetof(massa_world, asked.queries), query_bytes },
    { offsetof(massa_world, asked.surface), surface_asked_bytes },
    { offsetof(massa_world, news.hits), hit_bytes },
};

static void surface_history(mas_tables* t)
{
    t->history = mas_surfaces_history(t, t->history);
}

static massa_result surface_fits(const massa_world* w, const massa_capacity* c)
{
    if (c->queries >= w->asked.query_count) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                    "massa_world_resize must keep what is in use: %u queries wait for the next step.",
                    w->asked.query_count);
}

static bool surface_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    return mas_surfaces_sound(t, w->tables) && mas_posing_sound(&w->simulation->surface->posing, t, state);
}

// Points that calls have set go again; what a host's shader wrote into a step that did not run is not known.
static void surface_lost(massa_world* w)
{
    for (uint32_t i = 0; i < w->tables->surface.count; ++i)
        mas_surface_slots(w->tables)[i].changed = (mas_changed){ 0, mas_surface_slots(w->tables)[i].points };
    w->tables->surface.pending = w->tables->surface.count > 0;
    mas_posing_stir(&w->simulation->surface->posing);
}

static void surface_restored(massa_world* w, const uint8_t* state)
{
    (void)state;
    mas_posing_stir(&w->simulation->surface->posing);
}

static uint64_t surface_tape_room(const massa_world_desc* d)
{
    return mas_surface_edits_room(d);
}

const mas_family mas_surface_family = {
    .name        = "surfaces",
    .size        = sizeof(mas_surface_part),
    .plan        = surface_plan,
    .create      = surface_create,
    .open        = surface_open,
    .hear        = mas_hear_hits,
    .history     = surface_history,
    .clear       = mas_clear_surfaces,
    .fits        = surface_fits,
    .state_sound = surface_state_sound,
    .restored    = surface_restored,
    .lost        = surface_lost,
    .tape        = { surface_tape_room, mas_surface_edits_write, mas_surface_edits_sound, mas_surface_edits_play },
    MAS_FEW_ROWS(host_array, surface_host_array, MAS_HOST_ARRAYS),
    MAS_FEW_ROWS(world_array, surface_world_array, MAS_WORLD_ARRAYS),
    .view  = mas_surface_views,
    .views = MAS_SURFACE_VIEWS,
};
