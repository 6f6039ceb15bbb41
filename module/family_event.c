// Events: what a family tells of itself (family.h).
#include "family_event.h"
#include "family_collision.h"
#include "family_rigid.h"
#include "poll.h"
#include "step.h"

#include <stddef.h>
#include <string.h>

static void event_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    mas_events_plan(&s->event->events, a, d->capacity.bodies, mas_event_room(&d->capacity));
}

static massa_result event_create(mas_simulation* s)
{
    const mas_span told = s->report.part[MAS_FAMILY_event][EVENT_TOLD];
    return mas_events_create(&s->event->events, &s->kernels, &s->rigid->bodies, &s->collision->touch, told,
                             s->report.ring.all);
}

static void event_upload(const mas_step* step)
{
    mas_events_reset(&step->simulation->event->events, step->rec);
}

// The host's word on a body, which may be gone by now.
static uint64_t event_user_of(const massa_world* w, const event_party* p)
{
    const mas_slot* s = &mas_slots(w->tables)[p->body];
    return s->flags != 0 && s->generation == p->generation ? s->user : 0;
}

static bool is_of_pair(uint32_t kind)
{
    return kind >= EVENT_CONTACT_END && kind <= EVENT_SENSOR_ENTER;
}

static massa_event event_of(const massa_world* w, uint64_t step, const event_record* r)
{
    massa_event e = {
        .step   = step,
        .kind   = (massa_event_kind)r->kind,
        .body_a = { mas_id(MAS_ID_BODY, r->a.body, r->a.generation) },
        .user_a = event_user_of(w, &r->a),
    };
    if (!is_of_pair(r->kind)) return e;
    e.body_b     = (massa_body_id){ mas_id(MAS_ID_BODY, r->b.body, r->b.generation) };
    e.user_b     = event_user_of(w, &r->b);
    e.shape_a    = (massa_shape_id){ mas_id(MAS_ID_SHAPE, r->a.shape, r->a.shape_generation) };
    e.shape_b    = (massa_shape_id){ mas_id(MAS_ID_SHAPE, r->b.shape, r->b.shape_generation) };
    e.collider_a = r->a.collider;
    e.collider_b = r->b.collider;
    e.point      = (massa_vec3){ r->point.x, r->point.y, r->point.z };
    e.normal     = (massa_vec3){ r->normal.x, r->normal.y, r->normal.z };
    e.speed      = r->point.w;
    return e;
}

// Whether the step left the bodies as it found them.
static void note_rest(massa_world* w, const mas_hearing* h, const event_header* events)
{
    sleep_state s;
    memcpy(&s, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_SLEEP), sizeof s);
    memcpy(&w->rest.contacts, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_CONTACTS), sizeof w->rest.contacts);
    w->rest.events   = *events;
    const bool rests = h->step >= w->rest.from && s.awake == 0 && s.moving == 0 && events->count == 0;
    w->rest.reports  = rests ? w->rest.reports + 1 : 0;
}

// Sorted as they arrive.
static void event_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const uint8_t* report = mas_heard(w, h, MAS_FAMILY_event, EVENT_TOLD);
    const uint32_t bodies = w->desc.capacity.bodies;
    event_header header;
    memcpy(&header, report, sizeof header);
    for (uint32_t i = 0; i < header.count && i < w->simulation->event->events.capacity; ++i)
    {
        event_record r;
        memcpy(&r, report + sizeof header + i * sizeof r, sizeof r);
        if (r.kind == 0 || r.kind >= EVENT_KINDS || r.a.body >= bodies || r.b.body >= bodies)
            continue; // only if the host polls before its fence
        w->news.events[out->event_count++] = event_of(w, h->step, &r);
    }
    mas_need(h, MAS_FAMILY_event, EVENT_ROOM, header.needed);
    if (h->step > w->restored) w->news.told_places = header.places;
    out->events = w->news.events;
    note_rest(w, h, &header);
}

static uint64_t event_event_bytes(const massa_world_desc* d)
{
    return d->max_steps_in_flight * (uint64_t)mas_event_room(&d->capacity) * sizeof(massa_event);
}

static const mas_world_array event_world_array[] = {
    { offsetof(massa_world, news.events), event_event_bytes },
};

static mas_viewed event_look(const massa_world* w)
{
    mas_span span = w->simulation->report.part[MAS_FAMILY_event][EVENT_TOLD];
    span.stride   = sizeof(event_record);
    return (mas_viewed){ span, w->simulation->event->events.capacity, 0 };
}

static const mas_view_row event_view[] = {
    { MASSA_VIEW_EVENTS, event_look, MASSA_OK, NULL },
};

static uint64_t told_rows(const massa_capacity* c)
{
    return (sizeof(event_header) + mas_event_room(c) * (uint64_t)sizeof(event_record)) / sizeof(mas_uvec4);
}

static const mas_report_row event_report[] = {
    [EVENT_TOLD] = { "events", sizeof(mas_uvec4), told_rows, false, sizeof(event_header) },
};

static uint64_t event_event_room(const massa_world* w)
{
    return w->simulation->event->events.capacity;
}

static const mas_overflow_row event_overflow[] = {
    [EVENT_ROOM] = { "capacity.events", event_event_room, NULL },
};

const mas_family mas_event_family = {
    .name   = "events",
    .size   = sizeof(mas_event_part),
    .plan   = event_plan,
    .create = event_create,
    .upload = event_upload,
    .hear   = event_hear,
    MAS_FEW_ROWS(world_array, event_world_array, MAS_WORLD_ARRAYS),
    MAS_ROWS(view, event_view),
    MAS_FEW_ROWS(report, event_report, MAS_REPORT_PARTS),
    MAS_FEW_ROWS(overflow, event_overflow, MAS_OVERFLOWS),
};
