// The recipe of one step. Each line is a stage: compute/FAMILY/NAME.c, shaders/FAMILY/NAME*.comp,
// tests/FAMILY/test_NAME.c.
#include "shapes.h"
#include "world.h"

#include <string.h>

enum
{
    TAG_POSE = 1,
    TAG_MOTION,
    TAG_MASS,
    TAG_TRAIT,
    TAG_PARTICLE_POSITION,
    TAG_PARTICLE_VELOCITY
}; // tell arrays apart in the hash

static const mas_solve_settings SOLVE = {
    .hertz = 30.0f, .damping = 4.0f, .push_out = 3.0f, .restitution_speed = 1.0f
};
static const float DEBUG_REACH = 0.25f; // m, of a contact's normal as it is drawn

// The host's side of this step: parameters inline, edits and watched bodies through this step's slot of the upload
// ring.
static void upload(massa_world* w, mas_recorder* rec, float dt, uint32_t slot)
{
    mas_simulation* s        = w->simulation;
    const mas_tables* t      = w->tables;
    const step_params params = {
        .gravity       = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f },
        .substep       = dt / (float)w->desc.substeps,
        .body_count    = t->body_count,
        .edit_count    = t->edit_count,
        .watched_count = t->watched_count,
    };
    const mas_span edits   = mas_span_part(s->upload_edits, slot * (uint64_t)t->capacity.edits, t->edit_count);
    const mas_span watched = mas_span_part(s->upload_watched, slot * (uint64_t)t->capacity.watched, t->watched_count);
    memcpy(s->arena.mapped[MAS_UPLOAD] + edits.offset, mas_edits(t), edits.size);
    memcpy(s->arena.mapped[MAS_UPLOAD] + watched.offset, mas_watched(t), watched.size);

    mas_begin(rec, "upload");
    mas_write(rec, s->params, &params, sizeof params);
    mas_copy(rec, edits, s->edits, edits.size);
    mas_copy(rec, watched, s->watched, watched.size);
    mas_copy(rec, s->bodies.pose, s->bodies.previous, t->body_count * sizeof(body_pose));
    mas_events_reset(&s->events, rec);
    mas_fill(rec, s->report.counters, 0);
    mas_fill(rec, s->report.contacts, 0);
    mas_fill(rec, s->report.lines, 0);
    if (s->lines.capacity > 0) mas_fill(rec, mas_lines_header(&s->lines), 0); // nothing to draw, unless asked for
    mas_end(rec);
}

// Colliders and hulls that changed since the last step.
static void upload_colliders(massa_world* w, mas_recorder* rec, uint32_t slot)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    const mas_changed c = t->colliders_changed, h = t->hulls_changed;
    if (c.first != c.end || s->cell == 0.0f) s->cell = mas_block_cell(t);
    if (c.first == c.end && h.first == h.end) return;
    const mas_span data = mas_span_part(s->upload_colliders, slot * (uint64_t)t->capacity.colliders, c.end - c.first);
    const mas_span hull = mas_span_part(s->upload_hulls, slot * (uint64_t)t->capacity.hulls, h.end - h.first);
    for (uint32_t i = c.first; i < c.end; ++i)
    {
        const collider_data one = mas_collider_of(t, i);
        memcpy(s->arena.mapped[MAS_UPLOAD] + data.offset + (i - c.first) * sizeof one, &one, sizeof one);
    }
    memcpy(s->arena.mapped[MAS_UPLOAD] + hull.offset, mas_hulls(t) + h.first, hull.size);
    mas_begin(rec, "upload colliders");
    mas_copy(rec, data, mas_span_part(s->colliders.data, c.first, c.end - c.first), data.size);
    mas_copy(rec, hull, mas_span_part(s->colliders.hull, h.first, h.end - h.first), hull.size);
    mas_end(rec);
}

// Which colliders touch, before anything moves.
static void collide(massa_world* w, mas_recorder* rec, const massa_step_desc* desc, uint32_t bodies)
{
    mas_simulation* s        = w->simulation;
    const mas_tables* t      = w->tables;
    const uint32_t colliders = t->collider_count;
    collision_params params  = { .colliders = colliders, .dt = desc->dt, .margin = w->desc.contact_margin };
    mas_list_planes(t, &params);
    mas_begin(rec, "upload collision");
    mas_write(rec, s->colliders.params, &params, sizeof params);
    mas_end(rec);
    mas_bounds_record(&s->bounds, rec, colliders, bodies);
    mas_broad_record(&s->broad, rec, colliders);
    mas_narrow_record(&s->narrow, rec);
    const float gravity[] = { t->gravity.x, t->gravity.y, t->gravity.z };
    const solve_params solve =
        mas_solve_params(&SOLVE, gravity, desc->dt, w->desc.substeps, w->desc.contact_margin, s->graph.capacity);
    if (s->in_blocks)
    {
        mas_blocks_record(&s->blocks, rec, bodies, s->cell);
        mas_blocks_prep(&s->blocks, rec, &s->solve, &solve);
    }
    else
    {
        mas_graph_record(&s->graph, rec);
        mas_solve_prep(&s->solve, rec, &solve);
    }
    if (desc->debug != 0) mas_lines_record(&s->lines, rec, desc->debug, colliders, DEBUG_REACH);
    mas_begin(rec, "report contacts");
    mas_copy(rec, s->narrow.cache.counters, s->report.contacts, sizeof(contact_counters));
    if (desc->debug != 0) mas_copy(rec, s->lines.all, s->report.lines, sizeof(lines_header));
    mas_end(rec);
}

// One substep of the bodies; meets: there are contacts between them.
static void move_bodies(massa_world* w, mas_recorder* rec, bool begins, bool meets)
{
    mas_simulation* s     = w->simulation;
    const mas_tables* t   = w->tables;
    const uint32_t bodies = t->body_count;
    mas_integrate_push_record(&s->integrate, rec, bodies, begins);
    if (meets && s->in_blocks)
    {
        mas_blocks_bias(&s->blocks, rec, &s->solve, bodies, begins, t->bouncing > 0);
        mas_blocks_move(&s->blocks, rec, bodies);
        mas_blocks_relax(&s->blocks, rec, bodies);
        return;
    }
    if (meets) mas_solve_begin(&s->solve, rec, begins, t->bouncing > 0, bodies);
    if (meets) mas_solve_bias(&s->solve, rec);
    mas_integrate_move_record(&s->integrate, rec, bodies);
    if (meets) mas_solve_relax(&s->solve, rec);
}

// The particles' side of it: their parameters, who comes and leaves. Returns how many kinds there are.
static uint32_t upload_particles(massa_world* w, mas_recorder* rec, float dt, uint32_t slot)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    uint32_t layers;
    const particle_params params = mas_grains_params(w, dt / (float)w->desc.substeps, &layers);
    const mas_span records =
        mas_span_part(s->upload_records, slot * (uint64_t)t->capacity.particle_edits, t->record_count);
    memcpy(s->arena.mapped[MAS_UPLOAD] + records.offset, mas_records(t), records.size);

    mas_begin(rec, "upload particles");
    mas_write(rec, s->particles.params, &params, sizeof params);
    mas_copy(rec, records, s->populate.records, records.size);
    mas_copy(rec, s->particles.position, s->particles.previous, t->particle_count * sizeof(mas_vec4));
    mas_end(rec);
    return layers;
}

// Forces act during one step.
static void unload(const mas_simulation* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "unload");
    mas_fill(rec, mas_span_part(s->bodies.load, 0, body_count), 0);
    mas_end(rec);
}

static void hash(const mas_simulation* s, mas_recorder* rec, uint32_t body_count, uint32_t particle_count)
{
    mas_begin(rec, "hash");
    mas_fill(rec, s->report.hash, 0);
    mas_hash_record(&s->hash_pose, rec, body_count, TAG_POSE);
    mas_hash_record(&s->hash_motion, rec, body_count, TAG_MOTION);
    mas_hash_record(&s->hash_mass, rec, body_count, TAG_MASS);
    mas_hash_record(&s->hash_trait, rec, body_count, TAG_TRAIT);
    if (particle_count > 0)
    {
        mas_hash_record(&s->hash_particle_position, rec, particle_count, TAG_PARTICLE_POSITION);
        mas_hash_record(&s->hash_particle_velocity, rec, particle_count, TAG_PARTICLE_VELOCITY);
    }
    mas_end(rec);
}

static void report(const mas_simulation* s, mas_recorder* rec, uint32_t slot, bool particles)
{
    mas_begin(rec, "report");
    if (particles) mas_copy(rec, s->grid.total, s->counter_alive, sizeof(uint32_t));
    mas_copy(rec, s->report.whole, mas_span_part(s->readback, slot, 1), s->report.whole.size);
    mas_end(rec);
}

void mas_step_record(massa_world* w, VkCommandBuffer cmd, const massa_step_desc* desc)
{
    mas_simulation* s     = w->simulation;
    const uint32_t slot   = (uint32_t)(w->recorded % w->desc.max_steps_in_flight);
    const uint32_t bodies = w->tables->body_count, particles = w->tables->particle_count; // slots in use
    mas_recorder rec;
    if (desc->profile) mas_profiler_begin(&w->profiler, cmd, slot);
    mas_world_open(w, &rec, desc->profile ? &w->profiler : NULL, cmd);

    upload(w, &rec, desc->dt, slot);
    upload_colliders(w, &rec, slot);
    const uint32_t kinds = particles > 0 ? upload_particles(w, &rec, desc->dt, slot) : 0;
    mas_apply_record(&s->apply, &rec, w->tables->edit_count, bodies);
    mas_populate_record(&s->populate, &rec, w->tables->record_count);
    const bool meets = s->pairs.capacity > 0 && w->tables->collider_count > 0;
    if (meets) collide(w, &rec, desc, bodies);
    for (uint32_t i = 0; i < w->desc.substeps; ++i)
    {
        if (particles > 0)
        {
            mas_collider_record(&s->collider, &rec, w->tables->collider_count, bodies);
            mas_grid_record(&s->grid, &rec, particles);
            mas_search_record(&s->search, &rec, particles, kinds);
            mas_contact_record(&s->contact, &rec, particles, kinds);
        }
        move_bodies(w, &rec, i == 0, meets);
    }
    mas_integrate_finish_record(&s->integrate, &rec, bodies);
    if (meets) mas_solve_store(&s->solve, &rec);
    if (w->tables->load_count > 0) unload(s, &rec, bodies);
    mas_events_record(&s->events, &rec);
    mas_watch_record(&s->watch, &rec, w->tables->watched_count, bodies);
    if (desc->hash) hash(s, &rec, bodies, particles);
    report(s, &rec, slot, particles > 0);

    mas_record_end(&rec);
}
