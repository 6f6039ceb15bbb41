// Cages and a small life of surfaces: a ball that breathes, a sheet of which parts are set, and a die with a crease
// that jumps now and then. Arithmetic only, the same calls for the same step in any world.
#ifndef MAS_TEST_SURFACE_SCENE_H
#define MAS_TEST_SURFACE_SCENE_H

#include "harness.h"

enum
{
    SCENE_BALL,
    SCENE_SHEET,
    SCENE_DIE,
    SCENE_SURFACES,
    SCENE_BALL_CELLS  = 3, // along a side of a cube that is blown up
    SCENE_SHEET_CELLS = 5,
    SCENE_MAX_POINTS  = 64, // of one cage
};

typedef struct surface_scene
{
    massa_cage* cage[SCENE_SURFACES];
    massa_surface_desc surface[SCENE_SURFACES];
    massa_vec3 rest[SCENE_SURFACES][SCENE_MAX_POINTS]; // as the cages have them
    uint32_t points[SCENE_SURFACES];
} surface_scene;

// Quads on a cube of cells^2 a side, moved to the unit sphere; outward.
massa_cage* test_ball_cage(massa_device*, uint32_t cells, massa_vec3* points, uint32_t* count);
// Quads in the plane y = 0, 1 m each, the normal up, from the origin to x, z = cells.
massa_cage* test_sheet_cage(massa_device*, uint32_t cells, massa_vec3* points, uint32_t* count);
// A cube of 2 m with one edge sharp for ever and one for a while.
massa_cage* test_die_cage(massa_device*, massa_vec3* points, uint32_t* count);

void surface_scene_create(surface_scene*, massa_device*);
void surface_scene_destroy(surface_scene*);
massa_world_desc surface_scene_desc(const surface_scene*); // names the scene: use it while that lives
void surface_scene_edit(const surface_scene*, massa_world*, uint64_t step);
// The same, and levels of what is drawn, which are no state.
void surface_scene_look(const surface_scene*, massa_world*, uint64_t step);

// The first count elements of a view from element first on, copied out by the test's own command buffer.
void surface_read(test_gpu*, massa_world*, massa_view_kind, uint32_t first, uint32_t count, void* data);

#endif
