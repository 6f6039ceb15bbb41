// Making, resizing and viewing a world. What a step does is in step.c; what comes back, in poll.c.
#include "joints.h"
#include "liquids.h"
#include "shapes.h"
#include "surface_tables.h"
#include "world.h"

#include <string.h>

massa_result mas_check_finite(const massa_world* w, const char* field, massa_vec3 v, float limit)
{
    const float value[3] = { v.x, v.y, v.z };
    for (int i = 0; i < 3; ++i)
    {
        if (value[i] >= -limit && value[i] <= limit) continue; // false for NaN
        return mas_fail(w->device, MASSA_ERROR_RANGE, "%s.%c is %g; it must be a number of at most %g.", field,
                        "xyz"[i], (double)value[i], (double)limit);
    }
    return MASSA_OK;
}

massa_result mas_check_float(const massa_world* w, const char* field, float value, float least, float most)
{
    if (value >= least && value <= most) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "%s is %g; it may be %g to %g.", field, (double)value, (double)least,
                    (double)most);
}

static massa_result check_number(massa_device* d, const char* field, uint32_t value, uint32_t least, uint32_t most)
{
    if (value >= least && value <= most) return MASSA_OK;
    return mas_fail(d, MASSA_ERROR_RANGE, "%s is %u; it may be %u to %u.", field, value, least, most);
}

static massa_result check_capacity(massa_device* d, const massa_capacity* c)
{
    MAS_TRY(check_number(d, "capacity.bodies", c->bodies, 1, 1u << 24));
    MAS_TRY(check_number(d, "capacity.edits", c->edits, 1, 1u << 20));
    MAS_TRY(check_number(d, "capacity.events", c->events, 0, 1u << 16));
    MAS_TRY(check_number(d, "capacity.watched", c->watched, 0, 1u << 16));
    MAS_TRY(check_number(d, "capacity.shapes", c->shapes, 0, 1u << 20));
    MAS_TRY(check_number(d, "capacity.hulls", c->hulls, 0, MAS_MAX_HULLS));
    MAS_TRY(check_number(d, "capacity.children", c->children, 0, 1u << 16));
    MAS_TRY(check_number(d, "capacity.colliders", c->colliders, 0, MAS_MAX_COLLIDERS));
    MAS_TRY(check_number(d, "capacity.pairs", c->pairs, 0, MAS_MAX_PAIRS));
    MAS_TRY(check_number(d, "capacity.contacts", c->contacts, 0, MAS_MAX_PAIRS));
    MAS_TRY(check_number(d, "capacity.debug_lines", c->debug_lines, 0, 1u << 20));
    MAS_TRY(check_number(d, "capacity.joints", c->joints, 0, MAS_MAX_JOINTS));
    MAS_TRY(check_number(d, "capacity.queries", c->queries, 0, MAS_MAX_QUERIES));
    MAS_TRY(check_number(d, "capacity.particles", c->particles, 0, MAS_MAX_PARTICLES));
    MAS_TRY(check_number(d, "capacity.liquid", c->liquid, 0, MAS_MAX_LIQUID));
    if (c->particles > 0 && c->liquid > 0)
        return mas_fail(d, MASSA_ERROR_RANGE,
                        "capacity.particles is %u and capacity.liquid %u: a world has grains or liquids, not both yet.",
                        c->particles, c->liquid);
    if (c->particles == 0 && c->liquid == 0) return MASSA_OK;
    MAS_TRY(check_number(d, "capacity.particle_edits", c->particle_edits, 1, 1u << 22));
    return check_number(d, "capacity.neighbours", c->neighbours, 0, 255);
}

static massa_result check_liquid(massa_device* d, const massa_liquid_settings* l)
{
    const massa_world log = { .device = d };
    MAS_TRY(check_number(d, "liquid.solver", (uint32_t)l->solver, 0, MASSA_LIQUID_STATE_EQUATION));
    MAS_TRY(mas_check_float(&log, "liquid.spacing", l->spacing, MAS_MIN_SPACING, MAS_MAX_SPACING));
    MAS_TRY(mas_check_float(&log, "liquid.depth", l->depth, 1e-3f, 1e3f));
    MAS_TRY(check_number(d, "liquid.iterations", l->iterations, 0, 16));
    MAS_TRY(check_number(d, "liquid.max_parts", l->max_parts, 0, LIQUID_MAX_PARTS));
    MAS_TRY(mas_check_float(&log, "liquid.stiffness", l->stiffness, 0.0f, 1e6f));
    MAS_TRY(mas_check_float(&log, "liquid.smoothing", l->smoothing, 0.0f, 1.0f));
    if (l->exponent == 0.0f || l->exponent == 1.0f || l->exponent == 7.0f) return MASSA_OK;
    return mas_fail(d, MASSA_ERROR_RANGE, "liquid.exponent is %g; it may be 0, 1 or 7.", (double)l->exponent);
}

static massa_result check_desc(massa_device* d, const massa_world_desc* desc)
{
    if (d == NULL) return MASSA_ERROR_NULL;
    if (desc == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_world_desc is null.");
    if (desc->cookie != massa_default_world_desc().cookie)
        return mas_fail(d, MASSA_ERROR_COOKIE, "massa_world_desc was not made by massa_default_world_desc.");
    MAS_TRY(check_capacity(d, &desc->capacity));
    MAS_TRY(check_number(d, "massa_world_desc.substeps", desc->substeps, 1, 64));
    MAS_TRY(check_number(d, "massa_world_desc.broad_phase", (uint32_t)desc->broad_phase, 0, MASSA_BROAD_PHASE_BRUTE));
    MAS_TRY(check_number(d, "massa_world_desc.schedule", (uint32_t)desc->schedule, 0, MASSA_SCHEDULE_COLOURS));
    MAS_TRY(check_number(d, "massa_world_desc.max_steps_in_flight", desc->max_steps_in_flight, 1, MAS_MAX_IN_FLIGHT));
    MAS_TRY(check_number(d, "massa_world_desc.joint_sweeps", desc->joint_sweeps, 1, 16));
    const massa_world log = { .device = d };
    MAS_TRY(mas_check_float(&log, "massa_world_desc.contact_margin", desc->contact_margin, 1e-4f, 1.0f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.sleep_time", desc->sleep_time, 1e-3f, 1e3f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.contact_hertz", desc->contact_hertz, 1.0f, 1e4f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.contact_damping", desc->contact_damping, 0.1f, 100.0f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.push_out_speed", desc->push_out_speed, 0.0f, 100.0f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.restitution_speed", desc->restitution_speed, 0.01f, 100.0f));
    if (desc->mass_guard != 0.0f)
        MAS_TRY(mas_check_float(&log, "massa_world_desc.mass_guard", desc->mass_guard, 1.0f, 1e6f));
    MAS_TRY(mas_check_float(&log, "massa_world_desc.hit_speed", desc->hit_speed, 0.0f, 1e4f));
    MAS_TRY(mas_check_finite(&log, "massa_world_desc.gravity", desc->gravity, MAS_MAX_GRAVITY));
    if (desc->capacity.liquid > 0) MAS_TRY(check_liquid(d, &desc->liquid));
    return mas_check_surfaces(d, desc);
}

// Host memory that depends on the capacities, beside the tables.
typedef struct host_arrays
{
    massa_event* events;
    massa_watched* watched;
    watch_entry* asked;
    query_record* queries;
    uint32_t* asked_surface;
    massa_surface_hit* hits;
    mas_sensor* sensors;
    massa_liquid_event* liquid_events;
    uint8_t* record_block;
} host_arrays;

static uint64_t host_bytes(const massa_world_desc* desc)
{
    const massa_capacity* c = &desc->capacity;
    const uint64_t slots = desc->max_steps_in_flight, queries = desc->surface_count > 0 ? c->queries : 0;
    return slots * mas_event_room(c) * sizeof(massa_event) + c->watched * sizeof(massa_watched) +
           slots * c->watched * sizeof(watch_entry) + queries * sizeof(query_record) +
           slots * queries * (sizeof(uint32_t) + sizeof(massa_surface_hit)) +
           (c->liquid > 0 ? slots * c->colliders * sizeof(mas_sensor) : 0) +
           (c->liquid > 0 ? slots * mas_event_room(c) * sizeof(massa_liquid_event) : 0) + mas_block_size(desc) +
           mas_surface_host_bytes(desc);
}

static massa_result allocate_arrays(massa_device* d, const massa_world_desc* desc, host_arrays* h)
{
    const massa_capacity* c = &desc->capacity;
    const size_t slots = desc->max_steps_in_flight, queries = desc->surface_count > 0 ? c->queries : 0;
    h->events       = mas_alloc(d, slots * (size_t)mas_event_room(c) * sizeof(massa_event));
    h->watched      = mas_alloc(d, (c->watched + 1) * sizeof(massa_watched)); // never of size 0
    h->asked        = mas_alloc(d, (slots * (size_t)c->watched + 1) * sizeof(watch_entry));
    h->record_block = mas_alloc(d, mas_block_size(desc));
    bool full       = h->events != NULL && h->watched != NULL && h->asked != NULL && h->record_block != NULL;
    if (queries > 0)
    {
        h->queries       = mas_alloc(d, queries * sizeof *h->queries);
        h->asked_surface = mas_alloc(d, slots * queries * sizeof *h->asked_surface);
        h->hits          = mas_alloc(d, slots * queries * sizeof *h->hits);
        full             = full && h->queries != NULL && h->asked_surface != NULL && h->hits != NULL;
    }
    if (c->liquid > 0)
    {
        h->sensors       = mas_alloc(d, (slots * (size_t)c->colliders + 1) * sizeof *h->sensors);
        h->liquid_events = mas_alloc(d, slots * (size_t)mas_event_room(c) * sizeof *h->liquid_events);
        full             = full && h->sensors != NULL && h->liquid_events != NULL;
    }
    if (full) return MASSA_OK;
    return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the tables of a world.");
}

static void free_arrays(massa_device* d, host_arrays* h)
{
    mas_free(d, h->events);
    mas_free(d, h->watched);
    mas_free(d, h->asked);
    mas_free(d, h->queries);
    mas_free(d, h->asked_surface);
    mas_free(d, h->hits);
    mas_free(d, h->sensors);
    mas_free(d, h->liquid_events);
    mas_free(d, h->record_block);
}

// Everything a world of these capacities needs; on failure nothing is left.
static massa_result build(massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces,
                          mas_tables** tables, mas_simulation** simulation, host_arrays* arrays)
{
    MAS_TRY(mas_check_room(d, desc, surfaces)); // before any memory is taken
    *tables        = mas_alloc(d, mas_tables_bytes(desc));
    *simulation    = mas_alloc(d, sizeof **simulation);
    massa_result r = allocate_arrays(d, desc, arrays);
    if (r == MASSA_OK && (*tables == NULL || *simulation == NULL))
        r = mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the tables of a world.");
    if (r == MASSA_OK)
    {
        mas_tables_init(*tables, desc);
        mas_simulation_plan(*simulation, d, desc, surfaces);
        r = mas_simulation_create(*simulation);
        if (r != MASSA_OK) mas_simulation_destroy(*simulation);
    }
    if (r == MASSA_OK) return r;
    mas_free(d, *tables);
    mas_free(d, *simulation);
    free_arrays(d, arrays);
    return r;
}

static void adopt_arrays(massa_world* w, const host_arrays* h)
{
    w->events        = h->events;
    w->watched       = h->watched;
    w->asked         = h->asked;
    w->queries       = h->queries;
    w->asked_surface = h->asked_surface;
    w->hits          = h->hits;
    w->sensors       = h->sensors;
    w->liquid_events = h->liquid_events;
    w->record_block  = h->record_block;
}

static host_arrays arrays_of(const massa_world* w)
{
    return (host_arrays){ w->events, w->watched, w->asked,         w->queries,     w->asked_surface,
                          w->hits,   w->sensors, w->liquid_events, w->record_block };
}

massa_result massa_query_world_memory(massa_device* d, const massa_world_desc* desc, massa_memory* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    MAS_TRY(check_desc(d, desc));
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_query_world_memory has nowhere to put its answer.");
    mas_simulation s = { 0 };
    mas_surface_host* surfaces;
    MAS_TRY(mas_surface_host_create(d, desc, &surfaces));
    const massa_result r = mas_check_room(d, desc, surfaces);
    if (r == MASSA_OK) mas_simulation_plan(&s, d, desc, surfaces);
    mas_free(d, surfaces);
    MAS_TRY(r);
    out->state    = s.arena.peak[MAS_STATE];
    out->scratch  = s.arena.peak[MAS_SCRATCH];
    out->upload   = s.arena.peak[MAS_UPLOAD];
    out->readback = s.arena.peak[MAS_READBACK];
    out->host     = sizeof(massa_world) + sizeof(mas_simulation) + mas_tables_bytes(desc) + host_bytes(desc);
    return MASSA_OK;
}

massa_result massa_create_world(massa_device* d, const massa_world_desc* desc, massa_world** out)
{
    if (out != NULL) *out = NULL;
    if (d == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_create_world has nowhere to put the world.");
    MAS_TRY(check_desc(d, desc));
    massa_world* w = mas_alloc(d, sizeof *w);
    if (w == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for a world.");
    w->device          = d;
    w->desc            = *desc;
    host_arrays arrays = { 0 };
    massa_result r     = mas_surface_host_create(d, desc, &w->surfaces);
    w->desc.surfaces   = w->surfaces != NULL ? w->surfaces->desc : NULL;
    if (r == MASSA_OK) r = build(d, desc, w->surfaces, &w->tables, &w->simulation, &arrays);
    if (r != MASSA_OK)
    {
        mas_free(d, w->surfaces);
        mas_free(d, w);
        return r;
    }
    adopt_arrays(w, &arrays);
    r = mas_profiler_create(&w->profiler, d, desc->max_steps_in_flight);
    if (r != MASSA_OK)
    {
        massa_destroy_world(w);
        return r;
    }
    *out = w;
    return MASSA_OK;
}

static void drop_simulation(massa_device* d, mas_simulation** s)
{
    if (*s == NULL) return;
    mas_simulation_destroy(*s);
    mas_free(d, *s);
    *s = NULL;
}

void massa_destroy_world(massa_world* w)
{
    if (w == NULL) return;
    massa_device* d    = w->device;
    host_arrays arrays = arrays_of(w);
    drop_simulation(d, &w->simulation);
    drop_simulation(d, &w->retired);
    mas_profiler_destroy(&w->profiler);
    free_arrays(d, &arrays);
    mas_free(d, w->tables);
    mas_free(d, w->surfaces);
    mas_free(d, w);
}

void mas_world_stir(massa_world* w)
{
    w->rest.from    = w->recorded + 1;
    w->rest.reports = 0;
}

void mas_world_reclaim(massa_world* w)
{
    if (w->finished >= w->retired_step) drop_simulation(w->device, &w->retired);
}

massa_result massa_world_resize(massa_world* w, const massa_capacity* c)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (c == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_capacity is null.");
    MAS_TRY(check_capacity(w->device, c));
    if (w->recorded != w->finished || w->retired != NULL)
    {
        return mas_fail(
            w->device, MASSA_ERROR_IN_FLIGHT,
            "massa_world_resize needs every recorded step told finished, and a step since the last resize.");
    }
    const mas_tables* t = w->tables;
    if (c->bodies < t->body_count || c->edits < t->edit_count || c->watched < t->watched_count ||
        c->shapes < t->shape_count || c->hulls < t->hull_count || c->children < t->child_count ||
        c->colliders < t->collider_count || c->joints < t->joint_count ||
        c->particles + c->liquid < t->particle_count || mas_record_room(c) < t->record_count)
    {
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "massa_world_resize must keep what is in use: %u body slots, %u edits, %u watched, %u shape "
                        "slots, %u hulls, "
                        "%u children, %u colliders, %u joint slots, %u particle slots, %u particle edits.",
                        t->body_count, t->edit_count, t->watched_count, t->shape_count, t->hull_count, t->child_count,
                        t->collider_count, t->joint_count, t->particle_count, t->record_count);
    }
    if (!mas_liquids_fit(t, c))
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "massa_world_resize must keep what is in use: liquids, particles of their kind, or the disc of an "
            "emitter would have no room.");
    if (c->liquid > 0) MAS_TRY(check_liquid(w->device, &w->desc.liquid)); // nobody asked while it was 0
    for (uint32_t i = 0; i < t->body_count; ++i)
        if (!mas_body_shape_sound(t, c, i, mas_slots(t)[i].shape))
            return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                            "massa_world_resize must keep what is in use: with %s a body could not have its shape.",
                            c->pairs == 0   ? "capacity.pairs 0"
                            : c->liquid > 0 ? "capacity.liquid above 0"
                                            : "capacity.particles above 0");
    if (c->pairs < w->told_places)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "massa_world_resize must keep what is in use: contacts that have begun and not ended need "
                        "capacity.pairs %u.",
                        w->told_places);
    if (w->asleep > 0 && c->pairs == 0)
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "massa_world_resize must keep what is in use: %u bodies sleep, and with capacity.pairs 0 nothing "
            "would wake them.",
            w->asleep);
    if (c->queries < w->query_count)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "massa_world_resize must keep what is in use: %u queries wait for the next step.",
                        w->query_count);
    massa_world_desc desc = w->desc;
    desc.capacity         = *c;
    mas_tables* tables;
    mas_simulation* simulation;
    host_arrays arrays = { 0 };
    MAS_TRY(build(w->device, &desc, w->surfaces, &tables, &simulation, &arrays));
    mas_tables_copy(tables, t);
    if (w->query_count > 0) memcpy(arrays.queries, w->queries, w->query_count * sizeof *w->queries);

    host_arrays old = arrays_of(w);
    free_arrays(w->device, &old);
    mas_free(w->device, w->tables);
    if (w->zeroed)
        w->retired = w->simulation; // its state is still to be copied
    else
        drop_simulation(w->device, &w->simulation);
    w->retired_step = w->recorded + 1;
    w->zeroed       = false;
    w->simulation   = simulation;
    w->tables       = tables;
    w->desc         = desc;
    adopt_arrays(w, &arrays);
    mas_world_stir(w);
    return MASSA_OK;
}

void mas_world_open(massa_world* w, mas_recorder* rec, mas_profiler* profiler, VkCommandBuffer cmd)
{
    mas_simulation* s = w->simulation;
    mas_record_begin(rec, w->device, &s->arena, &s->kernels, profiler, cmd);
    if (w->zeroed) return;
    const mas_span state = { .memory = MAS_STATE, .stride = 4, .size = s->arena.peak[MAS_STATE] };
    mas_fill(rec, state, 0);
    mas_write(rec, s->report.stamp, &(mas_stamp){ .step = w->recorded }, sizeof(mas_stamp));
    if (w->retired != NULL)
    {
        // Arrays are planned in one order and indexed by slot: each old one is the beginning of its new one.
        const mas_arena* old = &w->retired->arena;
        for (uint32_t i = 0; i < old->state_span_count; ++i)
        {
            const mas_span from = old->state_span[i], to = s->arena.state_span[i];
            mas_copy_buffer(rec, old->buffer[MAS_STATE], from.offset, s->arena.buffer[MAS_STATE], to.offset,
                            from.size < to.size ? from.size : to.size);
        }
        // What was cut off must not be taken for what was kept.
        if (s->pairs.capacity < w->retired->pairs.capacity || s->colliders.capacity < w->retired->colliders.capacity)
            mas_broad_reset(&s->broad, rec);
    }
    mas_posing_open(&s->posing, rec, w->retired == NULL);
    w->zeroed = true;
}

massa_result massa_world_set_gravity(massa_world* w, massa_vec3 gravity)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    MAS_TRY(mas_check_finite(w, "gravity", gravity, MAS_MAX_GRAVITY));
    w->tables->gravity = gravity;
    return MASSA_OK;
}

massa_result massa_world_view(const massa_world* w, massa_view_kind kind, massa_view* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_view has nowhere to put its answer.");
    const mas_bodies* b                   = &w->simulation->bodies;
    const mas_particles* p                = &w->simulation->particles;
    const mas_span span[MASSA_VIEW_COUNT] = {
        [MASSA_VIEW_BODY_POSE]                  = b->pose,
        [MASSA_VIEW_BODY_PREVIOUS_POSE]         = b->previous,
        [MASSA_VIEW_BODY_MOTION]                = b->motion,
        [MASSA_VIEW_BODY_TRAIT]                 = b->trait,
        [MASSA_VIEW_PARTICLE_POSITION]          = p->position,
        [MASSA_VIEW_PARTICLE_PREVIOUS_POSITION] = p->previous,
        [MASSA_VIEW_PARTICLE_VELOCITY]          = p->velocity,
        [MASSA_VIEW_LIQUID_DENSITY]             = w->simulation->flow.liquid.density,
        [MASSA_VIEW_DEBUG_LINES]                = mas_lines_vertices(&w->simulation->lines),
        [MASSA_VIEW_EVENTS]                     = w->simulation->report.events,
    };
    if ((int)kind < 0 || kind >= MASSA_VIEW_COUNT)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_view_kind %d.", (int)kind);
    if (kind >= MASSA_VIEW_SURFACE_POINTS) return mas_surface_view(w, kind, out);
    const bool lines = kind == MASSA_VIEW_DEBUG_LINES;
    if (lines && w->simulation->lines.capacity == 0)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "capacity.debug_lines, pairs or colliders is 0: there are no lines to look at.");
    const bool flows = w->desc.capacity.liquid > 0;
    if (kind == MASSA_VIEW_LIQUID_DENSITY && !flows)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.liquid is 0: there is no density to look at.");
    *out = (massa_view){
        .buffer   = w->simulation->arena.buffer[span[kind].memory],
        .offset   = span[kind].offset,
        .size     = span[kind].size,
        .stride   = kind == MASSA_VIEW_EVENTS ? (uint32_t)sizeof(event_record) : span[kind].stride,
        .count    = lines                                 ? 2 * w->simulation->lines.capacity
                    : kind == MASSA_VIEW_EVENTS           ? w->simulation->events.capacity
                    : kind < MASSA_VIEW_PARTICLE_POSITION ? w->tables->body_count
                                                          : w->tables->particle_count,
        .indirect = lines                                           ? w->simulation->lines.all.offset
                    : flows && kind == MASSA_VIEW_PARTICLE_POSITION ? w->simulation->flow.draw.offset
                                                                    : 0,
    };
    return MASSA_OK;
}

uint64_t massa_world_last_step(const massa_world* w)
{
    return w != NULL ? w->recorded : 0;
}
