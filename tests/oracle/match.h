// Twin of compute/collision/match.c.
#ifndef MAS_ORACLE_MATCH_H
#define MAS_ORACLE_MATCH_H

#include "bins.h"

// After oracle_bins, with the manifolds of the pairs that it put into a bin written to cache->contact.
void oracle_match(oracle_cache*, const oracle_colliders*);

#endif
