// What freshly detected manifolds remember of the last step.
//   match   impulses by feature or place; where the colliders are now   match.comp
#include "match.h"

const mas_kernel_desc mas_match_kernels[] = {
    { .name = "match", .access = "rrrrrrxw" },
};
const uint32_t mas_match_kernel_count = MAS_COUNT(mas_match_kernels);

massa_result mas_match_create(mas_match* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p,
                              const mas_cache* cache)
{
    s->pairs = p->list;
    for (uint32_t half = 0; half < 2; ++half)
    {
        const mas_cache_half *now = &cache->half[half], *old = &cache->half[1 - half];
        MAS_TRY(mas_bind(k, &s->match[half], &mas_match_kernels[0], p->list, cache->past, c->pose, c->data,
                         old->manifold, old->record, now->manifold, now->record));
    }
    return MASSA_OK;
}

void mas_match_record(const mas_match* s, mas_recorder* rec, uint32_t half)
{
    mas_begin(rec, "contact match");
    mas_run_list(rec, &s->match[half], s->pairs, NULL);
    mas_end(rec);
}
