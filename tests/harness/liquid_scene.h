// A small life of liquids: one fills part of a box that a kinematic body rocks, among a ball, a capsule and a wedge; an
// emitter sends another, a sensor counts, a drain comes and goes, one liquid is destroyed and made anew. The same calls
// for the same step in any world.
#ifndef MAS_TEST_LIQUID_SCENE_H
#define MAS_TEST_LIQUID_SCENE_H

#include "host.h"

enum
{
    LIQUIDS_ROOM  = 600, // capacity.liquid
    LIQUIDS_STEPS = 60,  // in which all of it happens
};

typedef struct liquids_scene
{
    massa_liquid_id liquid[2];
    massa_emitter_id emitter;
    massa_body_id box, drain, sensor;
    uint32_t filled; // particles that the first step brought
} liquids_scene;

massa_world_desc liquids_desc(void);
void liquids_edit(massa_world*, liquids_scene*, uint64_t step); // before each step, numbered from 1
massa_body_id liquids_body(massa_world*, massa_body_kind, const massa_shape_desc*, massa_vec3 at);
massa_liquid_id liquids_make(massa_world*, float density);

// A hollow box from 0 to size, with a block of water in the corner of its lowest coordinates, and with room for as many
// more as the desc says. Returns how many the block has. The desc for that: with the settings as they come, so deep.
massa_world_desc liquids_tank_desc(float depth);
uint32_t liquids_fill(test_world*, test_gpu*, massa_world_desc, massa_vec3 size, massa_vec3 block, massa_liquid_id*);

// A world with the scene in it, edited before each step.
void liquids_start(test_world*, test_gpu*, liquids_scene*, uint32_t per_command, uint32_t in_flight);

#endif
