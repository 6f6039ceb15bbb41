#include "contacts.h"

#include <stdlib.h>

static int by_bodies(const void* x, const void* y)
{
    const joined_pair *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

void oracle_sort_joined(oracle_joined* j)
{
    if (j->count > 1) qsort(j->pair, j->count, sizeof *j->pair, by_bodies);
}

static bool is_joined(const oracle_joined* j, const oracle_colliders* c, const manifold* m)
{
    if (j == NULL || j->count == 0) return false;
    const uint32_t p = c->meet[m->a].who & MEET_BODY_MASK, q = c->meet[m->b].who & MEET_BODY_MASK;
    const joined_pair key = { p < q ? p : q, p < q ? q : p };
    return bsearch(&key, j->pair, j->count, sizeof key, by_bodies) != NULL;
}

uint32_t oracle_contacts(oracle_cache* cache, const oracle_colliders* c, const oracle_joined* joined, uint32_t capacity,
                         uint32_t* contact)
{
    uint32_t needed = 0;
    for (uint32_t i = 0; i < cache->count; ++i)
    {
        manifold* m      = &cache->contact[i];
        const bool apart = m->count != 0 && is_joined(joined, c, m);
        m->flags         = (m->flags & ~(uint32_t)MANIFOLD_JOINED) | (apart ? MANIFOLD_JOINED : 0);
    }
    for (uint32_t touching = 2; touching-- > 0;)
    {
        for (uint32_t i = 0; i < cache->count; ++i)
        {
            const manifold* m = &cache->contact[i];
            if ((c->meet[m->a].who & c->meet[m->b].who & MEET_ASLEEP) != 0) continue;
            if (m->count == 0 || (m->flags & MANIFOLD_TOUCHES) != touching || (m->flags & MANIFOLD_JOINED)) continue;
            if (needed < capacity) contact[needed] = i;
            ++needed;
        }
        if (touching == 1) cache->counters.touching = needed;
    }
    cache->counters.contacts = needed;
    return needed;
}
