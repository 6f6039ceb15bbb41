// The arrays of all particles, by slot and by place in the grid, shared by the stages of this family.
#ifndef MAS_PARTICLE_H
#define MAS_PARTICLE_H

#include "core/list.h"
#include "particle/particle_shared.h"

typedef struct mas_particles
{
    // By slot.
    mas_span position; // vec4: m, w tag
    mas_span velocity; // vec4: m/s, w 1/kg
    // By place: cell, then slot. Good until the substep ends.
    mas_span sorted_position, sorted_velocity;
    mas_span start;           // uint by key: first place of a cell; one more at the end: all particles
    mas_span neighbour;       // uint, windowed: entry k of place i at [k * places + i]
    mas_span neighbour_count; // uint by place, or PARTICLE_NONE
    mas_span params;          // particle_params
    mas_span counters;        // particle_counters
    uint32_t capacity, cells, neighbours;
    uint32_t layers;          // in use
} mas_particles;

enum { MAS_MAX_PARTICLES = 1 << 23 }; // what a tag has room for, and 128 MiB of vec4

// Table size for a capacity: twice as many cells as particles, a power of two, at least 256 so that the nine ranges of a
// search never overlap.
static inline uint32_t mas_particle_cells(uint32_t capacity)
{
    uint32_t cells = 256;
    while (cells < 2 * capacity) cells *= 2;
    return cells;
}

static inline mas_particles mas_particles_plan(mas_arena* a, uint32_t capacity, uint32_t neighbours, uint32_t layers)
{
    mas_particles p = { .capacity   = capacity,
                        .cells      = mas_particle_cells(capacity),
                        .neighbours = neighbours,
                        .layers     = layers };
    p.position      = mas_plan(a, MAS_STATE, "particle position", capacity, sizeof(mas_vec4));
    p.velocity      = mas_plan(a, MAS_STATE, "particle velocity", capacity, sizeof(mas_vec4));
    p.params        = mas_plan(a, MAS_SCRATCH, "particle params", 1, sizeof(particle_params));
    p.counters      = mas_plan(a, MAS_SCRATCH, "particle counters", 1, sizeof(particle_counters));
    p.start         = mas_plan(a, MAS_SCRATCH, "particle cells", p.cells + 1, sizeof(uint32_t));
    p.sorted_position = mas_plan(a, MAS_SCRATCH, "particle sorted position", capacity, sizeof(mas_vec4));
    p.sorted_velocity = mas_plan(a, MAS_SCRATCH, "particle sorted velocity", capacity, sizeof(mas_vec4));
    p.neighbour_count = mas_plan(a, MAS_SCRATCH, "particle neighbour count", capacity, sizeof(uint32_t));
    // One row more than the list keeps: search.comp stores before it knows.
    p.neighbour = mas_plan_windowed(a, MAS_SCRATCH, "particle neighbours", capacity,
                                    (neighbours + 1) * (uint32_t)sizeof(uint32_t));
    return p;
}

#endif
