// Which pairs touch, and which of them have been reported. A touch lasts
//   sensors   while the shapes overlap
//   contacts  from the step in which they overlap, the solver pushed, or they would meet within the step as they move
//             now (a ball may come, bounce and leave within one step), until they are push.reach apart (resting
//             bodies tremble)
// The kernel binds push, pairs, of_pair, pose, speed, data, link, open, counters, flags and flag.
#ifndef MAS_TOUCH_FIND_GLSL
#define MAS_TOUCH_FIND_GLSL

#include "list.glsl"
#include "collision/ahead.glsl"
#include "collision/cache.glsl"
#include "rigid/touch_shared.h"

#include "rigid/touch.glsl"

// A body that was destroyed, or got another shape, counts as another one, though its collider's slot may be the same.
bool is(event_party x, event_party y)
{
    return x.collider == y.collider && x.body == y.body && x.generation == y.generation && x.shape == y.shape &&
           x.shape_generation == y.shape_generation;
}

uint find(uint a, uint b)
{
    bool turned = touch_turned(data[a], data[b]);
    event_party first  = touch_party(data[turned ? b : a], turned ? b : a);
    event_party second = touch_party(data[turned ? a : b], turned ? a : b);
    uint at = link[pair_hash(min(a, b), max(a, b)) & push.mask];
    while (at != LINK_END && !(is(open[at].a, first) && is(open[at].b, second))) at = link[push.mask + 1u + at];
    return at;
}

// The place that the manifold remembers. A place is the pair's if it names the pair's colliders: while the pair is in
// the list, another stamp would have made the manifold forget the place. Places from used on are free.
uint remembered(uint flags, uint a, uint b)
{
    uint at = (flags >> MANIFOLD_TOLD_SHIFT) - 1u;
    bool is = at < counters.used, theirs = false;
    if (is)
    {
        uint first = open[at].a.collider, second = open[at].b.collider;
        theirs = (first == a && second == b) || (first == b && second == a);
    }
    if (theirs) return at;
    return is || (flags & MANIFOLD_NEW) != 0u ? find(a, b) : LINK_END;
}

void find_touch(uint i)
{
    uint n = counters.used;
    uint begin = (2u * n) + i, hit = begin + pairs.count, flags = of_pair[i].flags;
    bool begins = false, stays = false, hits = false;
    uint at = LINK_END;
    if (of_pair[i].count != 0u && (flags & MANIFOLD_JOINED) == 0u)
    {
        uint a = of_pair[i].a, b = of_pair[i].b;
        begins = (flags & MANIFOLD_TOUCHES) != 0u;
        stays  = begins;
        if ((flags & MANIFOLD_SENSOR) == 0u)
        {
            vec4  deepest  = touch_deepest(i);
            vec3  between  = ahead_offset(pose[a], pose[b], of_pair[i].normal.w);
            float approach = touch_approach(of_pair[i].normal.xyz, deepest.xyz, between, speed[a], speed[b]);
            begins = begins || any(greaterThan(of_pair[i].impulse, vec4(0.0))) || deepest.w <= (push.dt * approach);
            stays  = begins || deepest.w <= push.reach;
            hits   = begins && approach > push.hit_speed;
        }
        if (stays) at = remembered(flags, a, b);
        if (at != LINK_END && atomicExchange(flag[at], 0u) == 0u) at = LINK_END; // another pair has it already
        if (at != LINK_END)
        {
            flag[n + at] = 0u;
            atomicAdd(counters.kept, 1u);
            atomicMax(counters.places, at + 1u);
        }
    }
    begins = begins && at == LINK_END;
    flag[begin] = uint(begins);
    flag[hit]   = uint(hits);
    if (begins) atomicAdd(counters.begins, 1u);
    if (hits) atomicAdd(counters.hits, 1u);
    // A pair whose end waits for room must be found again if the two come back before the end is reported.
    uint told  = stays ? (at + 1u) << MANIFOLD_TOLD_SHIFT : flags & ~uint(MANIFOLD_MARKS);
    uint knows = (flags & MANIFOLD_MARKS) | told;
    if (knows != flags) of_pair[i].flags = knows;
}

#endif
