// A small life of particles: two kinds of grains rain into a box that a kinematic body rocks, around a fixed ball; some
// are taken out again, one kind is destroyed and made anew. The same calls for the same step in any world.
#ifndef MAS_TEST_GRAINS_H
#define MAS_TEST_GRAINS_H

#include "host.h"

enum
{
    GRAINS_ROOM = 700 // capacity.particles
};

typedef struct grains_scene
{
    uint64_t seed;
    massa_grains_id kind[2];
    massa_body_id box;
    massa_shape_id spare; // made and destroyed by turns
    massa_particle_id id[GRAINS_ROOM];
    uint32_t kind_of[GRAINS_ROOM];
    uint32_t count;
} grains_scene;

massa_world_desc grains_desc(void);
void grains_edit(massa_world*, grains_scene*, uint64_t step); // before each step, numbered from 1

// A world with the scene in it, edited before each step.
void grains_start(test_world*, test_gpu*, grains_scene*, uint32_t per_command, uint32_t in_flight);

#endif
