// Liquids: particles of one layer of the grid (particle/particle_shared.h), kept apart by their density. Several liquids
// of a world share that layer, its spacing and its reach; a particle's tag says which one it is.
#ifndef MAS_LIQUID_SHARED_H
#define MAS_LIQUID_SHARED_H

#include "particle/particle_shared.h"

#define LIQUID_MAX 8 // in a world
#define LIQUID_SHIFT 25 // in a tag; 3 bits, so that the float of the same bits stays finite
#define LIQUID_MASK 7

// Spacings in a reach. At 2 a packing resists like a crystal: waves are 10 to 15 % late, and a collapsing column stays
// too high; at 2.4 within 6 %, for half as much work again.
#define LIQUID_REACH 2.4
#define LIQUID_VOLUME 0.98284259 // of a particle, in cubes of the spacing: then a lattice has a density of 1

#define LIQUID_WALLS 4            // that a particle can feel at once: the nearest
#define LIQUID_GONE 0xFFFFFFFFu   // wall count of a place whose particle a drain has taken
#define LIQUID_MAX_PARTS 16       // into which a substep of the world may be divided

STRUCT(liquid_kind)
{
    float inverse_mass; // 1/kg, of one particle; 0: there is no such liquid, those still there are cleared away
    float mass;         // kg
    float viscosity;    // 0 to 1: share of the motion relative to neighbours that a substep evens out
    float drag;         // 0 to 1: share of the motion along a wall that a touch takes
};

STRUCT(liquid_params) // a uniform block; what the host writes, but for part and inverse_part
{
    mas_vec4 gravity;      // m/s^2; w its length times the depth of the liquid, J/kg: what the deepest carry
    mas_uvec4 key;         // of the grid, as in particle_params
    float spacing;         // m, between particles at rest
    float reach;           // m, of the kernel: LIQUID_REACH spacings; with the state equation 2
    float inverse_reach;   // 1/m
    float volume;          // m^3, of a particle at rest: a lattice of these has a density of 1
    float relaxation;      // 0 to 1, of a correction
    float substep;         // s, of the world
    float part;            // s, of the liquid: pace.comp writes it
    float inverse_part;    // 1/s; the same
    uint  parts;           // at most so many in a substep
    uint  only;            // the liquid in use, when there is one
    uint  liquids;         // in use
    uint  colliders;       // slots in use
    uint  slots;           // below which particles may live
    uint  capacity;        // slots there are
    float stiffness;       // state equation, else 0: J/kg, of p = stiffness * rest density * ((density)^exponent - 1) / exponent
    float exponent;        // 1: linear, 7: Tait's, or 0: no rest density, p = stiffness * density, which expands
    float smoothing;       // state equation: XSPH's epsilon, 0 to 1
    uint  explicit_steps;  // state equation: 1: positions follow the old velocity, as the seeds print it; 0: the new one
    float push_out;        // m: overlap with a wall that a substep undoes at most
    float share;           // of the substep that a part is, 1 / parts; the same
    float inverse_cell;    // 1/m, of the grid, as in particle_layer
    float spare;
    float spare_1;
    float spare_2;
    liquid_kind kind[LIQUID_MAX];
};

STRUCT(liquid_state) // survives steps
{
    uint speed;   // bits of the largest squared speed since it was last looked at, (m/s)^2
    uint parts;   // into which substeps of the last step were divided
    uint drained; // particles that drains took in the last step
    uint refused; // particles of the last step that found no free slot
};

STRUCT(liquid_wall) // what a particle feels of one shape, in one substep
{
    mas_vec4 plane; // unit normal, towards the liquid; w gap between centre and surface at the predicted place, m
    mas_vec4 way;   // m, of the surface there in this substep; w bits of the collider's slot
};

#endif
