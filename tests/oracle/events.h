// Twin of shaders/rigid/events*.comp.
#ifndef MAS_ORACLE_EVENTS_H
#define MAS_ORACLE_EVENTS_H

#include "bodies.h"
#include "touch.h"

// What is told of touching, from step to step, and what a step found of its pairs.
typedef struct oracle_events_pairs
{
    touch_record* open;
    const oracle_touch* found;
    const oracle_colliders* colliders;
    const touch_speed* speed;
    const manifold* of_pair;
} oracle_events_pairs;

// The events of a step, in order, at most capacity of them. told: by body, generation of one that is told to sleep.
// pairs null: bodies do not meet.
event_header oracle_events(oracle_bodies*, uint32_t body_count, uint32_t* told, const oracle_events_pairs* pairs,
                           event_record* events, uint32_t capacity);

#endif
