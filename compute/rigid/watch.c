// The few bodies whose motion the host wants back.
//   gather   watched slots -> pose, velocity, angular velocity in world axes   watch.comp
#include "watch.h"

const mas_kernel_desc mas_watch_kernels[] = { { .name = "watch", .access = "urRRRRw", .push = sizeof(mas_range) } };
const uint32_t mas_watch_kernel_count     = MAS_COUNT(mas_watch_kernels);

massa_result mas_watch_create(mas_watch* s, mas_kernels* k, const mas_bodies* b, mas_span params, mas_span watched,
                              mas_span answers)
{
    return mas_bind(k, &s->gather, &mas_watch_kernels[0], params, watched, b->mass, b->trait, b->pose, b->motion,
                    answers);
}

void mas_watch_record(const mas_watch* s, mas_recorder* rec, uint32_t watched_count, uint32_t body_count)
{
    if (watched_count == 0) return;
    mas_begin(rec, "watch");
    mas_run_each(rec, &s->gather, watched_count, body_count, NULL);
    mas_end(rec);
}
