// A family that is as small as one can be: spots that are heated by an edit and cool in every step. It shows what a new
// family has to bring: these files, a row in families.def and a line in step.c.
#ifndef MAS_FAMILY_TOY_H
#define MAS_FAMILY_TOY_H

#include "simulation.h"
#include "toy_shared.h"
#include "world.h"

enum
{
    TOY_EDIT = 1000, // heats: target is the spot, flags the units
    TOY_VIEW = 1000, // toy_spot, by spot
    TOY_ROOM = 3,    // hot spots that there is room for
    TOY_MOST = 99,   // units that an edit may bring
};

typedef struct mas_toy_part
{
    mas_span spot;
    mas_pass cool;
} mas_toy_part;

massa_result toy_heat(massa_world*, uint32_t spot, uint32_t units);
uint32_t toy_hot(const massa_world*); // as the last poll has it

#endif
