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
extern "C"
{
#endif

    // deferred: all trees are compared once per step, not each box when it moves. The margins are Bullet's own, 5 cm.
    bullet* bullet_create(const float*, uint32_t count, bool deferred);
    void bullet_destroy(bullet*);
    void bullet_step(bullet*, const float*); // every box set anew, then pairs
    uint32_t bullet_pairs(const bullet*);    // also those of boxes that only its margins make overlap

#ifdef __cplusplus
}
#endif

#else // not found when this was configured

static inline bullet* bullet_create(const float* box, uint32_t count, bool deferred)
{
    return (void)box, (void)count, (void)deferred, NULL;
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
