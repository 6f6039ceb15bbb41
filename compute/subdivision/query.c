// Closest points and rays on the limit surface: a few candidates from the tree, then Newton's method in (u, v).
//   closest  records, tree, points -> patch, u, v, distance     query_closest.comp
//   ray      the same for rays                                  query_ray.comp
//   finish   patch, u, v -> position, normal, velocity, face    query_answer.comp
// Kernels of their own for the two kinds: each is as large as drivers compile in reasonable time.
#include "query.h"

enum
{
    CLOSEST,
    RAY,
    FINISH
};

const mas_kernel_desc mas_query_kernels[] = {
    [CLOSEST] = { .name = "query_closest", .access = "rrrrrrrw", .push = sizeof(query_push) },
    [RAY]     = { .name = "query_ray", .access = "rrrrrrrw", .push = sizeof(query_push) },
    [FINISH]  = { .name = "query_answer", .access = "rrrrrrx", .push = sizeof(query_push) },
};
const uint32_t mas_query_kernel_count = MAS_COUNT(mas_query_kernels);

void mas_query_plan(mas_query* q, mas_arena* a, uint32_t capacity)
{
    *q        = (mas_query){ .capacity = capacity };
    q->record = mas_plan(a, MAS_SCRATCH, "queries", capacity, sizeof(query_record));
    q->answer = mas_plan(a, MAS_SCRATCH, "answers", capacity, sizeof(query_answer));
}

massa_result mas_query_create(mas_query* q, mas_kernels* k, const mas_surfaces* s, const mas_refit* r)
{
    q->patches  = r->patches;
    q->boxes    = r->boxes;
    q->surfaces = r->surfaces;
    for (int kind = CLOSEST; kind <= RAY; ++kind)
        MAS_TRY(mas_bind(k, kind == CLOSEST ? &q->closest : &q->ray, &mas_query_kernels[kind], q->record, s->point,
                         s->patch, s->regular, s->gregory, r->node, r->box, q->answer));
    return mas_bind(k, &q->finish, &mas_query_kernels[FINISH], q->record, s->point, s->previous, s->patch, s->regular,
                    s->gregory, q->answer);
}

void mas_query_record(const mas_query* q, mas_recorder* rec, uint32_t count, float inverse_dt)
{
    if (count == 0) return;
    const query_push push = {
        .patches = q->patches, .boxes = q->boxes, .surfaces = q->surfaces, .inverse_dt = inverse_dt
    };
    mas_begin(rec, "surface queries");
    mas_run(rec, &q->closest, count, &push);
    mas_run(rec, &q->ray, count, &push);
    mas_run(rec, &q->finish, count, &push);
    mas_end(rec);
}
