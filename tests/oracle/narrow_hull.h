// Twin of the kernels for boxes and hulls (compute/collision/narrow_hull.c).
#ifndef MAS_ORACLE_NARROW_HULL_H
#define MAS_ORACLE_NARROW_HULL_H

#include "colliders.h"

manifold oracle_narrow_hull(const oracle_colliders*, collider_pair);

#endif
