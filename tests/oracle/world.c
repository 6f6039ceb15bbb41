#include "world.h"
#include "hash.h"
#include "particle/particle.h"

#include <stdlib.h>
#include <string.h>

enum
{
    LAST_GENERATION = (1 << 24) - 1,
    KIND_BODY       = 1
};

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count, size);
    if (p == NULL) abort();
    return p;
}

oracle_world* oracle_create_world(const massa_world_desc* desc)
{
    oracle_world* w = zeros(1, sizeof *w);
    w->desc         = *desc;
    w->bodies       = oracle_create_bodies(desc->capacity.bodies);
    w->slot         = zeros(desc->capacity.bodies, sizeof *w->slot);
    w->free         = zeros(desc->capacity.bodies, sizeof *w->free);
    w->edits        = zeros(desc->capacity.edits, sizeof *w->edits);
    w->events       = zeros(desc->capacity.events, sizeof *w->events);
    w->told_asleep  = zeros(desc->capacity.bodies, sizeof *w->told_asleep);

    const massa_capacity* c = &desc->capacity;
    const uint32_t records  = c->particles > 0 ? c->particle_edits : 0;
    w->matter.particles =
        oracle_create_particles(c->particles, mas_particle_cells(c->particles), c->neighbours, c->colliders);
    w->matter.bodies = w->bodies;
    w->matter.entry  = zeros(c->colliders + 1u, sizeof *w->matter.entry);
    w->shape         = zeros(c->shapes + 1u, sizeof *w->shape);
    w->body_collider = zeros(c->bodies, sizeof *w->body_collider);
    w->free_collider = zeros(c->colliders + 1u, sizeof *w->free_collider);
    w->records       = zeros(records + 1u, sizeof *w->records);
    return w;
}

void oracle_destroy_world(oracle_world* w)
{
    oracle_destroy_bodies(&w->bodies);
    free(w->slot);
    free(w->free);
    free(w->edits);
    free(w->events);
    free(w->told_asleep);
    oracle_destroy_particles(&w->matter.particles);
    free(w->matter.entry);
    free(w->shape);
    free(w->body_collider);
    free(w->free_collider);
    free(w->records);
    free(w);
}

static edit_record* new_edit(oracle_world* w, uint32_t kind, uint32_t target)
{
    if (w->edit_count == w->desc.capacity.edits) abort();
    edit_record* e = &w->edits[w->edit_count++];
    *e             = (edit_record){ .kind = kind, .target = target };
    return e;
}

massa_body_id oracle_create_body(oracle_world* w, const massa_body_desc* d)
{
    uint32_t i;
    if (w->free_count > 0)
        i = w->free[--w->free_count];
    else if (w->body_count < w->desc.capacity.bodies)
        w->slot[i = w->body_count++].generation = 1;
    else
        return (massa_body_id){ 0 };
    w->slot[i].used = true;

    const bool dynamic = d->kind == MASSA_BODY_DYNAMIC, moves = d->kind != MASSA_BODY_STATIC;
    edit_record* e = new_edit(w, EDIT_BODY_CREATE, i);
    e->generation  = w->slot[i].generation;
    e->flags       = BODY_ALIVE | (moves ? BODY_MOVES : BODY_STATIC) | (dynamic ? BODY_DYNAMIC : 0);
    e->data[0]     = (mas_vec4){ d->position.x, d->position.y, d->position.z, dynamic ? 1.0f / d->mass : 0.0f };
    e->data[1]     = (mas_vec4){ d->rotation.x, d->rotation.y, d->rotation.z, d->rotation.w };
    if (moves)
    {
        e->data[2] = (mas_vec4){ d->velocity.x, d->velocity.y, d->velocity.z, 0.0f };
        e->data[3] = (mas_vec4){ d->angular_velocity.x, d->angular_velocity.y, d->angular_velocity.z, 0.0f };
    }
    if (dynamic) e->data[4] = (mas_vec4){ 1.0f / d->inertia.x, 1.0f / d->inertia.y, 1.0f / d->inertia.z, 0.0f };
    e->data[2].w = d->gravity_scale;
    e->data[3].w = d->linear_damping;
    e->data[4].w = d->angular_damping;
    return (massa_body_id){ (uint64_t)KIND_BODY << 56 | (uint64_t)e->generation << 32 | i };
}

// Asserts what massa answers with MASSA_ERROR_STALE_ID.
static uint32_t slot_of(const oracle_world* w, massa_body_id id)
{
    const uint32_t i = (uint32_t)id.bits;
    if (i >= w->body_count || !w->slot[i].used || w->slot[i].generation != (id.bits >> 32 & LAST_GENERATION)) abort();
    return i;
}

void oracle_destroy_body(oracle_world* w, massa_body_id id)
{
    const uint32_t i = slot_of(w, id);
    new_edit(w, EDIT_BODY_DESTROY, i);
    w->slot[i].used = false;
    if (w->slot[i].generation == LAST_GENERATION) return; // worn out
    ++w->slot[i].generation;
    w->free[w->free_count++] = i;
}

void oracle_edit(oracle_world* w, massa_body_id id, uint32_t kind, mas_vec4 a, mas_vec4 b)
{
    edit_record* e = new_edit(w, kind, slot_of(w, id));
    e->data[0]     = a;
    e->data[1]     = b;
}

void oracle_step(oracle_world* w, float dt)
{
    oracle_bodies* b         = &w->bodies;
    const step_params params = {
        .gravity    = { w->desc.gravity.x, w->desc.gravity.y, w->desc.gravity.z, 0.0f },
        .substep    = dt / (float)w->desc.substeps,
        .body_count = w->body_count,
    };
    oracle_particles* p = &w->matter.particles;
    p->params           = mas_particle_params(w->layer, PARTICLE_MAX_LAYERS, p->cells, p->neighbours, w->collider_count,
                                              params.gravity, params.substep);
    w->matter.step      = params;
    memcpy(b->previous, b->pose, w->body_count * sizeof *b->pose);
    memcpy(p->previous, p->position, p->slots * sizeof *p->position);
    oracle_apply(b, w->edits, w->edit_count);
    oracle_populate(p, w->records, w->record_count);
    oracle_particle_step(&w->matter, w->desc.substeps);
    p->counters.alive = p->start[p->cells];
    w->record_count   = 0;
    memset(b->load, 0, w->body_count * sizeof *b->load);
    const event_header told = oracle_events(b, w->body_count, w->told_asleep, NULL, w->events, w->desc.capacity.events);
    w->event_count          = told.count;
    w->events_needed        = told.needed;
    w->edit_count           = 0;
}

uint64_t oracle_world_hash(const oracle_world* w)
{
    const oracle_bodies* b = &w->bodies;
    const uint64_t n       = w->body_count;
    uint32_t sum[2]        = { 0, 0 };
    oracle_hash((const uint32_t*)b->pose, 2 * n, 1, sum);
    oracle_hash((const uint32_t*)b->motion, 2 * n, 2, sum);
    oracle_hash((const uint32_t*)b->mass, n, 3, sum);
    oracle_hash((const uint32_t*)b->trait, n, 4, sum);
    oracle_particle_hash(&w->matter.particles, 5, 6, sum);
    return (uint64_t)sum[1] << 32 | sum[0];
}
