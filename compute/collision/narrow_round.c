// The narrow phase of pairs that have closed forms: planes with everything, spheres and capsules with everything.
//   detect   pairs of a list -> their manifolds   narrow_round.comp
#include "narrow_round.h"

const mas_kernel_desc mas_narrow_round_kernels[] = {
    { .name = "narrow_round", .access = "urrrrrrw" },
};
const uint32_t mas_narrow_round_kernel_count = MAS_COUNT(mas_narrow_round_kernels);

massa_result mas_narrow_round_create(mas_narrow_round* s, mas_kernels* k, const mas_colliders* c, mas_span pair,
                                     mas_span index, mas_span list, mas_span manifolds)
{
    s->list = list;
    return mas_bind(k, &s->detect, mas_narrow_round_kernels, c->params, pair, index, list, c->data, c->pose, c->hull,
                    manifolds);
}

void mas_narrow_round_record(const mas_narrow_round* s, mas_recorder* rec)
{
    mas_run_list(rec, &s->detect, s->list, NULL);
}
