// What follows from the settings of a world, by the oracle's own arithmetic: softness of contacts, parts and iterations
// of liquids, strides of the grid.
#ifndef MAS_ORACLE_SETTINGS_H
#define MAS_ORACLE_SETTINGS_H

#include "flow.h"
#include "massa/massa.h"
#include "rigid/solve_shared.h"
#include "tables.h"

solve_params oracle_contact_params(const massa_world_desc*, massa_vec3 gravity, float dt, uint32_t places);

// Layers whose inverse mass is 0 are not there. cells: of the table, a power of two.
particle_params oracle_particle_params(const particle_layer*, uint32_t layers, uint32_t cells, uint32_t neighbours,
                                       uint32_t colliders, mas_vec4 gravity, float substep);
uint32_t oracle_particle_cells(uint32_t capacity);
uint32_t oracle_neighbour_room(const massa_capacity*);
uint32_t oracle_event_room(const massa_capacity*); // events that a step can tell

mas_flow_step oracle_flow_step_of(const massa_world_desc*, const mas_tables*, float dt);

#endif
