// Events of a step, in order.
//   look     bodies that are lost, fell asleep or woke                events_look.comp
//   compact  flags by slot -> slots, in order                         compact.c
//   share    how many there is room for                               events_room.comp, one thread
//   told     what ends, what begins, hits -> events                   touch.c
//   body     news of bodies -> events                                 events_body.comp
//   rank     runs of EVENTS_RANK events, each in order                events_rank.comp
//   merge    two runs to one, until all are one                       events_merge.comp
//   write    events in order, for shaders and for the host            events.comp
// Merging and not a radix sort: the key has five words, and most steps have few events. All passes but look and share
// run from headers: a step without events pays for empty dispatches only, and only the events that are there are copied
// to the host.
#include "events.h"

enum
{
    LOOK,
    SHARE,
    BODY,
    RANK,
    MERGE,
    WRITE
};

const mas_kernel_desc mas_events_kernels[] = {
    [LOOK]  = { .name = "events_look", .access = "Rrrwx", .push = sizeof(events_push) },
    [SHARE] = { .name = "events_room", .access = "rrrwww", .push = sizeof(events_push) },
    [BODY]  = { .name = "events_body", .access = "rrrwww" },
    [RANK]  = { .name = "events_rank", .access = "rrw" },
    [MERGE] = { .name = "events_merge", .access = "rrrw", .push = sizeof(events_push) },
    [WRITE] = { .name = "events", .access = "rrrrww", .push = sizeof(events_push) },
};
const uint32_t mas_events_kernel_count = MAS_COUNT(mas_events_kernels);

_Static_assert(sizeof(events_list) == MAS_SPAN_ALIGNMENT, "each header is bound by itself");
_Static_assert(sizeof(event_record) == 5 * sizeof(mas_uvec4), "as events.comp writes it to the ring");
_Static_assert(EVENTS_RANK << (EVENTS_LISTS - EVENTS_MERGES) >= 1 << 16, "enough merges for capacity.events");

void mas_events_plan(mas_events* s, mas_arena* a, uint32_t bodies, uint32_t events)
{
    s->capacity  = events;
    s->lost      = mas_plan(a, MAS_STATE, "lost bodies", bodies, sizeof(uint32_t));
    s->told      = mas_plan(a, MAS_STATE, "told asleep", bodies, sizeof(uint32_t));
    s->news      = mas_plan(a, MAS_SCRATCH, "news of bodies", bodies, sizeof(uint32_t));
    s->any       = mas_plan_list(a, MAS_SCRATCH, "any news");
    s->slot      = mas_plan(a, MAS_SCRATCH, "slots with news", events, sizeof(uint32_t));
    s->slot_list = mas_plan_list(a, MAS_SCRATCH, "slot list");
    s->room      = mas_plan(a, MAS_SCRATCH, "room for events", 1, sizeof(events_room));
    s->event     = mas_plan(a, MAS_SCRATCH, "events", events, sizeof(event_record));
    for (uint32_t k = 0; k < 2; ++k)
        s->index[k] = mas_plan(a, MAS_SCRATCH, "event order", events, sizeof(uint32_t));
    for (uint32_t k = 0; k < EVENTS_LISTS; ++k)
        s->list[k] = (mas_span){ s->room.memory, sizeof(list_header), s->room.offset + k * sizeof(events_list),
                                 sizeof(list_header) };
    mas_compact_plan(&s->compact, a, bodies);
}

massa_result mas_events_create(mas_events* s, mas_kernels* k, const mas_bodies* b, const mas_touch* t, mas_span report,
                               mas_span ring)
{
    const mas_kernel_desc* kernel = mas_events_kernels;
    s->counters                   = t->counters;
    s->places                     = t->capacity;
    MAS_TRY(mas_bind(k, &s->look, &kernel[LOOK], b->trait, s->lost, s->told, s->news, s->any));
    MAS_TRY(mas_compact_create(&s->compact, k, s->news, s->any, s->slot, s->slot_list));
    MAS_TRY(mas_bind(k, &s->share, &kernel[SHARE], t->counters, t->order, s->slot_list, s->room, report, t->used));
    MAS_TRY(mas_bind(k, &s->body, &kernel[BODY], s->room, s->slot, s->news, s->lost, s->told, s->event));
    MAS_TRY(mas_bind(k, &s->rank, &kernel[RANK], s->room, s->event, s->index[0]));
    for (uint32_t i = 0; i < 2; ++i)
        MAS_TRY(mas_bind(k, &s->merge[i], &kernel[MERGE], s->room, s->event, s->index[i], s->index[1 - i]));
    return mas_bind(k, &s->write, &kernel[WRITE], s->room, s->event, s->index[0], s->index[1], report, ring);
}

void mas_events_reset(const mas_events* s, mas_recorder* rec)
{
    mas_fill(rec, s->any, 0);
}

void mas_events_record(const mas_events* s, mas_recorder* rec, const mas_touch* touch, uint32_t bodies,
                       uint32_t ring_at)
{
    const events_push all = { .number = bodies }, room = { .number = s->capacity, .places = s->places };
    const mas_span every = s->list[EVENTS_ALL];
    mas_begin(rec, "events");
    if (touch == NULL) mas_fill(rec, s->counters, 0);
    if (bodies > 0) mas_run(rec, &s->look, bodies, &all);
    mas_compact_record(&s->compact, rec);
    mas_run(rec, &s->share, 1, &room);
    if (touch != NULL) mas_touch_record_told(touch, rec, s->list[EVENTS_ENDED], s->list[EVENTS_PAIRS]);
    mas_run_list(rec, &s->body, s->list[EVENTS_BODIES], NULL);
    mas_run_list(rec, &s->rank, every, NULL);
    uint32_t merges = 0;
    for (uint32_t run = EVENTS_RANK; run < s->capacity; run *= 2, ++merges)
        mas_run_list(rec, &s->merge[merges % 2], s->list[EVENTS_MERGES + merges], &(events_push){ .number = run });
    mas_run_list(rec, &s->write, every, &(events_push){ .number = ring_at });
    mas_end(rec);
}
