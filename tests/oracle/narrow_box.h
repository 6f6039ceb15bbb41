// Twin of the box-box kernels (compute/collision/narrow_box.c).
#ifndef MAS_ORACLE_NARROW_BOX_H
#define MAS_ORACLE_NARROW_BOX_H

#include "colliders.h"

manifold oracle_narrow_box(const oracle_colliders*, collider_pair);

#endif
