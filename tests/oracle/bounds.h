// Twin of shaders/collision/bounds.comp.
#ifndef MAS_ORACLE_BOUNDS_H
#define MAS_ORACLE_BOUNDS_H

#include "colliders.h"

void oracle_collider_bounds(oracle_colliders*, const oracle_bodies*); // pose, box and meet of the colliders in use

#endif
