// Twin of compute/collision/brute.c.
#ifndef MAS_ORACLE_BRUTE_H
#define MAS_ORACLE_BRUTE_H

#include "colliders.h"

// By owner, in its order of partners: later ones, then those without bounds. The pairs are those of oracle_find_pairs.
oracle_pairs oracle_brute_pairs(const oracle_colliders*);

#endif
