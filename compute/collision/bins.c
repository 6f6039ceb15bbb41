// Which pairs keep the manifold of the last step, and which narrow kernel detects the others.
//   begin     whether the pairs are the last step's; empty lists   bins_begin.comp, one thread
//   clear     chains <- empty                                      bins_clear.comp
//   link      the last step's pairs that lost their place          bins_link.comp
//             chained by hash, put aside
//   find      each pair's past                                     bins_find.comp
//   bins      what stays and what must be detected                 bins.comp, for pairs found
//   bins      the same in place                                    bins.comp, for pairs kept
//   end       lists complete                                       bins_end.comp, one thread
//   save      what must be detected in its old place put aside     bins_save.comp
// If the pairs are the last step's, in the same order, clear to the first bins are dispatched with no groups; else the
// second bins is. A pair that has kept its number, as nearly all do with fat boxes (fat.c), stays in its place. Other
// pairs are found by hash: a pair's number and owner change when pairs are made anew, and a floor has too many pairs
// for a search through all of them. Chains hold nothing between steps: their order is arbitrary.
#include "bins.h"

enum
{
    BEGIN,
    CLEAR,
    CHAIN,
    FIND,
    FOUND,
    KEPT,
    END,
    SAVE
};

const mas_kernel_desc mas_bins_kernels[] = {
    [BEGIN] = { .name = "bins_begin", .access = "rxww", .push = sizeof(bins_push) },
    [CLEAR] = { .name = "bins_clear", .access = "rw" },
    [CHAIN] = { .name = "bins_link", .access = "rrrxwr" },
    [FIND]  = { .name = "bins_find", .access = "rrrrwx" },
    [FOUND] = { .name = "bins", .access = "uxrrrrxxx", .push = sizeof(bins_push), .constant = { 0 } },
    [KEPT]  = { .name = "bins", .access = "uxrrrrxxx", .push = sizeof(bins_push), .constant = { 1 } },
    [END]   = { .name = "bins_end", .access = "xw" },
    [SAVE]  = { .name = "bins_save", .access = "rrrrw" },
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
    uint32_t chains       = 64;
    while (chains < c->capacity)
        chains *= 2;
    s->all  = mas_plan(a, MAS_SCRATCH, "pairs to detect", BIN_HEADERS * header + BINS * room, sizeof(uint32_t));
    s->link = mas_plan(a, MAS_SCRATCH, "pair chains", (uint64_t)chains + c->capacity, sizeof(uint32_t));
    for (uint32_t k = 0; k < BIN_HEADERS; ++k)
    {
        s->list[k]        = words(s->all, k * header, sizeof(list_header) / sizeof(uint32_t));
        s->list[k].stride = sizeof(list_header);
    }
    for (uint32_t k = 0; k < BINS; ++k)
        s->index[k] = words(s->all, BIN_HEADERS * header + k * room, room);
}

massa_result mas_bins_create(mas_bins* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p,
                             const mas_cache* cache)
{
    const mas_kernel_desc* d = mas_bins_kernels;
    MAS_TRY(mas_bind(k, &s->begin, &d[BEGIN], p->list, cache->count, s->all, cache->counters));
    MAS_TRY(mas_bind(k, &s->clear, &d[CLEAR], s->all, s->link));
    MAS_TRY(mas_bind(k, &s->chain, &d[CHAIN], s->all, cache->manifold, cache->record, s->link, cache->old, p->pair));
    MAS_TRY(mas_bind(k, &s->find, &d[FIND], s->all, p->pair, s->link, cache->old, cache->past, cache->record));
    MAS_TRY(mas_bind(k, &s->found, &d[FOUND], c->params, s->all, c->pose, c->data, c->meet, cache->old, cache->manifold,
                     cache->record, cache->past));
    MAS_TRY(mas_bind(k, &s->kept, &d[KEPT], c->params, s->all, c->pose, c->data, c->meet, cache->old, cache->manifold,
                     cache->record, cache->past));
    MAS_TRY(mas_bind(k, &s->end, &d[END], s->all, cache->counters));
    return mas_bind(k, &s->save, &d[SAVE], s->all, cache->manifold, cache->record, cache->past, cache->old);
}

void mas_bins_record(const mas_bins* s, mas_recorder* rec)
{
    const bins_push push = { .capacity = s->capacity };
    mas_begin(rec, "contact bins");
    mas_run(rec, &s->begin, 1, &push);
    mas_run_list(rec, &s->clear, s->list[BIN_CHAINS], NULL);
    mas_run_list(rec, &s->chain, s->list[BIN_OLD], NULL);
    mas_run_list(rec, &s->find, s->list[BIN_FOUND], NULL);
    mas_run_list(rec, &s->found, s->list[BIN_FOUND], &push);
    mas_run_list(rec, &s->kept, s->list[BIN_KEPT], &push);
    mas_run(rec, &s->end, 1, NULL);
    mas_run_list(rec, &s->save, s->list[BIN_ALL], NULL);
    mas_end(rec);
}
