// Twin of shaders/rigid/touch*.comp.
#ifndef MAS_ORACLE_TOUCH_H
#define MAS_ORACLE_TOUCH_H

#include "colliders.h"
#include "rigid/touch_shared.h"

#include <stdbool.h>

// What a step finds of its pairs, before anybody knows how much of it has room. To be freed.
typedef struct oracle_touch
{
    uint32_t capacity; // places
    bool* kept;        // by place: told, and still touching
    uint32_t* ended;   // places, in order
    uint32_t* begins;  // pairs, in order
    uint32_t* hits;
    uint32_t ended_count, begin_count, hit_count;
} oracle_touch;

touch_speed oracle_touch_speed(const oracle_bodies*, const oracle_colliders*, uint32_t collider);
// open: capacity places. speed: by collider.
oracle_touch oracle_find_touch(const touch_record* open, uint32_t capacity, const oracle_colliders*,
                               const touch_speed* speed, const manifold* of_pair, uint32_t pairs,
                               const touch_push* push);
void oracle_destroy_touch(oracle_touch*);
// kind: EVENT_CONTACT_HIT, or 0 for what begins.
event_record oracle_touch_event(const oracle_colliders*, const touch_speed* speed, const manifold*, uint32_t kind);

#endif
