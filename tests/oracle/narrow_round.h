// C twin of narrow_round.comp: contacts of pairs that have closed forms.
#ifndef MAS_ORACLE_NARROW_ROUND_H
#define MAS_ORACLE_NARROW_ROUND_H

#include "colliders.h"

// Looks at data, hull, pose and params.
manifold oracle_narrow_round(const oracle_colliders*, collider_pair);

#endif
