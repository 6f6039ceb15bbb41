// Surfaces: points of their cages, their meshes and queries (posing.h).
#ifndef MAS_FAMILY_SURFACE_H
#define MAS_FAMILY_SURFACE_H

#include "posing.h"
#include "simulation.h"

typedef struct mas_surface_part
{
    mas_posing posing; // all zero in a world without surfaces
} mas_surface_part;

// module/surface.c: the answers of a step.
void mas_hear_hits(massa_world*, mas_hearing*, massa_poll_result*);

// module/surface_views.c
enum
{
    MAS_SURFACE_VIEWS = 19,
};
extern const mas_view_row mas_surface_views[MAS_SURFACE_VIEWS];

#endif
