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

static const float TOUCH_REACH = 0.25f; // of the contact margin: how far apart two that touched still do
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
    const uint32_t colliders = t->collider_count, half = t->steps & 1;
    collision_params params = { .colliders = colliders, .dt = desc->dt, .margin = w->desc.contact_margin };
    mas_list_planes(t, &params);
    mas_begin(rec, "upload collision");
    mas_write(rec, s->colliders.params, &params, sizeof params);
    mas_end(rec);
    mas_bounds_record(&s->bounds, rec, colliders, bodies);
    mas_touch_record_speeds(&s->touch[half], rec, colliders, bodies);
    mas_broad_record(&s->broad, rec, colliders);
    mas_narrow_record(&s->narrow, rec, half);
    if (desc->debug != 0) mas_lines_record(&s->lines, rec, half, desc->debug, colliders, DEBUG_REACH);
    mas_begin(rec, "report contacts");
    mas_copy(rec, s->narrow.cache.counters, s->report.contacts, sizeof(contact_counters));
    if (desc->debug != 0) mas_copy(rec, s->lines.all, s->report.lines, sizeof(lines_header));
    mas_end(rec);
}

// What begins, ends and hits. Without colliders there are no pairs, and what was told to touch has parted.
static const mas_touch* touch(massa_world* w, mas_recorder* rec, float dt, bool collided)
{
    mas_simulation* s  = w->simulation;
    const mas_touch* t = &s->touch[w->tables->steps & 1];
    if (s->pairs.capacity == 0) return NULL;
    if (!collided) mas_fill(rec, s->pairs.list, 0);
    mas_touch_record(t, rec, dt, w->desc.hit_speed, TOUCH_REACH * w->desc.contact_margin);
    return t;
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
    const bool collides = s->pairs.capacity > 0 && w->tables->collider_count > 0;
    if (collides) collide(w, &rec, desc, bodies);
    for (uint32_t i = 0; i < w->desc.substeps; ++i)
    {
        if (particles > 0)
        {
            mas_collider_record(&s->collider, &rec, w->tables->collider_count, bodies);
            mas_grid_record(&s->grid, &rec, particles);
            mas_search_record(&s->search, &rec, particles, kinds);
            mas_contact_record(&s->contact, &rec, particles, kinds);
        }
        mas_integrate_record(&s->integrate, &rec, bodies);
    }
    if (w->tables->load_count > 0) unload(s, &rec, bodies);
    mas_events_record(&s->events, &rec, touch(w, &rec, desc->dt, collides), bodies);
    mas_watch_record(&s->watch, &rec, w->tables->watched_count, bodies);
    if (desc->hash) hash(s, &rec, bodies, particles);
    report(s, &rec, slot, particles > 0);

    mas_record_end(&rec);
}
