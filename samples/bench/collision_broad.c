// The broad phases from boxes to pairs, at three sizes, and Bullet's with the same boxes. Each round is a step of a
// falling pile, in which each runs once, so that a disturbance hits all. Their pairs are compared once per size.
#include "bullet.h"
#include "collision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
    uint32_t side, rounds;
} sizes[BROAD_SIZES] = { { 10, 31 }, { 20, 15 }, { 37, 9 } };

static lap run_ours(collision_bed* b, uint32_t way, uint32_t n, uint32_t* dispatches)
{
    mas_recorder* rec = bench_begin(&b->bed, NULL);
    mas_broad_record(&b->broad[way], rec, n);
    *dispatches = rec->dispatches;
    collision_settle();
    return collision_finish(b);
}

static lap run_bullet(bullet* b, const collider_box* box)
{
    collision_settle();
    const double cpu = bench_cpu(), wall = bench_now();
    bullet_step(b, &box->lo.x);
    return (lap){ bench_now() - wall, bench_cpu() - cpu };
}

static bool right_pairs(collision_bed* b, const oracle_pairs* expected, const char* way, uint32_t* count)
{
    list_header list;
    bench_get(&b->bed, b->pairs.list, &list, sizeof list);
    *count = list.needed;
    if (list.needed != expected->count)
        return fprintf(stderr, "massa: %s finds %u pairs, there are %u.\n", way, list.needed, expected->count), false;
    collider_pair* pair = calloc(list.count + 1, sizeof *pair);
    if (pair == NULL) abort();
    bench_get(&b->bed, b->pairs.pair, pair, list.count * sizeof *pair);
    oracle_sort_pairs(pair, list.count);
    const bool right = memcmp(pair, expected->pair, list.count * sizeof *pair) == 0;
    if (!right) fprintf(stderr, "massa: %s finds other pairs than a walk in C.\n", way);
    free(pair);
    return right;
}

static bool agree(collision_bed* b, const collision_scene* s, broad_result* r)
{
    oracle_pairs expected = scene_pairs(s);
    bool right            = true;
    for (uint32_t k = 0; k < BROAD_OURS && right; k += broad_next(k))
    {
        run_ours(b, k, r->count, &r->dispatches[k]); // warms up, and compiles
        right = right_pairs(b, &expected, broad_names[k], &r->pairs[k]);
    }
    oracle_destroy_pairs(&expected);
    return right;
}

static bool run_size(const bench_options* options, broad_result* r)
{
    collision_scene s = pile_create(r->side);
    r->count          = s.colliders.params.colliders;
    collision_bed bed;
    if (!collision_bed_create(&bed, options, r->count, 0, 8 * r->count, false)) return false;
    collision_put_scene(&bed, &s);
    const float* box = &s.colliders.box->lo.x;
    bullet* other[]  = { bullet_create(box, r->count, 0.05f, false), bullet_create(box, r->count, 0.0f, false),
                         bullet_create(box, r->count, 0.0f, true) };
    r->has_bullet    = other[0] != NULL;
    bool right       = agree(&bed, &s, r);
    for (uint32_t i = 0; i < r->rounds && right; ++i)
    {
        bench_progress("broad phases, %u bodies, round %u of %u", r->count, i + 1, r->rounds);
        pile_fall(&s, i + 1);
        collision_put_poses(&bed, &s);
        for (uint32_t k = 0; k < BROAD_OURS; k += broad_next(k))
            laps_add(&r->time[k], run_ours(&bed, k, r->count, &r->dispatches[k]));
        for (uint32_t k = 0; k < MAS_COUNT(other) && r->has_bullet; ++k)
        {
            laps_add(&r->time[BROAD_BULLET + k], run_bullet(other[k], s.colliders.box));
            r->pairs[BROAD_BULLET + k] = bullet_pairs(other[k]);
        }
    }
    right = right && agree(&bed, &s, r); // after the fall, with the boxes of the last round
    for (uint32_t k = 0; k < MAS_COUNT(other); ++k)
        bullet_destroy(other[k]);
    collision_bed_destroy(&bed);
    scene_destroy(&s);
    return right;
}

bool collision_run_broad(const bench_options* options, broad_result results[BROAD_SIZES])
{
    for (uint32_t k = 0; k < BROAD_SIZES; ++k)
    {
        results[k].side   = sizes[k].side;
        results[k].rounds = sizes[k].rounds;
        if (!run_size(options, &results[k])) return false;
    }
    return true;
}
