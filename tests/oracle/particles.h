// The arrays of the particles (shaders/particle/particle_shared.h) in plain memory, for the twins of the particle
// kernels.
#ifndef MAS_ORACLE_PARTICLES_H
#define MAS_ORACLE_PARTICLES_H

#include "particle/collider_shared.h"
#include "particle/particle_shared.h"

typedef struct oracle_particles
{
    uint32_t capacity;   // slots
    uint32_t slots;      // in use: particles lie below this
    uint32_t cells;      // of the table
    uint32_t neighbours; // room per particle
    particle_params params;
    particle_counters counters;
    mas_vec4* position; // by slot; w the tag
    mas_vec4* previous; // the same, when the step began
    mas_vec4* velocity; // by slot; w 1/kg
    // By place: cell, then slot. start[cells] is how many there are.
    mas_vec4* sorted_position;
    mas_vec4* sorted_velocity;
    uint32_t* start;
    uint32_t* neighbour;       // entry k of place i at [i * neighbours + k]
    uint32_t* neighbour_count; // by place, PARTICLE_NONE behind the last
    collider_state* collider;  // params.colliders of them
    uint32_t collider_room;
} oracle_particles;

oracle_particles oracle_create_particles(uint32_t capacity, uint32_t cells, uint32_t neighbours, uint32_t colliders);
void oracle_destroy_particles(oracle_particles*);

float oracle_particle_tag(uint32_t slot, uint32_t layer); // for position.w of a living particle
uint32_t oracle_particle_layer(mas_vec4 position);

#endif
