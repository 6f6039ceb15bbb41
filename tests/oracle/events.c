#include "events.h"

#include <stdlib.h>

static int compare(uint32_t x, uint32_t y)
{
    return x < y ? -1 : x > y;
}

static int by_kind_and_bodies(const void* left, const void* right)
{
    const event_record *x = left, *y = right;
    int c = compare(x->kind, y->kind);
    if (c == 0) c = compare(x->a.body, y->a.body);
    if (c == 0) c = compare(x->b.body, y->b.body);
    if (c == 0) c = compare(x->a.collider, y->a.collider);
    return c != 0 ? c : compare(x->b.collider, y->b.collider);
}

// Of the body in a slot: kind 0 when there are none.
static event_record news_of(const oracle_bodies* b, const uint32_t* told, uint32_t slot)
{
    const uint32_t tag = b->trait[slot].tag, generation = tag >> BODY_FLAG_BITS;
    event_record e = { .a = { .body = slot, .generation = generation } };
    if (b->lost[slot] != 0)
    {
        e.kind         = EVENT_BODY_LOST;
        e.a.generation = b->lost[slot];
    }
    else if (tag & BODY_ALIVE)
    {
        const bool asleep = tag & BODY_ASLEEP, known = told[slot] == generation;
        if (asleep && !known) e.kind = EVENT_BODY_SLEEP;
        if (!asleep && known) e.kind = EVENT_BODY_WAKE;
    }
    return e;
}

// What ends; places are free from then on. Returns the number of events.
static uint32_t tell_ended(const oracle_events_pairs* p, event_record* events, uint32_t room)
{
    const uint32_t n = p->found->ended_count < room ? p->found->ended_count : room;
    for (uint32_t i = 0; i < n; ++i)
    {
        touch_record* r = &p->open[p->found->ended[i]];
        events[i]       = (event_record){ .a    = r->a,
                                          .b    = r->b,
                                          .kind = r->kind == EVENT_SENSOR_ENTER ? EVENT_SENSOR_LEAVE : EVENT_CONTACT_END };
        *r              = (touch_record){ 0 };
    }
    return n;
}

static uint32_t tell_pairs(const oracle_events_pairs* p, event_record* events, uint32_t room)
{
    const oracle_touch* f = p->found;
    uint32_t n = 0, place = 0;
    for (uint32_t i = 0; i < f->begin_count && n < room; ++i)
    {
        while (place < f->capacity && p->open[place].kind != 0)
            ++place;
        if (place == f->capacity) break;
        const event_record e = oracle_touch_event(p->colliders, p->speed, &p->of_pair[f->begins[i]], 0);
        p->open[place++]     = (touch_record){ e.a, e.b, e.kind, 0 };
        events[n++]          = e;
    }
    for (uint32_t i = 0; i < f->hit_count && n < room; ++i)
        events[n++] = oracle_touch_event(p->colliders, p->speed, &p->of_pair[f->hits[i]], EVENT_CONTACT_HIT);
    return n;
}

event_header oracle_events(oracle_bodies* b, uint32_t body_count, uint32_t* told, const oracle_events_pairs* pairs,
                           event_record* events, uint32_t capacity)
{
    uint32_t n = pairs != NULL ? tell_ended(pairs, events, capacity) : 0;
    uint32_t needed = pairs != NULL ? pairs->found->ended_count : 0;
    for (uint32_t i = 0; i < body_count; ++i)
    {
        const event_record e = news_of(b, told, i);
        if (e.kind == 0) continue;
        ++needed;
        if (n == capacity) continue; // waits
        events[n++] = e;
        if (e.kind == EVENT_BODY_LOST) b->lost[i] = 0;
        if (e.kind == EVENT_BODY_SLEEP) told[i] = e.a.generation;
        if (e.kind == EVENT_BODY_WAKE) told[i] = 0;
    }
    uint32_t places = 0;
    if (pairs != NULL)
    {
        const oracle_touch* f = pairs->found;
        n += tell_pairs(pairs, events + n, capacity - n);
        needed += f->begin_count + f->hit_count;
        for (uint32_t i = 0; i < f->capacity; ++i)
            if (pairs->open[i].kind != 0) places = i + 1;
    }
    qsort(events, n, sizeof *events, by_kind_and_bodies);
    return (event_header){ n, capacity, needed, places };
}
