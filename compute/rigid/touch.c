// Pairs that touch, and which of them have been reported. A reported pair has a place until its end is reported; there
// are as many places as pairs. A pair that begins to touch takes the lowest free place.
//   speeds   of colliders, when the step begins                         touch_speed.comp
//   chain    places by hash of their colliders; all have ended, so far  touch_link.comp
//   find     pairs that still touch, begin, hit                         touch.comp
//   compact  flags -> ended, free places, begins, hits, in order        compact.c, two dispatches
// then events.c says how many of these have room:
//   end      events of pairs that ended; their places are free          touch_end.comp
//   begin    events of pairs that begin, which take places, and hits    touch_begin.comp
// Pairs are known by their colliders. Numbers of pairs would not do: they change whenever the list of pairs does, and
// two bodies that are lifted and put down in one step are still the same pair. A manifold remembers the place, or that
// there is none, while the pair is in the list and its colliders are the same, so only new pairs are looked up.
#include "touch.h"
#include "collision/cache_shared.h"

enum
{
    SPEEDS,
    CHAIN,
    FIND,
    END,
    BEGIN
};

const mas_kernel_desc mas_touch_kernels[] = {
    [SPEEDS] = { .name = "touch_speed", .access = "urRRRRrw", .push = sizeof(mas_range) },
    [CHAIN]  = { .name = "touch_link", .access = "rrrxx", .push = sizeof(touch_push) },
    [FIND]   = { .name = "touch", .access = "rxrrrrrx", .push = sizeof(touch_push) },
    [END]    = { .name = "touch_end", .access = "rrxw" },
    [BEGIN]  = { .name = "touch_begin", .access = "rrxrrrww" },
};
const uint32_t mas_touch_kernel_count = MAS_COUNT(mas_touch_kernels);

_Static_assert(sizeof(touch_counters) == MAS_SPAN_ALIGNMENT && sizeof(touch_list) == MAS_SPAN_ALIGNMENT,
               "each is bound by itself");

static mas_span part(mas_span all, uint64_t first, uint64_t count, uint32_t stride)
{
    return (mas_span){ all.memory, stride, all.offset + first, count * stride };
}

void mas_touch_plan(mas_touch* s, mas_arena* a, uint32_t colliders, uint32_t pairs)
{
    const uint64_t flags = 4 * (uint64_t)pairs;
    s->capacity          = pairs;
    s->mask              = 63;
    while (s->mask + 1 < pairs)
        s->mask = 2 * s->mask + 1;
    s->used  = mas_plan(a, MAS_STATE, "places told touching", 1, sizeof(uint32_t));
    s->open  = mas_plan(a, MAS_STATE, "told touching", pairs, sizeof(touch_record));
    s->speed = mas_plan(a, MAS_SCRATCH, "collider speeds", colliders, sizeof(touch_speed));
    s->work =
        mas_plan(a, MAS_SCRATCH, "touch flags", 2 * MAS_SPAN_ALIGNMENT / sizeof(uint32_t) + flags, sizeof(uint32_t));
    s->link       = mas_plan(a, MAS_SCRATCH, "touch chains", (uint64_t)s->mask + 1 + pairs, sizeof(uint32_t));
    s->order      = mas_plan(a, MAS_SCRATCH, "touch order", flags, sizeof(uint32_t));
    s->order_list = mas_plan_list(a, MAS_SCRATCH, "touch order list");
    s->counters   = part(s->work, 0, 1, sizeof(touch_counters));
    s->flag_list  = part(s->work, MAS_SPAN_ALIGNMENT, 1, sizeof(list_header));
    s->flag       = part(s->work, 2 * MAS_SPAN_ALIGNMENT, flags, sizeof(uint32_t));
    mas_compact_plan(&s->compact, a, (uint32_t)flags);
}

massa_result mas_touch_create(mas_touch* s, mas_kernels* k, const mas_colliders* c, const mas_bodies* b, mas_span pairs,
                              mas_span of_pair, mas_span room, mas_span event)
{
    s->pairs = pairs;
    MAS_TRY(mas_bind(k, &s->speeds, &mas_touch_kernels[SPEEDS], c->params, c->data, b->mass, b->trait, b->pose,
                     b->motion, c->pose, s->speed));
    MAS_TRY(mas_bind(k, &s->chain, &mas_touch_kernels[CHAIN], pairs, s->used, s->open, s->link, s->work));
    MAS_TRY(mas_bind(k, &s->find, &mas_touch_kernels[FIND], pairs, of_pair, c->pose, s->speed, c->data, s->link,
                     s->open, s->work));
    MAS_TRY(mas_compact_create(&s->compact, k, s->flag, s->flag_list, s->order, s->order_list));
    MAS_TRY(mas_bind(k, &s->end, &mas_touch_kernels[END], room, s->order, s->open, event));
    return mas_bind(k, &s->begin, &mas_touch_kernels[BEGIN], room, s->order, of_pair, c->pose, s->speed, c->data,
                    s->open, event);
}

void mas_touch_record_speeds(const mas_touch* s, mas_recorder* rec, uint32_t colliders, uint32_t bodies)
{
    mas_begin(rec, "touch speeds");
    mas_run_each(rec, &s->speeds, colliders, bodies > 0 ? bodies : 1, NULL); // free slots name body 0
    mas_end(rec);
}

touch_push mas_touch_push(const mas_touch* s, float dt, float hit_speed, float reach)
{
    return (touch_push){ .capacity = s->capacity, .mask = s->mask, .dt = dt, .hit_speed = hit_speed, .reach = reach };
}

void mas_touch_reset(const mas_touch* s, mas_recorder* rec, uint32_t mask)
{
    mas_fill(rec, s->counters, 0);
    mas_fill(rec, part(s->link, 0, (uint64_t)mask + 1, sizeof(uint32_t)), LINK_END);
}

void mas_touch_record(const mas_touch* s, mas_recorder* rec, const touch_push* push)
{
    mas_begin(rec, "touch");
    mas_touch_reset(s, rec, push->mask);
    mas_run(rec, &s->chain, s->capacity, push);
    mas_run_list(rec, &s->find, s->pairs, push);
    mas_compact_record(&s->compact, rec);
    mas_end(rec);
}

void mas_touch_record_told(const mas_touch* s, mas_recorder* rec, mas_span ended, mas_span pairs)
{
    mas_run_list(rec, &s->end, ended, NULL);
    mas_run_list(rec, &s->begin, pairs, NULL);
}
