// Particles of all kinds share these arrays and one grid. A particle keeps its slot for life.
#ifndef MAS_PARTICLE_SHARED_H
#define MAS_PARTICLE_SHARED_H

#include "list_shared.h"

#define PARTICLE_MAX_LAYERS 4

// The tag in position.w, as the bits of a float that is never denormal, infinite or NaN: a copy cannot change it.
#define PARTICLE_ALIVE 0x40000000u
#define PARTICLE_LAYER_SHIFT 23
#define PARTICLE_LAYER_MASK 3
#define PARTICLE_SLOT_MASK 0x007FFFFFu

// A cell is as deep and high as the reach of its layer and 1/64 more, a quarter as wide: the margin is what rounding can
// move a particle against its cell, up to PARTICLE_MAX_CELLS cells from the origin.
#define PARTICLE_CELL_MARGIN 1.015625
#define PARTICLE_CELLS_PER_REACH 4
// Cells in x between particles that search together: 15 keys of a row with those in reach, as far as rows lie apart.
#define PARTICLE_TEAM_SPAN 6
#define PARTICLE_TEAM 8 // lanes that work together in twins, where subgroups have so many
// Texels by which blocks of lists are farther apart than there are places: with a power of two, all blocks of a list would
// want the same lines of a cache.
#define PARTICLE_TEAM_APART 4 // a line
#define PARTICLE_MAX_CELLS 131072.0 // further out, a particle is retired
// What rounding can move a particle against the rows of another layer's cells: two halves of a last place, one of them
// beyond PARTICLE_MAX_CELLS, are 3/256; below 1/64, so that layers of one radius still look at nine rows.
#define PARTICLE_ROW_MARGIN 0.0146484375
#define PARTICLE_LOST 1.0e30 // m: where a motion that is no number ends; the next grid retires it

#define PARTICLE_NONE 0xFFFFFFFFu // neighbour count of a place that holds no particle

STRUCT(particle_layer)
{
    float radius;       // m
    float inverse_cell; // 1/m, of the cell's height and depth
    float stiffness;    // N/m
    float damping;      // N s/m
    float drag;         // 1/s
    float restitution;  // 0 to 1, against shapes
    float friction;     // 0 to 2, Coulomb, against shapes
    float inverse_mass; // 1/kg; 0 when the layer has no particles: those still there are cleared away
};

STRUCT(particle_params)
{
    mas_vec4  gravity; // m/s^2; w 0
    mas_uvec4 key;     // strides of a cell's y and z and of the layer, odd; w table size - 1, the size a power of two
    float substep;     // s
    uint  neighbours;  // room per particle in the list
    uint  colliders;
    uint  only_layer;  // the one in use, when there is one
    particle_layer layer[PARTICLE_MAX_LAYERS];
};

STRUCT(particle_counters) // of a step
{
    uint retired;          // not a number, or out of range
    uint neighbours_needed; // the longest list any particle wanted
    uint alive;            // when the last substep began
    uint spare;
};

#endif
