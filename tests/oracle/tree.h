// Twin of the default broad phase (compute/collision/tree.c): its list of pairs, in its order, without a tree.
#ifndef MAS_ORACLE_TREE_H
#define MAS_ORACLE_TREE_H

#include "colliders.h"

// Not sorted.
oracle_pairs oracle_tree_pairs(const oracle_colliders*);

#endif
