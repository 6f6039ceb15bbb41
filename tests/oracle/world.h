// A whole world in plain C: the twin of a massa_world, edits, steps and hash, without a GPU.
//
//     oracle_world* w = oracle_create_world(&desc);
//     massa_body_id id = oracle_create_body(w, &body);      // the id that massa_create_body gives
//     oracle_edit(w, id, EDIT_BODY_IMPULSE, impulse, point);
//     oracle_step(w, dt);
//     oracle_world_hash(w);                                 // what massa_world_hash says on every device
//
// Or from a recording, with shapes and particles too: oracle_play(w, block, size) for each block of massa_record_fn.
#ifndef MAS_ORACLE_WORLD_H
#define MAS_ORACLE_WORLD_H

#include "apply.h"
#include "colliders.h"
#include "events.h"
#include "liquid_world.h"
#include "massa/massa.h"
#include "own_tables.h"
#include "particle_world.h"
#include "populate.h"
#include "rigid_world.h"
#include "watch.h"

typedef struct oracle_world
{
    massa_world_desc desc;
    oracle_tables* tables;
    massa_vec3 gravity, step_gravity; // m/s^2; and of the last step: another one wakes everybody
    oracle_bodies bodies;
    oracle_colliders colliders;
    oracle_rigid_world rigid;
    event_record* events; // of the last step
    uint32_t event_count;
    uint32_t events_needed; // above what a step can tell: the rest waits
    uint32_t* told_asleep;  // by slot
    touch_record* open;     // told to touch: capacity.pairs

    oracle_particle_world matter; // its bodies and colliders are the ones above
    oracle_liquid_world flow;     // in place of grains, of the same particles
} oracle_world;

oracle_world* oracle_create_world(const massa_world_desc*);
void oracle_destroy_world(oracle_world*);

// No checks of ranges: descs and ids must be such that massa accepts them. The null id when the world is full.
massa_body_id oracle_create_body(oracle_world*, const massa_body_desc*);
void oracle_destroy_body(oracle_world*, massa_body_id);
// EDIT_BODY_SET_POSE and above; a and b as in edit_shared.h.
void oracle_edit(oracle_world*, massa_body_id, uint32_t kind, mas_vec4 a, mas_vec4 b);

void oracle_step(oracle_world*, float dt);
// The step that massa recorded as this block, edits and particles included.
void oracle_play(oracle_world*, const void* block, size_t size);
uint64_t oracle_world_hash(const oracle_world*);

#endif
