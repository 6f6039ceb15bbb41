#ifndef MAS_EVENTS_H
#define MAS_EVENTS_H

#include "primitive/compact.h"
#include "primitive/fill.h"
#include "rigid.h"
#include "rigid/events_shared.h"

typedef struct mas_events
{
    mas_span lost;      // generation of a body lost in this step, by slot; all 0 between steps
    mas_span any;       // header of all slots once a body is lost, else of none
    mas_span lost_slot; // the lost ones
    mas_span list;      // header of lost_slot and of the events
    mas_compact compact;
    mas_pass write;
    mas_list_fill clear;
} mas_events;

extern const mas_kernel_desc mas_events_kernels[];
extern const uint32_t mas_events_kernel_count;

void mas_events_plan(mas_events*, mas_arena*, uint32_t bodies, uint32_t events);
massa_result mas_events_create(mas_events*, mas_kernels*, mas_span list, mas_span event);
void mas_events_reset(const mas_events*, mas_recorder*); // before the first substep
void mas_events_record(const mas_events*, mas_recorder*);

#endif
