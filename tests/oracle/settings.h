// What follows from the settings of a world, by the oracle's own arithmetic: softness of contacts, parts and iterations
// of liquids, strides of the grid.
#ifndef MAS_ORACLE_SETTINGS_H
#define MAS_ORACLE_SETTINGS_H

#include "flow.h"
#include "massa/massa.h"
#include "rigid/solve_shared.h"

#include <stdbool.h>

solve_params oracle_contact_params(const massa_world_desc*, massa_vec3 gravity, float dt, uint32_t places);

// Layers whose inverse mass is 0 are not there. cells: of the table, a power of two.
particle_params oracle_particle_params(const particle_layer*, uint32_t layers, uint32_t cells, uint32_t neighbours,
                                       uint32_t colliders, mas_vec4 gravity, float substep);
uint32_t oracle_particle_cells(uint32_t capacity);
uint32_t oracle_neighbour_room(const massa_capacity*);
uint32_t oracle_event_room(const massa_capacity*); // events that a step can tell

// Of 0, what follows from the others: colliders from bodies and children, pairs from colliders. MASSA_NONE: none.
massa_capacity oracle_capacity_of(const massa_capacity*);

typedef struct oracle_liquid_kind
{
    float density, viscosity, drag; // kg/m^3; density 0: there is none
} oracle_liquid_kind;

typedef struct oracle_flow_input // what a step of liquids starts from
{
    massa_vec3 gravity;             // m/s^2
    uint32_t slots;                 // that may be in use before it
    uint32_t records;               // particles that come
    uint32_t colliders;             // slots
    bool drains, sensors;           // some collider is one
    const oracle_liquid_kind* kind; // MASSA_MAX_LIQUIDS of them
} oracle_flow_input;

mas_flow_step oracle_flow_step_of(const massa_world_desc*, const oracle_flow_input*, float dt);

#endif
