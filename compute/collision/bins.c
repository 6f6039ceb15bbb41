// Which pairs keep the manifold of the last step, and which narrow kernel detects the others.
//   begin     counts, empty lists                                      bins_begin.comp, one thread
//   fill      chains <- empty
//   link      the last step's pairs by hash                            bins_link.comp
//   sort      each pair's past; what must be detected, to its list     bins.comp
//   recycle   separations of those that stay; lists complete           bins_recycle.comp
// By hash, because a pair's number and owner change from step to step, and a floor has more pairs than anyone could
// look through for each of them. Chains hold nothing between steps: their order is arbitrary.
#include "bins.h"

enum
{
    BEGIN,
    LINK,
    SORT,
    RECYCLE
};

const mas_kernel_desc mas_bins_kernels[] = {
    [BEGIN]   = { .name = "bins_begin", .access = "rrwwww", .push = sizeof(pairs_push) },
    [LINK]    = { .name = "bins_link", .access = "rrx", .push = sizeof(bins_push) },
    [SORT]    = { .name = "bins", .access = "urrrrrrwx", .push = sizeof(bins_push) },
    [RECYCLE] = { .name = "bins_recycle", .access = "rrrrrwwx" },
};
const uint32_t mas_bins_kernel_count = MAS_COUNT(mas_bins_kernels);

_Static_assert(sizeof(bin_header) == MAS_SPAN_ALIGNMENT, "each header is bound by itself");

static mas_span words(mas_span all, uint64_t first, uint64_t count)
{
    mas_span s = mas_span_part(all, first, count);
    s.stride   = sizeof(uint32_t);
    return s;
}

void mas_bins_plan(mas_bins* s, mas_arena* a, const mas_cache* c)
{
    const uint32_t header = sizeof(bin_header) / sizeof(uint32_t);
    const uint32_t room   = (c->capacity + 63) / 64 * 64 + (c->capacity == 0 ? 64 : 0); // each list is bound by itself
    s->capacity           = c->capacity;
    s->mask               = 63;
    while (s->mask + 1 < c->capacity)
        s->mask = 2 * s->mask + 1;
    s->all      = mas_plan(a, MAS_SCRATCH, "pairs to detect", BINS * (header + room), sizeof(uint32_t));
    s->link     = mas_plan(a, MAS_SCRATCH, "pair chains", (uint64_t)s->mask + 1 + c->capacity, sizeof(uint32_t));
    s->old_list = mas_plan_list(a, MAS_SCRATCH, "old pair list");
    for (uint32_t k = 0; k < BINS; ++k)
    {
        s->list[k]        = words(s->all, k * header, sizeof(list_header) / sizeof(uint32_t));
        s->list[k].stride = sizeof(list_header);
        s->index[k]       = words(s->all, BINS * header + k * room, room);
    }
}

massa_result mas_bins_create(mas_bins* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p,
                             const mas_cache* cache)
{
    s->pairs = p->list;
    for (uint32_t half = 0; half < 2; ++half)
    {
        const mas_cache_half *now = &cache->half[half], *old = &cache->half[1 - half];
        MAS_TRY(mas_bind(k, &s->begin[half], &mas_bins_kernels[BEGIN], p->list, old->count, s->old_list, now->count,
                         s->all, cache->counters));
        MAS_TRY(mas_bind(k, &s->chain[half], &mas_bins_kernels[LINK], s->old_list, old->record, s->link));
        MAS_TRY(mas_bind(k, &s->sort[half], &mas_bins_kernels[SORT], c->params, p->list, p->pair, c->pose, c->data,
                         s->link, old->record, cache->past, s->all));
        MAS_TRY(mas_bind(k, &s->recycle[half], &mas_bins_kernels[RECYCLE], p->list, cache->past, c->pose, old->manifold,
                         old->record, now->manifold, now->record, s->all));
    }
    return MASSA_OK;
}

void mas_bins_record(const mas_bins* s, mas_recorder* rec, uint32_t half)
{
    const pairs_push first = { .capacity = s->capacity };
    const bins_push push   = { .capacity = s->capacity, .mask = s->mask };
    mas_begin(rec, "contact bins");
    mas_run(rec, &s->begin[half], 1, &first);
    mas_fill(rec, mas_span_part(s->link, 0, (uint64_t)s->mask + 1), LINK_END);
    mas_run_list(rec, &s->chain[half], s->old_list, &push);
    mas_run_list(rec, &s->sort[half], s->pairs, &push);
    mas_run_list(rec, &s->recycle[half], s->pairs, NULL);
    mas_end(rec);
}
