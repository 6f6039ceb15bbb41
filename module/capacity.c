// What a world's capacities come to: a host leaves 0 where the others say enough, and MASSA_NONE where it wants none.
// Arithmetic on the capacities alone, the same on every device: snapshots and recordings compare what comes out.
#include "world.h"

enum
{
    // A box in a heap has six neighbours, twice as many with fat boxes; half of its pairs are another's.
    PAIRS_PER_COLLIDER = 8,
    MAX_DERIVED_PAIRS  = 400000, // whose largest array, of 320 bytes a pair, every device can bind
};

static uint32_t smaller(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

massa_capacity mas_capacity_of(const massa_capacity* given)
{
    massa_capacity c = *given;
    if (c.colliders == 0) c.colliders = smaller((uint64_t)c.bodies + c.children, MAS_MAX_COLLIDERS);
    if (c.colliders == MASSA_NONE) c.colliders = 0;
    // In a world with particles only what stands or is led has a shape, and two of those do not meet.
    const bool meets = c.colliders > 0 && c.particles == 0 && c.liquid == 0;
    if (c.pairs == 0 && meets) c.pairs = smaller((uint64_t)c.colliders * PAIRS_PER_COLLIDER, MAX_DERIVED_PAIRS);
    if (c.pairs == MASSA_NONE) c.pairs = 0;
    return c;
}
