// Twins of refit*.comp and of box_under_pose, on arrays of a whole world.
#ifndef MAS_ORACLE_REFIT_H
#define MAS_ORACLE_REFIT_H

#include "exact.h"
#include "surfaces.h"
#include "subdivision/refit_shared.h"

surface_box oracle_patch_box(const oracle_surfaces*, uint32_t patch);
// Boxes of patches of stale surfaces (or all), then of their trees.
void oracle_refit(const oracle_surfaces*, const uint32_t* stale, bool all, surface_box* box);
// How many boxes that makes.
uint32_t oracle_refit_boxes(const oracle_surfaces*);

// Where each height of a surface's tree begins in the array of boxes, and how many it has; patches are height 0.
typedef struct oracle_heights
{
    uint32_t first[REFIT_MAX_HEIGHT + 1], count[REFIT_MAX_HEIGHT + 1], top;
} oracle_heights;
oracle_heights oracle_heights_of(const oracle_surfaces*, uint32_t surface);

surface_box oracle_meshlet_box(uint32_t meshlet, const uint32_t* index, const mas_vec4* position);
surface_box oracle_box_under_pose(surface_box, oracle_vec3 position, mas_vec4 rotation);

#endif
