// Box with hull, and hull with hull, from a list of pairs to their manifolds.
//   sat    what parts the two, or overlaps least    narrow_hull_sat.comp
//   meet   clips faces, or nearest points of edges  narrow_hull_meet.comp
// Both run over the same list: what sat finds is in the order of its entries.
#include "narrow_hull.h"
#include "collision/narrow_shared.h"

enum
{
    SAT,
    MEET
};

const mas_kernel_desc mas_narrow_hull_kernels[] = {
    [SAT]  = { .name = "narrow_hull_sat", .access = "urrrrrrw" },
    [MEET] = { .name = "narrow_hull_meet", .access = "urrrrrrrw" },
};
const uint32_t mas_narrow_hull_kernel_count = MAS_COUNT(mas_narrow_hull_kernels);

void mas_narrow_hull_plan(mas_narrow_hull* s, mas_arena* a, uint32_t pairs)
{
    s->found = mas_plan(a, MAS_SCRATCH, "hull axes", pairs, 2 * sizeof(uint32_t));
}

massa_result mas_narrow_hull_create(mas_narrow_hull* s, mas_kernels* k, const mas_colliders* c, mas_span pair,
                                    mas_span index, mas_span list, mas_span manifolds)
{
    s->list = list;
    MAS_TRY(mas_bind(k, &s->sat, &mas_narrow_hull_kernels[SAT], c->params, pair, index, list, c->data, c->pose, c->hull,
                     s->found));
    return mas_bind(k, &s->meet, &mas_narrow_hull_kernels[MEET], c->params, pair, index, list, c->data, c->pose,
                    c->hull, s->found, manifolds);
}

void mas_narrow_hull_record(const mas_narrow_hull* s, mas_recorder* rec)
{
    mas_begin(rec, "hull contacts");
    mas_run_list(rec, &s->sat, s->list, NULL);
    mas_run_list(rec, &s->meet, s->list, NULL);
    mas_end(rec);
}
