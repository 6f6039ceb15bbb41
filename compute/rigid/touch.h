// Pairs that touch, from step to step, and which of them have been reported, so that every beginning has its end.
#ifndef MAS_TOUCH_H
#define MAS_TOUCH_H

#include "collision/collision.h"
#include "primitive/compact.h"
#include "rigid.h"
#include "rigid/touch_shared.h"

typedef struct mas_touch
{
    mas_span used;  // uint: places below this may be taken
    mas_span open;  // touch_record by place: told to touch, not told to part
    mas_span speed; // touch_speed, by collider
    mas_span work, counters, flag_list, flag;
    mas_span link;
    mas_span order;      // uint: what ended, free places, pairs that begin, pairs that hit; as rows of flag
    mas_span order_list; // its header
    mas_span pairs;      // header of the step's pairs
    mas_compact compact;
    mas_pass speeds, chain, find, end, begin;
    uint32_t capacity; // places: pairs told to touch at a time
    uint32_t mask;
} mas_touch;

extern const mas_kernel_desc mas_touch_kernels[];
extern const uint32_t mas_touch_kernel_count;

void mas_touch_plan(mas_touch*, mas_arena*, uint32_t colliders, uint32_t pairs);
// pairs: header of the manifolds. room, event: of the events stage.
massa_result mas_touch_create(mas_touch*, mas_kernels*, const mas_colliders*, const mas_bodies*, mas_span pairs,
                              mas_span of_pair, mas_span room, mas_span event);
// When colliders have their poses and before bodies move: how fast they come.
void mas_touch_record_speeds(const mas_touch*, mas_recorder*, uint32_t colliders, uint32_t bodies);
// At the end of the step. reach: m, that two may be apart and still touch, if they did.
touch_push mas_touch_push(const mas_touch*, float dt, float hit_speed, float reach);
void mas_touch_record(const mas_touch*, mas_recorder*, const touch_push*);
// Is part of it: chains, as many as the mask says, and counters of nothing.
void mas_touch_reset(const mas_touch*, mas_recorder*, uint32_t mask);
// When the events stage knows which events have room: lists are headers of what ended, and of what begins or hits.
void mas_touch_record_told(const mas_touch*, mas_recorder*, mas_span ended, mas_span pairs);

#endif
