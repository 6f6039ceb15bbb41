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
} mas_bodies;

static inline mas_bodies mas_bodies_plan(mas_arena* a, uint32_t capacity)
{
    return (mas_bodies){
        .pose     = mas_plan_windowed(a, MAS_STATE, "body pose", capacity, sizeof(body_pose)),
        .previous = mas_plan_windowed(a, MAS_STATE, "body previous pose", capacity, sizeof(body_pose)),
        .motion   = mas_plan_windowed(a, MAS_STATE, "body motion", capacity, sizeof(body_motion)),
        .mass     = mas_plan_windowed(a, MAS_STATE, "body mass", capacity, sizeof(body_mass)),
        .load     = mas_plan_windowed(a, MAS_STATE, "body load", capacity, sizeof(body_load)),
        .trait    = mas_plan_windowed(a, MAS_STATE, "body trait", capacity, sizeof(body_trait)),
    };
}

#endif
