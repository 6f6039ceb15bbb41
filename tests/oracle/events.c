#include "events.h"

uint32_t oracle_events(oracle_bodies* b, uint32_t body_count, event_record* events, uint32_t capacity)
{
    uint32_t needed = 0;
    for (uint32_t i = 0; i < body_count; ++i)
    {
        if (b->lost[i] == 0) continue;
        if (needed < capacity) events[needed] = (event_record){ EVENT_BODY_LOST, i, b->lost[i], 0 };
        b->lost[i] = 0;
        ++needed;
    }
    return needed;
}
