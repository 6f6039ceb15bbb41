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

// What a family does when a step begins, in each substep, and when the step ends, as far as it does something there; in
// family_NAME.c, of bodies and their contacts in bodies_step.c.
#define FAMILY(name)                                                                                                   \
    void mas_##name##_begin(const mas_step*);                                                                          \
    void mas_##name##_move(const mas_step*);                                                                           \
    void mas_##name##_end(const mas_step*);
#include "families.def"
#undef FAMILY

void mas_bodies_prepare(const mas_step*); // what the step is to the bodies: what changed, whether they rest
step_params mas_step_params(const mas_step*);
void mas_particles_collide(const mas_step*); // colliders as they are now, for particles

#endif
