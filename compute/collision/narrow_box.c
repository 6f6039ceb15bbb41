// Box with box, from a list of pairs to their manifolds.
//   write   the headers of two empty lists
//   sat     the best axis; far pairs end, others go on a list    narrow_box_sat.comp
//   face    clips face against face                              narrow_box_face.comp
//   edge    nearest points of two edges                          narrow_box_edge.comp
// The lists are filled in any order: each pair has its own place in the manifolds.
#include "narrow_box.h"
#include "collision/narrow_shared.h"

enum
{
    SAT,
    FACE,
    EDGE
};

const mas_kernel_desc mas_narrow_box_kernels[] = {
    [SAT]  = { .name = "narrow_box_sat", .access = "urrrrrwxw" },
    [FACE] = { .name = "narrow_box_face", .access = "urrrrrw" },
    [EDGE] = { .name = "narrow_box_edge", .access = "urrrrrw" },
};
const uint32_t mas_narrow_box_kernel_count = MAS_COUNT(mas_narrow_box_kernels);

_Static_assert(MAS_MAX_PAIRS <= 1 << NARROW_AXIS_SHIFT, "an entry holds a pair below its axis");

void mas_narrow_box_plan(mas_narrow_box* s, mas_arena* a, uint32_t pairs)
{
    s->lists = mas_plan(a, MAS_SCRATCH, "box lists", 2, sizeof(list_header));
    s->entry = mas_plan(a, MAS_SCRATCH, "box list entries", 2 * (uint64_t)pairs, 2 * sizeof(uint32_t));
}

massa_result mas_narrow_box_create(mas_narrow_box* s, mas_kernels* k, const mas_colliders* c, mas_span pair,
                                   mas_span index, mas_span list, mas_span manifolds)
{
    s->list = list;
    MAS_TRY(mas_bind(k, &s->sat, &mas_narrow_box_kernels[SAT], c->params, pair, index, list, c->data, c->pose,
                     manifolds, s->lists, s->entry));
    MAS_TRY(mas_bind(k, &s->face, &mas_narrow_box_kernels[FACE], c->params, pair, s->lists, s->entry, c->data, c->pose,
                     manifolds));
    return mas_bind(k, &s->edge, &mas_narrow_box_kernels[EDGE], c->params, pair, s->lists, s->entry, c->data, c->pose,
                    manifolds);
}

void mas_narrow_box_record(const mas_narrow_box* s, mas_recorder* rec)
{
    const uint32_t capacity  = (uint32_t)mas_span_count(s->entry) / 2;
    const list_header none   = mas_list_complete(rec->kernels, 0, capacity);
    const list_header two[2] = { none, none };
    mas_begin(rec, "box contacts");
    mas_write(rec, s->lists, two, sizeof two);
    mas_run_list(rec, &s->sat, s->list, NULL);
    mas_run_list(rec, &s->face, mas_span_part(s->lists, 0, 1), NULL);
    mas_run_list(rec, &s->edge, mas_span_part(s->lists, 1, 1), NULL);
    mas_end(rec);
}
