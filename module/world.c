// Making, resizing and viewing a world. What a step does is in step.c; what comes back, in poll.c.
#include "world.h"
#include "flow.h"
#include "liquids.h"
#include "surface_tables.h"

#include <assert.h>
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

// made: the same, with capacities as mas_capacity_of has them.
static massa_result check_desc(massa_device* d, const massa_world_desc* desc, massa_world_desc* made)
{
    if (d == NULL) return MASSA_ERROR_NULL;
    if (desc == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_world_desc is null.");
    if (desc->cookie != massa_default_world_desc().cookie)
        return mas_fail(d, MASSA_ERROR_COOKIE, "massa_world_desc was not made by massa_default_world_desc.");
    *made          = *desc;
    made->capacity = mas_capacity_of(&desc->capacity);
    MAS_TRY(check_capacity(d, &made->capacity));
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
    if (desc->mass_guard != 0.0f && !(desc->mass_guard >= 1.0f && desc->mass_guard <= 1e6f))
        return mas_fail(d, MASSA_ERROR_RANGE, "massa_world_desc.mass_guard is %g; it may be 0, or 1 to 1e6.",
                        (double)desc->mass_guard);
    MAS_TRY(mas_check_float(&log, "massa_world_desc.hit_speed", desc->hit_speed, 0.0f, 1e4f));
    MAS_TRY(mas_check_finite(&log, "massa_world_desc.gravity", desc->gravity, MAS_MAX_GRAVITY));
    if (desc->capacity.liquid > 0) MAS_TRY(check_liquid(d, &desc->liquid));
    return mas_check_surfaces(d, desc);
}

// Everything that a world of these capacities needs, and a resize makes anew.
typedef struct built
{
    mas_tables* tables;
    mas_simulation* simulation;
    uint8_t* record_block;
    void* array[MAS_FAMILIES][MAS_WORLD_ARRAYS]; // mas_family.world_array
} built;

static uint64_t host_bytes(const massa_world_desc* d)
{
    uint64_t bytes = mas_block_size(d) + mas_surface_host_bytes(d);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->world_arrays; ++k)
            bytes += mas_families[f]->world_array[k].bytes(d);
    return bytes;
}

static void drop(massa_device* d, built* b)
{
    mas_simulation_destroy(b->simulation);
    mas_free(d, b->tables);
    mas_free(d, b->record_block);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->world_arrays; ++k)
            mas_free(d, b->array[f][k]);
    *b = (built){ 0 };
}

static bool allocate(massa_device* d, const massa_world_desc* desc, built* b)
{
    b->tables       = mas_alloc(d, mas_tables_bytes(desc));
    b->record_block = mas_alloc(d, mas_block_size(desc));
    bool full       = b->tables != NULL && b->record_block != NULL;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->world_arrays; ++k)
        {
            const uint64_t bytes = mas_families[f]->world_array[k].bytes(desc);
            b->array[f][k]       = bytes > 0 ? mas_alloc(d, bytes) : NULL;
            full                 = full && (bytes == 0 || b->array[f][k] != NULL);
        }
    return full;
}

// On failure nothing is left.
static massa_result build(massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces, built* b)
{
    MAS_TRY(mas_check_room(d, desc, surfaces)); // before any memory is taken
    massa_result r = MASSA_OK;
    *b             = (built){ .simulation = mas_simulation_plan(d, desc, surfaces) };
    if (b->simulation == NULL || !allocate(d, desc, b))
        r = mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the tables of a world.");
    if (r == MASSA_OK)
    {
        mas_tables_init(b->tables, desc);
        r = mas_simulation_create(b->simulation);
    }
    if (r != MASSA_OK) drop(d, b);
    return r;
}

static void** array_at(massa_world* w, const mas_world_array* row)
{
    return (void**)((uint8_t*)w + row->pointer);
}

static void adopt(massa_world* w, const built* b)
{
    w->tables       = b->tables;
    w->simulation   = b->simulation;
    w->record.block = b->record_block;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->world_arrays; ++k)
            *array_at(w, &mas_families[f]->world_array[k]) = b->array[f][k];
}

static built built_of(massa_world* w)
{
    built b = { .tables = w->tables, .simulation = w->simulation, .record_block = w->record.block };
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->world_arrays; ++k)
            b.array[f][k] = *array_at(w, &mas_families[f]->world_array[k]);
    return b;
}

massa_result massa_query_world_memory(massa_device* d, const massa_world_desc* given, massa_memory* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    massa_world_desc made, *desc = &made;
    MAS_TRY(check_desc(d, given, desc));
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_query_world_memory has nowhere to put its answer.");
    mas_surface_host* surfaces;
    MAS_TRY(mas_surface_host_create(d, desc, &surfaces));
    massa_result r    = mas_check_room(d, desc, surfaces);
    mas_simulation* s = r == MASSA_OK ? mas_simulation_plan(d, desc, surfaces) : NULL;
    mas_free(d, surfaces);
    if (r == MASSA_OK && s == NULL) r = mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory to plan a world.");
    if (r == MASSA_OK)
        *out = (massa_memory){
            .state    = s->arena.peak[MAS_STATE],
            .scratch  = s->arena.peak[MAS_SCRATCH],
            .upload   = s->arena.peak[MAS_UPLOAD],
            .readback = s->arena.peak[MAS_READBACK],
            .host     = sizeof(massa_world) + mas_simulation_bytes() + mas_tables_bytes(desc) + host_bytes(desc),
        };
    mas_simulation_destroy(s);
    return r;
}

massa_result massa_create_world(massa_device* d, const massa_world_desc* given, massa_world** out)
{
    if (out != NULL) *out = NULL;
    if (d == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_create_world has nowhere to put the world.");
    massa_world_desc made, *desc = &made;
    MAS_TRY(check_desc(d, given, desc));
    massa_world* w = mas_alloc(d, sizeof *w);
    if (w == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for a world.");
    w->device        = d;
    w->desc          = *desc;
    massa_result r   = mas_surface_host_create(d, desc, &w->surfaces);
    w->desc.surfaces = w->surfaces != NULL ? w->surfaces->desc : NULL;
    built parts;
    if (r == MASSA_OK) r = build(d, desc, w->surfaces, &parts);
    if (r != MASSA_OK)
    {
        mas_free(d, w->surfaces);
        mas_free(d, w);
        return r;
    }
    adopt(w, &parts);
    r = mas_profiler_create(&w->profiler, d, desc->max_steps_in_flight);
    if (r != MASSA_OK)
    {
        massa_destroy_world(w);
        return r;
    }
    *out = w;
    return MASSA_OK;
}

void massa_destroy_world(massa_world* w)
{
    if (w == NULL) return;
    massa_device* d = w->device;
    built parts     = built_of(w);
    drop(d, &parts);
    mas_simulation_destroy(w->resized.before);
    mas_profiler_destroy(&w->profiler);
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
    if (w->finished < w->resized.step) return;
    mas_simulation_destroy(w->resized.before);
    w->resized.before = NULL;
}

// Whether what is in use could be with other capacities.
static massa_result check_fit(const massa_world* w, const massa_capacity* c)
{
    const mas_tables* t = w->tables;
    mas_tables like     = *t;
    like.capacity       = *c;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
    {
        const mas_family* family = mas_families[f];
        for (uint32_t k = 0; k < family->host_arrays; ++k)
        {
            const mas_host_array* row = &family->host_array[k];
            if (row->used(t) <= row->room(&like)) continue;
            return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                            "massa_world_resize must keep what is in use: %llu %s are, and %s has room for %llu.",
                            (unsigned long long)row->used(t), row->name, row->capacity,
                            (unsigned long long)row->room(&like));
        }
        if (family->fits != NULL) MAS_TRY(family->fits(w, c));
    }
    return MASSA_OK;
}

massa_result massa_world_resize(massa_world* w, const massa_capacity* given)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (given == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_capacity is null.");
    const massa_capacity made = mas_capacity_of(given), *c = &made;
    MAS_TRY(check_capacity(w->device, c));
    if (w->recorded != w->finished || w->resized.before != NULL)
    {
        return mas_fail(
            w->device, MASSA_ERROR_IN_FLIGHT,
            "massa_world_resize needs every recorded step told finished, and a step since the last resize.");
    }
    MAS_TRY(check_fit(w, c));
    if (c->liquid > 0) MAS_TRY(check_liquid(w->device, &w->desc.liquid)); // not checked while it was 0
    massa_world_desc desc = w->desc;
    desc.capacity         = *c;
    built old             = built_of(w), parts;
    MAS_TRY(build(w->device, &desc, w->surfaces, &parts));
    mas_tables_copy(parts.tables, old.tables);
    const mas_settings before = mas_settings_of(&w->desc), after = mas_settings_of(&desc);
    if (memcmp(&before, &after, sizeof after) != 0) mas_history(parts.tables, &after, sizeof after); // of liquids
    const query_record* queries = w->asked.queries;
    adopt(w, &parts);
    if (w->asked.query_count > 0) memcpy(w->asked.queries, queries, w->asked.query_count * sizeof *queries);
    w->resized = (mas_resized){ .step = w->recorded + 1 };
    if (w->opened) w->resized.before = old.simulation; // its state is still to be copied
    w->opened = false;
    if (w->resized.before != NULL) old.simulation = NULL;
    drop(w->device, &old);
    w->desc = desc;
    mas_world_stir(w);
    return MASSA_OK;
}

void mas_world_open(massa_world* w, mas_recorder* rec, mas_profiler* profiler, VkCommandBuffer cmd)
{
    mas_simulation *s = w->simulation, *before = w->resized.before;
    mas_record_begin(rec, w->device, &s->arena, &s->kernels, profiler, cmd);
    if (w->opened) return;
    const mas_span state = { .memory = MAS_STATE, .stride = 4, .size = s->arena.peak[MAS_STATE] };
    mas_fill(rec, state, 0);
    mas_write(rec, s->report.stamp, &(mas_stamp){ .step = w->recorded }, sizeof(mas_stamp));
    assert(before == NULL || before->arena.state_span_count == s->arena.state_span_count);
    // Arrays are planned in one order and indexed by slot: each old one is the beginning of its new one.
    for (uint32_t i = 0; before != NULL && i < before->arena.state_span_count; ++i)
    {
        const mas_span from = before->arena.state_span[i], to = s->arena.state_span[i];
        mas_copy_buffer(rec, before->arena.buffer[MAS_STATE], from.offset, s->arena.buffer[MAS_STATE], to.offset,
                        from.size < to.size ? from.size : to.size);
    }
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->open != NULL) mas_families[f]->open(w, rec, before);
    w->opened    = true;
    w->opened_by = 0;
}

massa_result massa_world_set_gravity(massa_world* w, massa_vec3 gravity)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    MAS_TRY(mas_check_finite(w, "gravity", gravity, MAS_MAX_GRAVITY));
    w->tables->gravity = gravity;
    return MASSA_OK;
}

static const mas_view_row* view_row_of(int kind)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->views; ++k)
            if (mas_families[f]->view[k].kind == kind) return &mas_families[f]->view[k];
    return NULL;
}

bool mas_look(const massa_world* w, massa_view_kind kind, massa_view* out)
{
    const mas_viewed v = view_row_of((int)kind)->look(w);
    if (v.span.stride == 0) return false;
    *out = (massa_view){
        .buffer   = w->simulation->arena.buffer[v.span.memory],
        .offset   = v.span.offset,
        .size     = v.span.size,
        .stride   = v.span.stride,
        .count    = v.count,
        .indirect = v.indirect,
    };
    return true;
}

massa_result massa_world_view(const massa_world* w, massa_view_kind kind, massa_view* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_view has nowhere to put its answer.");
    const mas_view_row* row = view_row_of((int)kind);
    if (row == NULL) return mas_fail(w->device, MASSA_ERROR_RANGE, "There is no massa_view_kind %d.", (int)kind);
    if (mas_look(w, kind, out)) return MASSA_OK;
    return mas_fail(w->device, row->refusal, "%s", row->missing(w));
}

uint64_t massa_world_last_step(const massa_world* w)
{
    return w != NULL ? w->recorded : 0;
}
