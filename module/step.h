// One step while it is recorded: what its stages know of it. The stages, in their order, are in step.c.
#ifndef MAS_STEP_H
#define MAS_STEP_H

#include "world.h"

struct mas_step
{
    massa_world* world;
    mas_simulation* simulation;
    const mas_tables* tables;
    mas_recorder* rec;
    const massa_step_desc* desc;
    uint32_t slot;  // in the rings
    float dt;       // s
    float substep;  // s
    uint32_t index; // of the substep
};

// module/family_rigid.c
step_params mas_step_params(const mas_step*);
void mas_bodies_edit(const mas_step*);  // edits of bodies, in their order
void mas_bodies_watch(const mas_step*); // poses that the host asked for

// module/bodies_step.c
void mas_bodies_begin(const mas_step*); // what the step is to the bodies: who rests, what changed
void mas_bodies_collide(
    const mas_step*);                  // which colliders touch, before anything moves: bounds, pairs, contacts, order
void mas_bodies_move(const mas_step*); // a substep: forces, joints and contacts, motion, relaxing
void mas_bodies_end(const mas_step*);  // restitution, sleep, events

// module/family_particle.c
void mas_grains_change(const mas_step*);     // particles that come and leave
void mas_particles_collide(const mas_step*); // colliders as this substep begins
void mas_grains_move(const mas_step*);       // a substep: grid, search, contacts

// module/family_liquid.c
void mas_liquids_begin(const mas_step*); // particles that come; how the step is divided
void mas_liquids_move(const mas_step*);  // a substep: its parts
void mas_liquids_end(const mas_step*);   // motion is settled, sensors count

// module/family_surface.c
void mas_surfaces_pose(const mas_step*);

#endif
