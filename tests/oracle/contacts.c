#include "contacts.h"

uint32_t oracle_contacts(oracle_cache* cache, const oracle_colliders* c, uint32_t capacity, uint32_t* contact)
{
    uint32_t needed = 0;
    for (uint32_t touching = 2; touching-- > 0;)
    {
        for (uint32_t i = 0; i < cache->count; ++i)
        {
            const manifold* m = &cache->contact[i];
            if ((c->meet[m->a].who & c->meet[m->b].who & MEET_ASLEEP) != 0) continue;
            if (m->count == 0 || (m->flags & MANIFOLD_TOUCHES) != touching) continue;
            if (needed < capacity) contact[needed] = i;
            ++needed;
        }
        if (touching == 1) cache->counters.touching = needed;
    }
    cache->counters.contacts = needed;
    return needed;
}
