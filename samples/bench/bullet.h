// Bullet's dynamic trees of boxes, btDbvtBroadphase with its hashed pair cache; one thread. Boxes are eight numbers
// each, as in collider_box: lowest corner, a spare, highest corner, a spare.
#ifndef BENCH_BULLET_H
#define BENCH_BULLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bullet bullet;

#ifdef MASSA_BENCH_BULLET

#ifdef __cplusplus
#define BENCH_BULLET extern "C"
#else
#define BENCH_BULLET
#endif

// margin: m, by which it grows boxes; 0.05 unless told otherwise. deferred: trees are compared once per step, and not
// with each box when that moves.
BENCH_BULLET bullet* bullet_create(const float* box, uint32_t count, float margin, bool deferred);
BENCH_BULLET void bullet_destroy(bullet*);
BENCH_BULLET void bullet_step(bullet*, const float* box); // every box set anew, then pairs
BENCH_BULLET uint32_t bullet_pairs(const bullet*);        // with old ones that it has not looked at again yet

#else // not found when this was configured

static inline bullet* bullet_create(const float* box, uint32_t count, float margin, bool deferred)
{
    return (void)box, (void)count, (void)margin, (void)deferred, NULL;
}
static inline void bullet_destroy(bullet* b)
{
    (void)b;
}
static inline void bullet_step(bullet* b, const float* box)
{
    (void)b, (void)box;
}
static inline uint32_t bullet_pairs(const bullet* b)
{
    return (void)b, 0;
}

#endif
#endif
