#include "own_tables.h"
#include "subdivision/subdivision.h" // what a cage is

#include <stdlib.h>
#include <string.h>

static void* zeros(uint64_t count, size_t size)
{
    void* p = calloc(count + 1, size);
    if (p == NULL) abort();
    return p;
}

// Points as the cages have them.
static void take_cages(oracle_tables* t, const massa_world_desc* d)
{
    t->cages      = d->surface_count;
    t->cage_first = zeros(t->cages + 1u, sizeof(uint32_t));
    for (uint32_t i = 0; i < t->cages; ++i)
        t->cage_first[i + 1] = t->cage_first[i] + d->surfaces[i].cage->point_count;
    t->cage_point = zeros(t->cage_first[t->cages], sizeof(mas_vec4));
    for (uint32_t i = 0; i < t->cages; ++i)
        memcpy(t->cage_point + t->cage_first[i], d->surfaces[i].cage->point,
               d->surfaces[i].cage->point_count * sizeof(mas_vec4));
}

oracle_tables* oracle_create_tables(const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    oracle_tables* t        = zeros(1, sizeof *t);
    t->capacity             = *c;
    t->edit                 = zeros(c->edits, sizeof *t->edit);
    t->body.slot            = zeros(c->bodies, sizeof *t->body.slot);
    t->body.free.slot       = zeros(c->bodies, sizeof(uint32_t));
    t->shape.slot           = zeros(c->shapes, sizeof *t->shape.slot);
    t->shape.hull           = zeros(c->hulls, sizeof *t->shape.hull);
    t->shape.hull_changed   = zeros(c->hulls, sizeof(bool));
    t->collider.slot        = zeros(c->colliders, sizeof *t->collider.slot);
    t->collider.free.slot   = zeros(c->colliders, sizeof(uint32_t));
    t->joint.slot           = zeros(c->joints, sizeof *t->joint.slot);
    t->joint.free.slot      = zeros(c->joints, sizeof(uint32_t));
    t->grain.slot           = zeros(c->particles, sizeof *t->grain.slot);
    t->record               = zeros(c->particle_edits, sizeof *t->record);
    t->point                = zeros(c->particle_edits, sizeof *t->point);
    t->spacing              = d->liquid.spacing;
    take_cages(t, d);
    return t;
}

void oracle_destroy_tables(oracle_tables* t)
{
    for (uint32_t i = 0; i < t->body.count; ++i)
        free(t->body.slot[i].collider);
    for (uint32_t i = 0; i < t->shape.count; ++i)
        free(t->shape.slot[i].child);
    free(t->edit);
    free(t->body.slot);
    free(t->body.free.slot);
    free(t->shape.slot);
    free(t->shape.hull);
    free(t->shape.hull_changed);
    free(t->collider.slot);
    free(t->collider.free.slot);
    free(t->joint.slot);
    free(t->joint.free.slot);
    free(t->grain.slot);
    free(t->record);
    free(t->point);
    free(t->cage_first);
    free(t->cage_point);
    free(t);
}

uint32_t oracle_next_slot(const oracle_free* f, uint32_t used)
{
    return f->count > 0 ? f->slot[f->count - 1] : used;
}
