#include "round.h"

#include <stdlib.h>
#include <string.h>

const uint32_t test_narrow_kinds[NARROW_KINDS][2] = {
    { COLLIDER_PLANE, COLLIDER_BOX },       { COLLIDER_PLANE, COLLIDER_SPHERE },   { COLLIDER_PLANE, COLLIDER_CAPSULE },
    { COLLIDER_PLANE, COLLIDER_HULL },      { COLLIDER_BOX, COLLIDER_SPHERE },     { COLLIDER_BOX, COLLIDER_CAPSULE },
    { COLLIDER_SPHERE, COLLIDER_SPHERE },   { COLLIDER_SPHERE, COLLIDER_CAPSULE }, { COLLIDER_SPHERE, COLLIDER_HULL },
    { COLLIDER_CAPSULE, COLLIDER_CAPSULE }, { COLLIDER_CAPSULE, COLLIDER_HULL },
};

void test_narrow_begin(test_gpu* gpu, test_narrow* s)
{
    test_plan_colliders(gpu, &s->t, 2 * NARROW_PAIRS, PLACED_HULLS, NARROW_PAIRS);
    s->index    = mas_plan(&gpu->arena, MAS_SCRATCH, "index", NARROW_PAIRS, sizeof(uint32_t));
    s->list     = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    s->manifold = mas_plan(&gpu->arena, MAS_SCRATCH, "manifolds", NARROW_PAIRS, sizeof(manifold));
    test_allocate(gpu);
    test_try(mas_narrow_round_create(&s->stage, &gpu->kernels, &s->t.array, s->t.pairs.pair, s->index, s->list,
                                     s->manifold));
    s->c                  = oracle_create_colliders(2 * NARROW_PAIRS, PLACED_HULLS);
    s->c.params.colliders = 2 * NARROW_PAIRS;
    s->c.params.margin    = 0.02f;
    s->pair               = calloc(NARROW_PAIRS, sizeof *s->pair);
    s->index_data         = calloc(NARROW_PAIRS, sizeof *s->index_data);
    s->before             = calloc(NARROW_PAIRS, sizeof *s->before);
    s->after              = calloc(NARROW_PAIRS, sizeof *s->after);
    test_fill_hulls(&s->c);
    for (uint32_t k = 0; k < NARROW_PAIRS; ++k)
    {
        s->pair[k]       = (collider_pair){ 2 * k, 2 * k + 1 };
        s->index_data[k] = (k * 4001) % NARROW_PAIRS; // prime to it: each once, out of order
    }
    memset(s->before, 0xAB, NARROW_PAIRS * sizeof *s->before);
}

void test_narrow_end(test_narrow* s)
{
    oracle_destroy_colliders(&s->c);
    free(s->pair);
    free(s->index_data);
    free(s->before);
    free(s->after);
}

void test_narrow_place(test_narrow* s, test_placement how, uint64_t seed)
{
    for (uint32_t k = 0; k < NARROW_PAIRS; ++k)
    {
        const uint32_t* kind = test_narrow_kinds[k % NARROW_KINDS];
        test_place_pair(&s->c, k, kind[0], kind[1], how, &seed);
    }
}

void test_narrow_place_kind(test_narrow* s, uint32_t kind, test_placement how, uint64_t seed)
{
    for (uint32_t k = 0; k < NARROW_PAIRS; ++k)
        test_place_pair(&s->c, k, test_narrow_kinds[kind][0], test_narrow_kinds[kind][1], how, &seed);
}

void test_narrow_run(test_gpu* gpu, test_narrow* s, uint32_t count)
{
    test_upload(gpu, s->t.array.data, s->c.data, 2 * NARROW_PAIRS * sizeof *s->c.data);
    test_upload(gpu, s->t.array.pose, s->c.pose, 2 * NARROW_PAIRS * sizeof *s->c.pose);
    test_upload(gpu, s->t.array.hull, s->c.hull, PLACED_HULLS * sizeof *s->c.hull);
    test_upload(gpu, s->t.array.params, &s->c.params, sizeof s->c.params);
    test_upload(gpu, s->t.pairs.pair, s->pair, NARROW_PAIRS * sizeof *s->pair);
    test_upload(gpu, s->index, s->index_data, NARROW_PAIRS * sizeof *s->index_data);
    test_upload(gpu, s->manifold, s->before, NARROW_PAIRS * sizeof *s->before);
    test_set_list(gpu, s->list, count, NARROW_PAIRS);
    mas_narrow_round_record(&s->stage, test_record(gpu));
    test_submit(gpu);
    test_download(gpu, s->manifold, s->after, NARROW_PAIRS * sizeof *s->after);
}
