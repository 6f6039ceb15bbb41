// Particles: the arrays that grains and liquids share, particles that come and leave, and the stages of grains.
#ifndef MAS_FAMILY_PARTICLE_H
#define MAS_FAMILY_PARTICLE_H

#include "particle/collider.h"
#include "particle/contact.h"
#include "particle/grid.h"
#include "particle/populate.h"
#include "particle/search.h"
#include "simulation.h"

typedef struct mas_particle_part
{
    mas_particles particles;
    mas_span alive;           // in the report: particle_counters.alive
    mas_span collider_states; // collider_state
    mas_ring record_ring;
    mas_collider collider;
    bool grains; // else the stages below are not made
    mas_populate populate;
    mas_grid grid;
    mas_search search;
    mas_contact contact;
    uint32_t kinds;                                 // of this step
    mas_grid_from from;                             // what its first grid begins with
    bool counted;                                   // a step has left all grains counted for the next grid,
    particle_layer counted_as[PARTICLE_MAX_LAYERS]; // by the cells of these kinds
} mas_particle_part;

enum
{
    PARTICLE_COUNTERS, // report: particle_counters
};

enum
{
    PARTICLE_NEIGHBOURS, // overflow: capacity.neighbours
};

uint64_t mas_particles_used(const mas_tables*); // slots
// Particles that come or leave, through this step's slot of the ring.
void mas_records_upload(const mas_step*, mas_span to);
// module/grains.c: what the particle kernels read in the next step. layers: how many kinds there are.
particle_params mas_grains_params(massa_world*, float substep, uint32_t* layers);

// module/particles_sound.c
bool mas_particles_sound(const mas_tables*);
bool mas_particles_state_sound(const massa_world*, const mas_tables*, const uint8_t* state);

#endif
