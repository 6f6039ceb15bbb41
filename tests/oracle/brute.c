#include "brute.h"

#include <stddef.h>

oracle_pairs oracle_brute_pairs(const oracle_colliders* c)
{
    oracle_pairs p = { NULL, 0 };
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        if (!oracle_is_bounded(c, i)) continue;
        for (uint32_t j = i + 1; j < c->params.colliders; ++j)
            if (oracle_is_bounded(c, j) && oracle_is_pair(c, i, j)) oracle_add_pair(&p, oracle_pair_of(c, i, j));
        oracle_add_unbounded(&p, c, i);
    }
    return p;
}
