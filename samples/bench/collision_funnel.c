// Actors of three capsules in a funnel: bounds, broad and narrow phase of a step in which no pair is recycled, for each
// broad phase; and how many boxes they look at, counted from what they leave on the device.
#include "collision.h"
#include "collision/tree_shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROUNDS = 9
};

static const uint32_t sizes[FUNNEL_SIZES] = { 50, 100, 200, 400, 800, 1600 };

static lap run(collision_bed* b, const collision_scene* s, mas_broad_kind way)
{
    const uint32_t n  = s->colliders.params.colliders;
    mas_recorder* rec = bench_begin(&b->bed, NULL);
    mas_fill(rec, b->narrow.cache.count, 0);
    mas_bounds_record(&b->bounds, rec, n, s->body_count);
    mas_broad_record(&b->broad[way], rec, n);
    mas_narrow_record(&b->narrow, rec);
    collision_settle();
    return collision_finish(b);
}

static void* download(collision_bed* b, mas_span from, size_t size)
{
    void* data = malloc(size);
    if (data == NULL) abort();
    bench_get(&b->bed, from, data, size);
    return data;
}

// Nodes that tree_walk.comp comes by, counting.
static double tree_tests(collision_bed* b, const oracle_colliders* c)
{
    const uint32_t n = c->params.colliders;
    tree_node* node  = download(b, b->broad[MAS_BROAD_TREE].tree.node, 2 * (size_t)n * sizeof *node);
    double tests     = 0.0;
    for (uint32_t rank = 0; rank < n; ++rank)
        for (uint32_t at = node[rank].hi.w; at != TREE_END; ++tests)
        {
            collider_box box;
            memcpy(&box.lo, &node[at].lo, sizeof box.lo);
            memcpy(&box.hi, &node[at].hi, sizeof box.hi);
            const bool inside = at >= n && oracle_boxes_overlap(&c->box[node[rank].lo.w], &box);
            at                = inside ? node[at].lo.w : node[at].hi.w;
        }
    free(node);
    return tests;
}

static double labels_tests(collision_bed* b, uint32_t n)
{
    cells_home* home = download(b, b->broad[MAS_BROAD_LABELS].cells.link, n * sizeof *home);
    double tests     = 0.0;
    for (uint32_t i = 0; i < n; ++i)
        tests += home[i].end - home[i].next;
    free(home);
    return tests;
}

static double owner_tests(collision_bed* b, uint32_t n)
{
    cells_range* range = download(b, b->broad[MAS_BROAD_OWNER].cells.link, CELLS_EACH * (size_t)n * sizeof *range);
    double tests       = 0.0;
    for (uint32_t i = 0; i < CELLS_EACH * n; ++i)
        tests += range[i].end - range[i].next;
    free(range);
    return tests;
}

static double sweep_tests(collision_bed* b, uint32_t n)
{
    sweep_mark* mark = download(b, b->broad[MAS_BROAD_SWEEP].sweep.mark, n * sizeof *mark);
    double tests     = 0.0;
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t k = i + 1; k < n && mark[k].start <= mark[i].end; ++k)
            ++tests;
    free(mark);
    return tests;
}

static bool run_size(collision_bed* b, uint32_t actors, funnel_result* r)
{
    collision_scene s     = funnel_create(actors);
    const uint32_t n      = s.colliders.params.colliders;
    oracle_pairs expected = scene_pairs(&s);
    bool right            = true;
    r->actors             = actors;
    r->colliders          = n;
    r->pairs              = expected.count;
    collision_put_scene(b, &s);
    for (mas_broad_kind k = 0; k < MAS_BROAD_KINDS; k += broad_next(k))
    {
        contact_counters counters;
        run(b, &s, k); // warms up, and compiles
        bench_get(&b->bed, b->narrow.cache.counters, &counters, sizeof counters);
        r->contacts = counters.contacts;
        if (counters.pairs != expected.count)
            right =
                fprintf(stderr, "massa: way %u finds %u pairs, there are %u.\n", k, counters.pairs, expected.count) < 0;
        r->tests[k] = k == MAS_BROAD_TREE     ? tree_tests(b, &s.colliders)
                      : k == MAS_BROAD_LABELS ? labels_tests(b, n)
                      : k == MAS_BROAD_OWNER  ? owner_tests(b, n)
                      : k == MAS_BROAD_SWEEP  ? sweep_tests(b, n)
                                              : 0.5 * n * (n - 1.0);
    }
    for (uint32_t i = 0; i < ROUNDS && right; ++i)
    {
        bench_progress("funnel, %u actors, round %u of %d", actors, i + 1, ROUNDS);
        for (mas_broad_kind k = 0; k < MAS_BROAD_KINDS; k += broad_next(k))
            laps_add(&r->time[k], run(b, &s, k));
    }
    oracle_destroy_pairs(&expected);
    scene_destroy(&s);
    return right;
}

bool collision_run_funnel(const bench_options* options, funnel_result results[FUNNEL_SIZES])
{
    collision_scene most    = funnel_create(sizes[FUNNEL_SIZES - 1]);
    const uint32_t capacity = most.colliders.params.colliders;
    scene_destroy(&most);
    collision_bed bed;
    if (!collision_bed_create(&bed, options, capacity, 2, 32 * capacity, true)) return false;
    bool right = true;
    for (uint32_t k = 0; k < FUNNEL_SIZES && right; ++k)
        right = run_size(&bed, sizes[k], &results[k]);
    collision_bed_destroy(&bed);
    return right;
}
