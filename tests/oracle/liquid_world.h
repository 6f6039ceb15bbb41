// Liquids of a world in plain C: the twin of module/flow.c.
#ifndef MAS_ORACLE_LIQUID_WORLD_H
#define MAS_ORACLE_LIQUID_WORLD_H

#include "colliders.h"
#include "flow.h"
#include "liquid.h"
#include "own_tables.h"

typedef struct oracle_liquid_world
{
    oracle_liquid liquid; // of the world's particles
    mas_flow_step step;
    bool state_equation;
} oracle_liquid_world;

// Emitters add to the tables' records.
void oracle_liquid_begin(oracle_liquid_world*, const massa_world_desc*, oracle_tables*, massa_vec3 gravity, float dt);
void oracle_liquid_substep(oracle_liquid_world*, const oracle_colliders*, const oracle_bodies*);
void oracle_liquid_end(oracle_liquid_world*);

#endif
