// What sensors report of liquids: the device counts, by collider, the particles inside at the end of a step and of the
// one before.
#include "family_event.h"
#include "family_liquid.h"
#include "poll.h"
#include "step.h"

#include <string.h>

static bool comes_before(const mas_sensor* a, const mas_sensor* b) // of one body
{
    const uint32_t shape_a = (uint32_t)a->shape, shape_b = (uint32_t)b->shape;
    return shape_a != shape_b ? shape_a < shape_b : a->collider < b->collider;
}

// In the order in which they are told: by body, shape, collider. Put in by hand, because a library's sort may allocate.
void mas_list_sensors(const mas_step* now)
{
    const mas_tables* t = now->tables;
    mas_asked* asked    = &now->world->asked;
    mas_step_slot* step = &asked->step[now->slot];
    mas_sensor* list    = asked->sensors + now->slot * (size_t)t->capacity.colliders;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
        step->liquid[i] = t->liquid.liquids[i].generation;
    for (uint32_t b = 0; b < t->body.count; ++b)
    {
        const mas_slot* body = &mas_slots(t)[b];
        const uint32_t first = step->sensor_count;
        for (uint32_t next = body->collider; next != 0; next = mas_collider_slots(t)[next - 1].next)
        {
            const mas_collider_slot* c = &mas_collider_slots(t)[next - 1];
            const uint32_t shape       = (c->child != 0 ? mas_children(t)[c->child - 1].shape : body->shape) - 1;
            const mas_shape* s         = &mas_shapes(t)[shape];
            if ((s->kind & COLLIDER_SENSOR) == 0) continue;
            const mas_sensor sensor = {
                .collider = next - 1,
                .body     = mas_id(MAS_ID_BODY, b, body->generation),
                .shape    = mas_id(MAS_ID_SHAPE, shape, s->generation),
            };
            uint32_t at = step->sensor_count++;
            for (; at > first && comes_before(&sensor, &list[at - 1]); --at)
                list[at] = list[at - 1];
            list[at] = sensor;
        }
    }
}

void mas_hear_sensors(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const massa_capacity* c = &w->desc.capacity;
    const mas_step_slot* s  = &w->asked.step[h->slot];
    const uint8_t* sensed   = mas_heard(w, h, MAS_FAMILY_liquid, LIQUID_SENSED);
    const uint32_t room     = mas_event_room(c);
    uint32_t there          = 0;
    for (uint32_t i = 0; i < s->sensor_count; ++i)
    {
        const mas_sensor* m = &w->asked.sensors[h->slot * (size_t)c->colliders + i];
        for (uint32_t liquid = 0; liquid < MASSA_MAX_LIQUIDS; ++liquid)
        {
            const uint64_t at    = m->collider * (uint64_t)LIQUID_MAX + liquid,
                           after = at + c->colliders * (uint64_t)LIQUID_MAX;
            uint32_t before, now;
            memcpy(&before, sensed + at * sizeof before, sizeof before);
            memcpy(&now, sensed + after * sizeof now, sizeof now);
            if (before == now || ++there > room) continue;
            w->news.liquid_events[out->liquid_event_count++] = (massa_liquid_event){
                .step   = h->step,
                .body   = { m->body },
                .shape  = { m->shape },
                .liquid = { mas_id(MAS_ID_LIQUID, liquid, s->liquid[liquid]) },
                .count  = now,
                .before = before,
            };
        }
    }
    mas_need(h, MAS_FAMILY_event, EVENT_ROOM, there);
}
