// A recorded step, played by the twin: what the host's calls meant, from edit_shared.h and massa.h.
#include "replay.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

// Two grains of mass m on a spring k part with the angular frequency sqrt(2 k / m); the damper takes damping_ratio of
// what would stop the swing.
static particle_layer layer_of(const mas_vec4* data)
{
    const double radius = data[0].x, mass = data[0].y * 4.18879020478639098 * radius * radius * radius;
    const double omega = 6.28318530717958648 * data[0].z;
    return (particle_layer){
        .radius       = data[0].x,
        .stiffness    = (float)(0.5 * mass * omega * omega),
        .damping      = (float)(data[0].w * mass * omega),
        .drag         = data[1].x,
        .restitution  = data[1].y,
        .friction     = data[1].z,
        .inverse_mass = (float)(1.0 / mass),
    };
}

// Of the shapes that particles meet: one collider each.
static void set_shape(oracle_world* w, uint32_t body, uint32_t shape)
{
    if (w->body_collider[body] != 0)
    {
        const uint32_t slot                   = w->body_collider[body] - 1;
        w->matter.entry[slot]                 = (collider_data){ 0 };
        w->free_collider[w->free_colliders++] = slot;
        w->body_collider[body]                = 0;
    }
    if (shape == 0) return;
    const uint32_t slot        = w->free_colliders > 0 ? w->free_collider[--w->free_colliders] : w->collider_count++;
    w->matter.entry[slot]      = w->shape[shape - 1];
    w->matter.entry[slot].body = body;
    w->body_collider[body]     = slot + 1;
}

static void play(oracle_world* w, const edit_record* e)
{
    if (e->kind <= EDIT_BODY_LAST) w->edits[w->edit_count++] = *e;
    switch (e->kind)
    {
    case EDIT_BODY_CREATE:
        if (w->body_count <= e->target) w->body_count = e->target + 1;
        w->slot[e->target] = (oracle_slot){ e->generation, true };
        break;
    case EDIT_BODY_DESTROY: set_shape(w, e->target, 0); break;
    case EDIT_BODY_SHAPE: set_shape(w, e->target, e->flags); break;
    case EDIT_SHAPE_CREATE:
        w->shape[e->target] = (collider_data){ .rotation = { 0.0f, 0.0f, 0.0f, 1.0f },
                                               .size     = { e->data[0].x, e->data[0].y, e->data[0].z, 0.0f },
                                               .kind     = e->flags };
        break;
    case EDIT_GRAINS_CREATE: w->layer[e->target] = layer_of(e->data); break;
    case EDIT_GRAINS_DESTROY: w->layer[e->target] = (particle_layer){ 0 }; break;
    default: break;
    }
}

void oracle_play(oracle_world* w, const void* block, size_t size)
{
    block_header h;
    memcpy(&h, block, sizeof h);
    const uint8_t* at = (const uint8_t*)block + sizeof h;
    if (size != sizeof h + h.edit_count * sizeof(edit_record) + h.record_count * sizeof(particle_record)) abort();
    for (uint32_t i = 0; i < h.edit_count; ++i, at += sizeof(edit_record))
    {
        edit_record e;
        memcpy(&e, at, sizeof e);
        play(w, &e);
    }
    memcpy(w->records, at, h.record_count * sizeof(particle_record));
    w->record_count = h.record_count;
    w->desc.gravity = h.gravity;
    oracle_step(w, h.dt);
}
