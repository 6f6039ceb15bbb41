// Bodies: their slots and edits, their state, and the poses that the host asked for.
#ifndef MAS_FAMILY_RIGID_H
#define MAS_FAMILY_RIGID_H

#include "rigid/apply.h"
#include "rigid/integrate.h"
#include "rigid/watch.h"
#include "simulation.h"

typedef struct mas_rigid_part
{
    mas_bodies bodies;
    mas_span params;         // step_params
    mas_span edits, watched; // of this step
    mas_ring edit_ring, watch_ring;
    mas_apply apply;
    mas_integrate integrate;
    mas_watch watch;
} mas_rigid_part;

enum
{
    RIGID_ANSWERS, // report: watch_answer
};

uint64_t mas_bodies_used(const mas_tables*);

// module/rigid_edits.c
enum
{
    MAS_RIGID_EDIT_ROWS = EDIT_BODY_LAST,
};
extern const mas_edit_row mas_rigid_edits[MAS_RIGID_EDIT_ROWS];

// module/rigid_sound.c: of a block from outside.
bool mas_bodies_sound(const mas_tables*);
bool mas_edits_sound(const mas_tables*);
bool mas_bodies_state_sound(const massa_world*, const mas_tables*, const uint8_t* state);

#endif
