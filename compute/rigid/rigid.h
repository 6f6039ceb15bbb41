// The arrays of the bodies, shared by the stages of this family.
#ifndef MAS_RIGID_H
#define MAS_RIGID_H

#include "core/list.h"
#include "edit_shared.h"
#include "rigid/body_shared.h"
#include "step_shared.h"

typedef struct mas_bodies
{
    mas_span pose, previous, motion, mass, load, trait; // body_*, by slot
    mas_span speed, base;                               // body_speed, body_base, within a step
} mas_bodies;

// meet: contacts or joints look up the speeds of any two bodies, so these are bound as a whole.
static inline mas_bodies mas_bodies_plan(mas_arena* a, uint32_t capacity, bool meet)
{
    mas_span (*plan)(mas_arena*, mas_class, const char*, uint64_t, uint32_t) = meet ? mas_plan : mas_plan_windowed;
    return (mas_bodies){
        .pose     = mas_plan_windowed(a, MAS_STATE, "body pose", capacity, sizeof(body_pose)),
        .previous = mas_plan_windowed(a, MAS_STATE, "body previous pose", capacity, sizeof(body_pose)),
        .motion   = mas_plan_windowed(a, MAS_STATE, "body motion", capacity, sizeof(body_motion)),
        .mass     = mas_plan_windowed(a, MAS_STATE, "body mass", capacity, sizeof(body_mass)),
        .load     = mas_plan_windowed(a, MAS_STATE, "body load", capacity, sizeof(body_load)),
        .trait    = mas_plan_windowed(a, MAS_STATE, "body trait", capacity, sizeof(body_trait)),
        .speed    = plan(a, MAS_SCRATCH, "body speed", capacity, sizeof(body_speed)),
        .base     = plan(a, MAS_SCRATCH, "body base", capacity, sizeof(body_base)),
    };
}

#endif
