// Sweep and prune along the axis on which the colliders spread most.
//   bounds   of all centres                          sweep_bounds.comp
//   sums     of centres and their products           sweep_sums.comp
//   axis     the principal one                       sweep_axis.comp
//   project  boxes -> where intervals begin          sweep_project.comp
//   sort     by that                                 radix_sort.c, 12 dispatches
//   order    intervals by rank                       sweep_order.comp
//   count    pairs that each collider owns           sweep.comp
//   scan     counts -> firsts, header                pairs.c
//   write    the pairs                               sweep.comp
// The cost does not depend on sizes, but on how many intervals overlap: in a crowd as deep as it is long each collider
// meets the n^(2/3) colliders of a slice.
//
// lavapipe 22 ends a thread's loops after 65535 turns: there an interval that meets more others than that loses some.
#include "sweep.h"

enum
{
    BOUNDS,
    SUMS,
    AXIS,
    PROJECT,
    ORDER,
    COUNT,
    WRITE
};

const mas_kernel_desc mas_sweep_kernels[] = {
    [BOUNDS]  = { .name = "sweep_bounds", .access = "rrx", .push = sizeof(mas_range) },
    [SUMS]    = { .name = "sweep_sums", .access = "rrrx", .push = sizeof(mas_range) },
    [AXIS]    = { .name = "sweep_axis", .access = "rw", .push = sizeof(mas_range) },
    [PROJECT] = { .name = "sweep_project", .access = "rrrww", .push = sizeof(mas_range) },
    [ORDER]   = { .name = "sweep_order", .access = "rrrrw", .push = sizeof(mas_range) },
    [COUNT]   = { .name = "sweep", .access = "urrrxrwr", .push = sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [WRITE]   = { .name = "sweep", .access = "urrrxrwr", .push = sizeof(mas_range), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_sweep_kernel_count = MAS_COUNT(mas_sweep_kernels);

_Static_assert(sizeof(sweep_sums) == SWEEP_SUMS * sizeof(uint32_t), "a kernel adds to it word by word");
_Static_assert(MAS_MAX_COLLIDERS <= 1 << 20, "sums stay below 2^31");

void mas_sweep_plan(mas_sweep* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    s->bounds = mas_plan(a, MAS_SCRATCH, "centre bounds", 1, sizeof(sweep_bounds));
    s->sums   = mas_plan(a, MAS_SCRATCH, "centre sums", 1, sizeof(sweep_sums));
    s->axis   = mas_plan(a, MAS_SCRATCH, "sweep axis", 1, sizeof(mas_vec4));
    s->key    = mas_plan(a, MAS_SCRATCH, "sweep keys", c->capacity, sizeof(uint32_t));
    s->slot   = mas_plan(a, MAS_SCRATCH, "sweep slots", c->capacity, sizeof(uint32_t));
    s->mark   = mas_plan(a, MAS_SCRATCH, "sweep marks", c->capacity, sizeof(sweep_mark));
    mas_radix_sort_plan(&s->sort, a, c->capacity, 1, 32);
    mas_pairs_scan_plan(&s->pairs, a, p, c->capacity);
}

massa_result mas_sweep_create(mas_sweep* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_kernel_desc* table = mas_sweep_kernels;
    MAS_TRY(mas_bind(k, &s->bound, &table[BOUNDS], c->box, c->meet, s->bounds));
    MAS_TRY(mas_bind(k, &s->sum, &table[SUMS], c->box, c->meet, s->bounds, s->sums));
    MAS_TRY(mas_bind(k, &s->find_axis, &table[AXIS], s->sums, s->axis));
    MAS_TRY(mas_bind(k, &s->project, &table[PROJECT], c->box, c->meet, s->axis, s->key, s->slot));
    MAS_TRY(mas_radix_sort_create(&s->sort, k, s->key, s->slot, s->pairs.colliders));
    MAS_TRY(mas_bind(k, &s->order, &table[ORDER], c->box, s->axis, s->key, s->slot, s->mark));
    MAS_TRY(mas_bind(k, &s->count, &table[COUNT], c->params, c->box, c->meet, c->pose, p->count, p->first, p->pair,
                     s->mark));
    MAS_TRY(mas_bind(k, &s->write, &table[WRITE], c->params, c->box, c->meet, c->pose, p->count, p->first, p->pair,
                     s->mark));
    return mas_pairs_scan_create(&s->pairs, k, p);
}

void mas_sweep_record(const mas_sweep* s, mas_recorder* rec, uint32_t colliders)
{
    const list_header header = mas_list_complete(rec->kernels, colliders, colliders);
    mas_begin(rec, "broad phase");
    mas_write(rec, s->pairs.colliders, &header, sizeof header); // for the sort
    mas_fill(rec, s->bounds, 0);
    mas_fill(rec, s->sums, 0);
    mas_run(rec, &s->bound, colliders, NULL);
    mas_run(rec, &s->sum, colliders, NULL);
    mas_run(rec, &s->find_axis, 1, NULL);
    mas_run(rec, &s->project, colliders, NULL);
    mas_radix_sort_record(&s->sort, rec);
    mas_run(rec, &s->order, colliders, NULL);
    mas_run(rec, &s->count, colliders, NULL);
    mas_pairs_scan_record(&s->pairs, rec, colliders);
    mas_run(rec, &s->write, colliders, NULL);
    mas_end(rec);
}
