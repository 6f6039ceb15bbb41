// What freshly detected manifolds remember of the last step.
//   match   impulses by feature or place; where the colliders are now   match.comp
#include "match.h"

const mas_kernel_desc mas_match_kernels[] = {
    { .name = "match", .access = "rrrrrxw" },
};
const uint32_t mas_match_kernel_count = MAS_COUNT(mas_match_kernels);

massa_result mas_match_create(mas_match* s, mas_kernels* k, const mas_colliders* c, const mas_cache* cache,
                              const mas_bins* bins)
{
    s->list = bins->list[BIN_ALL];
    return mas_bind(k, &s->match, &mas_match_kernels[0], bins->all, cache->past, c->pose, c->data, cache->old,
                    cache->manifold, cache->record);
}

void mas_match_record(const mas_match* s, mas_recorder* rec)
{
    mas_begin(rec, "contact match");
    mas_run_list(rec, &s->match, s->list, NULL);
    mas_end(rec);
}
