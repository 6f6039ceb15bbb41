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

static void play(oracle_world* w, const edit_record* e)
{
    if (e->kind <= EDIT_BODY_TORQUE) w->edits[w->edit_count++] = *e;
    switch (e->kind)
    {
    case EDIT_BODY_CREATE:
        if (w->body_count <= e->target) w->body_count = e->target + 1;
        w->slot[e->target] = (oracle_slot){ e->generation, true };
        break;
    case EDIT_BODY_DESTROY: w->body_shape[e->target] = 0; break;
    case EDIT_BODY_SHAPE: w->body_shape[e->target] = e->flags; break;
    case EDIT_SHAPE_CREATE: w->shape[e->target] = (collider_entry){ .size = e->data[0], .kind = e->flags }; break;
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
