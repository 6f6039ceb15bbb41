// Box with box, and the recycling of its manifolds, as a specialist would write them for one thread of a CPU: rotations
// as matrices made once per box, axes left at the first that parts the two, only points that count, plain division and
// root. Results agree with the oracle's within rounding and not to the bit.
#ifndef BENCH_NARROW_TWIN_H
#define BENCH_NARROW_TWIN_H

#include "oracle/bins.h"

typedef struct narrow_box // one collider
{
    float axis[3][3]; // in the world, unit
    float place[3];   // m
    float half[3];    // m
} narrow_box;

void narrow_twin_boxes(const oracle_colliders*, narrow_box* out); // of all colliders
// All but a, b, impulse and twist, which a caller keeps.
void narrow_twin_detect(const narrow_box* a, const narrow_box* b, float margin, manifold* out);
// False if the two have moved too far; then nothing changes.
bool narrow_twin_recycle(const oracle_colliders*, manifold*, pair_cache*);

// How a manifold compares with the oracle's: another one, or the largest difference of any number, m.
#define NARROW_TWIN_OTHER 1e30f
float narrow_twin_difference(const manifold*, const manifold* oracle);

#endif
