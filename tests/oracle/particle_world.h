// A world of particles and the bodies they run into, in plain C: what a step of massa does to both, without a GPU.
#ifndef MAS_ORACLE_PARTICLE_WORLD_H
#define MAS_ORACLE_PARTICLE_WORLD_H

#include "bodies.h"
#include "particles.h"

typedef struct oracle_particle_world
{
    oracle_particles particles; // params as the host would write them, substep included
    oracle_bodies bodies;       // capacity 0: none
    step_params step;           // of the bodies
    collider_data* entry;       // particles.params.colliders of them; not owned
} oracle_particle_world;

// Particles with the bodies where they are: colliders, grid, search, contact.
void oracle_particle_substep(oracle_particle_world*);
// Counters from 0, then substeps; in each the particles first, then the bodies' flight.
void oracle_particle_step(oracle_particle_world*, uint32_t substeps);
// Adds position and velocity of the slots in use to sum[0] and sum[1].
void oracle_particle_hash(const oracle_particles*, uint32_t position_tag, uint32_t velocity_tag, uint32_t sum[2]);

#endif
