// Whether a pair touches or is about to. Pairs that nothing moves are left out, and so are those that a joint keeps
// apart, which are marked.
// The kernel binds push, list, of_pair, meet and joined.
#ifndef MAS_CONTACTS_CLASSES_GLSL
#define MAS_CONTACTS_CLASSES_GLSL

#include "list.glsl"
#include "collision/cache_shared.h"
#include "collision/joined_shared.h"

const uint CONTACT_NONE = 0u, CONTACT_TOUCHES = 1u, CONTACT_NEAR = 2u;

// Whether a joint keeps the bodies of two colliders from meeting.
bool is_joined(uint a, uint b)
{
    uint p = meet[a].who & MEET_BODY_MASK, q = meet[b].who & MEET_BODY_MASK;
    uint lo = min(p, q), hi = max(p, q);
    uint h = (lo * JOINED_A) ^ (hi * JOINED_B);
    h      = (h ^ (h >> 15)) * JOINED_MIX;
    h      = h ^ (h >> 15);
    for (;; ++h)
    {
        joined_pair other = joined[h & push.mask]; // at least every second place is empty
        if (other.b == 0u) return false;
        if (other.a == lo && other.b == hi) return true;
    }
    return false;
}

// What pair i is: CONTACT_*. Marks it if a joint keeps the two apart.
uint contact_class(uint i)
{
    uint flags    = of_pair[i].flags;
    bool asleep   = (meet[of_pair[i].a].who & meet[of_pair[i].b].who & MEET_ASLEEP) != 0u;
    bool near     = of_pair[i].count != 0u;
    bool apart    = near && push.mask != 0u && is_joined(of_pair[i].a, of_pair[i].b);
    if (apart != ((flags & MANIFOLD_JOINED) != 0u)) of_pair[i].flags = flags ^ MANIFOLD_JOINED;
    near = near && !apart && !asleep;
    bool touching = near && (flags & MANIFOLD_TOUCHES) != 0u;
    return touching ? CONTACT_TOUCHES : near ? CONTACT_NEAR : CONTACT_NONE;
}

#endif
