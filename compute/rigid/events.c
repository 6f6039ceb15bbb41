// Events of a step, sorted: today the bodies that left the numbers.
//   compact  flags by slot -> slots, in order          compact.c
//   write    slots -> event records                    events.comp
//   clear    flags, for the next step                  fill.c
// All of it runs on the header `any`, which stays empty until integrate loses a body: a quiet step pays for empty
// dispatches only.
#include "events.h"

const mas_kernel_desc mas_events_kernels[] = { { .name = "events", .access = "rrrw" } };
const uint32_t mas_events_kernel_count     = MAS_COUNT(mas_events_kernels);

void mas_events_plan(mas_events* s, mas_arena* a, uint32_t bodies, uint32_t events)
{
    s->lost      = mas_plan(a, MAS_STATE, "lost bodies", bodies, sizeof(uint32_t));
    s->any       = mas_plan_list(a, MAS_SCRATCH, "any body lost");
    s->lost_slot = mas_plan(a, MAS_SCRATCH, "lost slots", events, sizeof(uint32_t));
    mas_compact_plan(&s->compact, a, bodies);
}

massa_result mas_events_create(mas_events* s, mas_kernels* k, mas_span list, mas_span event)
{
    s->list = list;
    MAS_TRY(mas_compact_create(&s->compact, k, s->lost, s->any, s->lost_slot, list));
    MAS_TRY(mas_bind(k, &s->write, &mas_events_kernels[0], list, s->lost_slot, s->lost, event));
    return mas_list_fill_create(&s->clear, k, s->lost, s->any);
}

void mas_events_reset(const mas_events* s, mas_recorder* rec)
{
    mas_fill(rec, s->any, 0);
}

void mas_events_record(const mas_events* s, mas_recorder* rec)
{
    const uint32_t none = 0;
    mas_begin(rec, "events");
    mas_compact_record(&s->compact, rec);
    mas_run_list(rec, &s->write, s->list, NULL);
    mas_list_fill_record(&s->clear, rec, &none);
    mas_end(rec);
}
