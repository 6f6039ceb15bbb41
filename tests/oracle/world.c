#include "world.h"
#include "hash.h"
#include "integrate.h"
#include "replay.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

static const float TOUCH_REACH = 0.25f; // of the contact margin, as in module/step.c

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count, size);
    if (p == NULL) abort();
    return p;
}

oracle_world* oracle_create_world(const massa_world_desc* desc)
{
    oracle_world* w         = zeros(1, sizeof *w);
    w->desc                 = *desc;
    w->desc.capacity        = oracle_capacity_of(&desc->capacity);
    desc                    = &w->desc;
    const massa_capacity* c = &desc->capacity;
    w->tables               = oracle_create_tables(desc);
    w->gravity = w->step_gravity = desc->gravity;
    w->bodies                    = oracle_create_bodies(c->bodies);
    w->colliders                 = oracle_create_colliders(c->colliders, c->hulls);
    w->rigid                     = oracle_create_rigid_world(desc, &w->bodies);
    w->open                      = zeros(c->pairs + 1u, sizeof *w->open);
    w->events                    = zeros(oracle_event_room(c), sizeof *w->events);
    w->told_asleep               = zeros(c->bodies, sizeof *w->told_asleep);

    const uint32_t particles = c->particles + c->liquid;
    w->matter.particles =
        oracle_create_particles(particles, oracle_particle_cells(particles), oracle_neighbour_room(c), c->colliders);
    w->flow.liquid   = oracle_create_liquid(&w->matter.particles);
    w->matter.bodies = w->bodies;
    w->matter.entry  = w->colliders.data;
    return w;
}

void oracle_destroy_world(oracle_world* w)
{
    oracle_destroy_bodies(&w->bodies);
    oracle_destroy_colliders(&w->colliders);
    oracle_destroy_rigid_world(&w->rigid);
    free(w->open);
    oracle_destroy_liquid(&w->flow.liquid);
    oracle_destroy_particles(&w->matter.particles);
    oracle_destroy_tables(w->tables);
    free(w->events);
    free(w->told_asleep);
    free(w);
}

// As hosts see it: a body's kind is 1, in the highest byte.
static uint64_t id_of(uint32_t slot, uint32_t generation)
{
    return slot | (uint64_t)generation << 32 | (uint64_t)1 << 56;
}

massa_body_id oracle_create_body(oracle_world* w, const massa_body_desc* d)
{
    const oracle_tables* t = w->tables;
    const uint32_t slot    = oracle_next_slot(&t->body.free, t->body.count);
    const bool fresh       = slot == t->body.count;
    if (slot == t->capacity.bodies) return (massa_body_id){ 0 };

    const bool dynamic = d->kind == MASSA_BODY_DYNAMIC, moves = d->kind != MASSA_BODY_STATIC;
    edit_record e = { .kind = EDIT_BODY_CREATE, .target = slot };
    e.generation  = fresh ? 1 : t->body.slot[slot].generation;
    e.flags       = BODY_ALIVE | (moves ? BODY_MOVES : BODY_STATIC) | (dynamic ? BODY_DYNAMIC : 0) |
              (dynamic ? d->locks << BODY_FLAG_BITS : 0);
    e.data[0] = (mas_vec4){ d->position.x, d->position.y, d->position.z, dynamic ? 1.0f / d->mass : 0.0f };
    e.data[1] = (mas_vec4){ d->rotation.x, d->rotation.y, d->rotation.z, d->rotation.w };
    if (moves)
    {
        e.data[2] = (mas_vec4){ d->velocity.x, d->velocity.y, d->velocity.z, 0.0f };
        e.data[3] = (mas_vec4){ d->angular_velocity.x, d->angular_velocity.y, d->angular_velocity.z, 0.0f };
    }
    if (dynamic) e.data[4] = (mas_vec4){ 1.0f / d->inertia.x, 1.0f / d->inertia.y, 1.0f / d->inertia.z, 0.0f };
    e.data[2].w = d->gravity_scale;
    e.data[3].w = d->linear_damping;
    e.data[4].w = d->angular_damping;
    e.data[5]   = (mas_vec4){ d->max_speed, d->max_spin, d->sleep_speed, 0.0f };
    oracle_play_edit(w->tables, &e);
    return (massa_body_id){ id_of(slot, e.generation) };
}

static uint32_t slot_of(const oracle_world* w, massa_body_id id)
{
    const uint32_t slot = (uint32_t)id.bits;
    if (slot >= w->tables->body.count || w->tables->body.slot[slot].flags == 0 ||
        id.bits != id_of(slot, w->tables->body.slot[slot].generation))
        oracle_refuse("a body's id is stale.");
    return slot;
}

void oracle_destroy_body(oracle_world* w, massa_body_id id)
{
    oracle_play_edit(w->tables, &(edit_record){ .kind = EDIT_BODY_DESTROY, .target = slot_of(w, id) });
}

void oracle_edit(oracle_world* w, massa_body_id id, uint32_t kind, mas_vec4 a, mas_vec4 b)
{
    oracle_play_edit(w->tables, &(edit_record){ .kind = kind, .target = slot_of(w, id), .data = { a, b } });
}

void oracle_play(oracle_world* w, const void* block, size_t size)
{
    block_header h;
    memcpy(&h, block, sizeof h);
    const uint8_t* at        = (const uint8_t*)block + sizeof h;
    const uint32_t particles = h.section[MAS_FAMILY_particle], surfaces = h.section[MAS_FAMILY_surface];
    const uint32_t records = particles / (uint32_t)sizeof(particle_record);
    if (size != sizeof h + h.edit_count * sizeof(edit_record) + particles + surfaces) abort();
    for (uint32_t i = 0; i < h.edit_count; ++i, at += sizeof(edit_record))
    {
        edit_record e;
        memcpy(&e, at, sizeof e);
        oracle_play_edit(w->tables, &e);
    }
    oracle_play_records(w->tables, at, records);
    oracle_play_cages(w->tables, at + particles, surfaces);
    w->gravity = h.gravity;
    oracle_step(w, h.dt);
}

// What the device has of the colliders and hulls that changed since the last step.
static void upload_colliders(oracle_world* w)
{
    const oracle_tables* t = w->tables;
    for (uint32_t i = 0; i < t->collider.count; ++i)
        if (t->collider.slot[i].changed) w->colliders.data[i] = oracle_collider_of(t, i);
    for (uint32_t i = 0; i < t->capacity.hulls; ++i)
        if (t->shape.hull_changed[i]) w->colliders.hull[i] = t->shape.hull[i];
}

static sleep_push rest_of(const oracle_world* w, float dt)
{
    const oracle_tables* t = w->tables;
    const massa_vec3 g = w->gravity, old = w->step_gravity;
    const bool changed    = oracle_colliders_changed(t);
    const bool other_pull = g.x != old.x || g.y != old.y || g.z != old.z;
    const bool parted     = t->joint.changed;
    return (sleep_push){
        .bodies    = t->body.count,
        .colliders = t->collider.count,
        .joints    = t->joint.count,
        .flags     = (t->edits > 0 ? (uint32_t)SLEEP_FORCED : 0) | (changed ? (uint32_t)SLEEP_CHANGED : 0) |
                 (other_pull ? (uint32_t)SLEEP_WAKE_ALL : 0) | (parted ? (uint32_t)SLEEP_PARTED : 0) |
                 (w->desc.sleep ? 0 : (uint32_t)SLEEP_NEVER),
        .dt   = dt,
        .time = w->desc.sleep_time,
    };
}

static void collide(oracle_world* w, float dt)
{
    oracle_rigid_world* r  = &w->rigid;
    const oracle_tables* t = w->tables;
    w->colliders.params =
        (collision_params){ .colliders = t->collider.count, .dt = dt, .margin = w->desc.contact_margin };
    oracle_list_planes(t, &w->colliders.params);
    r->params     = oracle_contact_params(&w->desc, w->gravity, dt, r->contact_room);
    r->bounces    = oracle_some_bounce(t);
    r->cell       = oracle_block_cell(t);
    r->body_count = t->body.count;
    r->rest       = rest_of(w, dt);
    oracle_rigid_collide(r, &w->colliders);
}

// What begins, ends and hits, and news of bodies. In a world without colliders all that touched has parted.
static void tell(oracle_world* w, float dt)
{
    const uint32_t bodies = w->tables->body.count, places = w->desc.capacity.pairs;
    const oracle_rigid_world* r = &w->rigid;
    const touch_push push = { .dt = dt, .hit_speed = w->desc.hit_speed, .reach = TOUCH_REACH * w->desc.contact_margin };
    oracle_touch found    = oracle_find_touch(w->open, places, &w->colliders, r->speed, r->cache.contact,
                                           r->meets ? r->cache.count : 0, &push);
    const oracle_events_pairs pairs = { w->open, &found, &w->colliders, r->speed, r->cache.contact };
    const event_header told =
        oracle_events(&w->bodies, bodies, w->told_asleep, &pairs, w->events, oracle_event_room(&w->desc.capacity));
    w->event_count   = told.count;
    w->events_needed = told.needed;
    oracle_destroy_touch(&found);
}

void oracle_step(oracle_world* w, float dt)
{
    oracle_bodies* b         = &w->bodies;
    oracle_tables* t         = w->tables;
    const step_params params = {
        .gravity    = { w->gravity.x, w->gravity.y, w->gravity.z, 0.0f },
        .substep    = dt / (float)w->desc.substeps,
        .body_count = t->body.count,
    };
    upload_colliders(w);
    oracle_list_joints(t, &w->rigid.joints, &w->rigid.joined);
    oracle_particles* p = &w->matter.particles;
    const bool flows    = w->desc.capacity.liquid > 0;
    p->params = oracle_particle_params(t->grains.layer, MASSA_MAX_GRAINS, p->cells, p->neighbours, t->collider.count,
                                       params.gravity, params.substep);
    w->matter.step = params;
    memcpy(b->previous, b->pose, t->body.count * sizeof *b->pose);
    if (!flows) memcpy(p->previous, p->position, p->slots * sizeof *p->position);
    oracle_apply(b, t->edit, t->edits);
    if (!flows) oracle_populate(p, t->record, t->records);
    if (flows) oracle_liquid_begin(&w->flow, &w->desc, t, w->gravity, dt);
    w->rigid.meets = w->desc.capacity.pairs > 0 && t->collider.count > 0;
    if (w->rigid.meets) collide(w, dt);
    p->counters = (particle_counters){ 0 };
    for (uint32_t i = 0; i < w->desc.substeps; ++i)
    {
        if (flows)
            oracle_liquid_substep(&w->flow, &w->colliders, b);
        else
            oracle_particle_substep(&w->matter);
        oracle_rigid_substep(&w->rigid, &params, i == 0);
    }
    oracle_integrate_finish(b, &params);
    if (w->rigid.meets) oracle_rigid_end(&w->rigid, &w->colliders);
    if (flows) oracle_liquid_end(&w->flow);
    p->counters.alive = p->start[p->cells];
    memset(b->load, 0, t->body.count * sizeof *b->load);
    tell(w, dt);
    oracle_clear_edits(t);
    w->step_gravity = w->gravity;
}

uint64_t oracle_world_hash(const oracle_world* w)
{
    const oracle_bodies* b = &w->bodies;
    const uint64_t n       = w->tables->body.count;
    uint32_t sum[2]        = { 0, 0 };
    oracle_hash((const uint32_t*)b->pose, 2 * n, 1, sum);
    oracle_hash((const uint32_t*)b->motion, 2 * n, 2, sum);
    oracle_hash((const uint32_t*)b->mass, n, 3, sum);
    oracle_hash((const uint32_t*)b->trait, 2 * n, 4, sum);
    oracle_particle_hash(&w->matter.particles, 5, 6, sum);
    oracle_hash((const uint32_t*)w->tables->cage_point, w->tables->cage_first[w->tables->cages], 7, sum);
    if (w->desc.capacity.liquid > 0) oracle_hash((const uint32_t*)&w->flow.liquid.state, 1, 8, sum);
    return (uint64_t)sum[1] << 32 | sum[0];
}
