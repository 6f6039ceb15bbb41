// Liquids: their kinds and emitters, what sensors hold of them, and their stages (flow.h).
#ifndef MAS_FAMILY_LIQUID_H
#define MAS_FAMILY_LIQUID_H

#include "flow.h"
#include "simulation.h"

typedef struct mas_liquid_part
{
    mas_flow flow;
    mas_flow_step step; // what the step is to the liquids
} mas_liquid_part;

enum
{
    LIQUID_STATE,  // report: liquid_state
    LIQUID_SENSED, // uint by collider and liquid: what sensors held when the step began, then when it ended
};

enum
{
    LIQUID_ROOM, // overflow: capacity.liquid
};

// module/sensing.c: sensors in the order in which they are told, for the step that is recorded next; and what a step
// told, as events of liquids.
void mas_list_sensors(const mas_step*);
void mas_hear_sensors(massa_world*, mas_hearing*, massa_poll_result*);

// module/liquids.c
bool mas_liquids_state_sound(const massa_world*, const mas_tables*, const uint8_t* state);

#endif
