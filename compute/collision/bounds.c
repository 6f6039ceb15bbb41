// Where colliders are, and how far they may come in this step.
//   place   colliders, bodies -> poses, boxes, filters   bounds.comp
#include "bounds.h"

const mas_kernel_desc mas_bounds_kernels[] = {
    { .name = "bounds", .access = "urRRRRwww", .push = sizeof(mas_range) },
};
const uint32_t mas_bounds_kernel_count = MAS_COUNT(mas_bounds_kernels);

massa_result mas_bounds_create(mas_bounds* s, mas_kernels* k, const mas_colliders* c, const mas_bodies* b)
{
    return mas_bind(k, &s->place, &mas_bounds_kernels[0], c->params, c->data, b->mass, b->trait, b->pose, b->motion,
                    c->pose, c->box, c->meet);
}

void mas_bounds_record(const mas_bounds* s, mas_recorder* rec, uint32_t colliders, uint32_t bodies)
{
    if (colliders == 0) return;
    mas_begin(rec, "bounds");
    // Free slots name body 0, which is there even when no body is in use.
    mas_run_each(rec, &s->place, colliders, bodies > 0 ? bodies : 1, NULL);
    mas_end(rec);
}
