// What happened in a step, in order: what touches and parts (touch.c), bodies that sleep, wake or are lost.
#ifndef MAS_EVENTS_H
#define MAS_EVENTS_H

#include "primitive/compact.h"
#include "rigid.h"
#include "rigid/events_shared.h"
#include "touch.h"

typedef struct mas_events
{
    mas_span lost;      // generation of a body that is lost, by slot, until it is told; else 0
    mas_span told;      // generation of a body that is told to sleep, by slot; else 0
    mas_span news;      // EVENT_* and generation, by slot
    mas_span any;       // header of all slots once a body has news, else of none
    mas_span slot;      // those with news
    mas_span slot_list; // their header
    mas_span room;      // events_room
    mas_span event;     // event_record, before they are in order
    mas_span index[2];  // uint: events in order
    mas_span list[EVENTS_LISTS];
    mas_span counters; // touch's
    mas_compact compact;
    mas_pass look, share, body, rank, merge[2], write;
    uint32_t capacity;
    uint32_t places; // touch's
} mas_events;

extern const mas_kernel_desc mas_events_kernels[];
extern const uint32_t mas_events_kernel_count;

void mas_events_plan(mas_events*, mas_arena*, uint32_t bodies, uint32_t events);
// report: an event_header and the records behind it. ring: where the host reads the records, in words of 16 bytes.
massa_result mas_events_create(mas_events*, mas_kernels*, const mas_bodies*, const mas_touch*, mas_span report,
                               mas_span ring);
void mas_events_reset(const mas_events*, mas_recorder*); // before the first substep
// At the end of the step, after mas_touch_record; touch null: bodies do not meet. ring_at: word where the records go.
void mas_events_record(const mas_events*, mas_recorder*, const mas_touch*, uint32_t bodies, uint32_t ring_at);

#endif
