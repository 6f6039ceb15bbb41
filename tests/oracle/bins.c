#include "bins.h"
#include "constants.h"
#include "ahead.h"
#include "quaternion.h"
#include "vec.h"

#include <stdlib.h>

oracle_cache oracle_create_cache(uint32_t capacity)
{
    oracle_cache c = { .capacity = capacity };
    c.record       = calloc((size_t)capacity + 1, sizeof *c.record);
    c.contact      = calloc((size_t)capacity + 1, sizeof *c.contact);
    c.old          = calloc((size_t)capacity + 1, sizeof *c.old);
    c.past         = calloc((size_t)capacity + 1, sizeof *c.past);
    c.bin          = calloc((size_t)capacity + 1, sizeof *c.bin);
    if (c.record == NULL || c.contact == NULL || c.old == NULL || c.past == NULL || c.bin == NULL) abort();
    return c;
}

void oracle_destroy_cache(oracle_cache* c)
{
    free(c->record);
    free(c->contact);
    free(c->old);
    free(c->past);
    free(c->bin);
}

uint32_t oracle_bin_of(uint32_t kind_a, uint32_t kind_b)
{
    if (kind_a == COLLIDER_BOX && kind_b == COLLIDER_BOX) return BIN_BOX;
    const bool flat_a = kind_a == COLLIDER_BOX || kind_a == COLLIDER_HULL;
    return flat_a && kind_b == COLLIDER_HULL ? BIN_HULL : BIN_ROUND;
}

float oracle_collider_radius(const collider_data* c)
{
    return (c->kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE ? 1e30f : c->position.w;
}

typedef struct motion
{
    oracle_vec3 offset;
    mas_vec4 turn_a, turn_b;
} motion;

static motion moved(const oracle_colliders* c, const pair_cache* old)
{
    const collider_pose *a = &c->pose[old->a], *b = &c->pose[old->b];
    return (motion){
        .offset = vec_sub(vec_sub(vec_of(b->position), vec_of(a->position)), vec_of(old->offset)),
        .turn_a = oracle_quaternion_multiply(a->rotation, oracle_quaternion_conjugate(old->rotation_a)),
        .turn_b = oracle_quaternion_multiply(b->rotation, oracle_quaternion_conjugate(old->rotation_b)),
    };
}

// Turned v less v.
static oracle_vec3 turned_by(mas_vec4 q, oracle_vec3 v)
{
    oracle_vec3 t       = oracle_cross(vec_of(q), v);
    t                   = vec_add(t, t);
    const oracle_vec3 u = oracle_cross(vec_of(q), t);
    return (oracle_vec3){ (q.w * t.x) + u.x, (q.w * t.y) + u.y, (q.w * t.z) + u.z };
}

static bool barely_moved(const oracle_colliders* c, const pair_cache* old)
{
    const motion m       = moved(c, old);
    const float ra       = oracle_collider_radius(&c->data[old->a]);
    const float rb       = oracle_collider_radius(&c->data[old->b]);
    const float radius   = ra < rb ? ra : rb;
    const mas_vec4 large = ra < rb ? m.turn_b : m.turn_a;
    const float centre   = oracle_length3(vec_sub(m.offset, turned_by(large, vec_of(old->offset))));
    const mas_vec4 turn  = oracle_quaternion_multiply(oracle_quaternion_conjugate(m.turn_a), m.turn_b);
    const float edge     = (2.0f * oracle_length3(vec_of(turn))) * radius;
    float tolerance      = OWN_RECYCLE_SHARE * radius;
    if (tolerance > OWN_RECYCLE_TOLERANCE) tolerance = OWN_RECYCLE_TOLERANCE;
    const float margin = OWN_RECYCLE_MARGIN_SHARE * c->params.margin;
    if (old->offset.w == 0.0f && tolerance > margin) tolerance = margin;
    if (old->offset.w == 0.0f && oracle_is_quick(c, old->a, old->b)) return false;
    return oracle_dot3(vec_of(m.turn_a), vec_of(m.turn_a)) < OWN_RECYCLE_TURN &&
           oracle_dot3(vec_of(m.turn_b), vec_of(m.turn_b)) < OWN_RECYCLE_TURN && centre + edge < tolerance;
}

static void recycle(const oracle_colliders* c, manifold* new, pair_cache* record)
{
    const motion m      = moved(c, record);
    const oracle_vec3 n = vec_of(new->normal);
    const float base[]  = { record->base.x, record->base.y, record->base.z, record->base.w };
    bool touches        = false;
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
    {
        const oracle_vec3 r      = vec_of(new->point[i]);
        const oracle_vec3 with_b = vec_add(m.offset, turned_by(m.turn_b, vec_sub(r, vec_of(record->offset))));
        const oracle_vec3 change = vec_sub(with_b, turned_by(m.turn_a, r));
        new->point[i].w          = i < new->count ? oracle_flush(base[i] + oracle_dot3(n, change)) : 0.0f;
        touches |= i < new->count&& new->point[i].w <= 0.0f;
    }
    new->flags       = (new->flags & ~(uint32_t)MANIFOLD_TOUCHES) | (touches ? MANIFOLD_TOUCHES : 0);
    record->offset.w = touches ? 1.0f : 0.0f;
}

// The old number of a pair, of n; many keep theirs, so that is where to look first.
static uint32_t find(const oracle_cache* c, uint32_t n, collider_pair p, uint32_t number)
{
    for (uint32_t k = 0; k < n; ++k)
    {
        const uint32_t i = number + k < n ? number + k : (number + k) % n;
        if (c->old[i].record.a == p.a && c->old[i].record.b == p.b) return i;
    }
    return PAST_NONE;
}

// Nothing moves either of the two.
static bool both_asleep(const oracle_colliders* c, collider_pair p)
{
    return (c->meet[p.a].who & MEET_ASLEEP) != 0 && (c->meet[p.b].who & MEET_ASLEEP) != 0;
}

void oracle_bins(oracle_cache* cache, const oracle_colliders* c, const collider_pair* pair, uint32_t needed, bool kept)
{
    const uint32_t n = needed < cache->capacity ? needed : cache->capacity, known = cache->count;
    cache->counters = (contact_counters){ .pairs = needed };
    cache->count    = n;
    for (uint32_t i = 0; i < known; ++i)
        cache->old[i] = (pair_old){ cache->contact[i], cache->record[i] };
    for (uint32_t i = 0; i < n; ++i)
    {
        const collider_data *a = &c->data[pair[i].a], *b = &c->data[pair[i].b];
        uint32_t at         = kept && known == n ? i : find(cache, known, pair[i], i);
        const pair_old* old = &cache->old[at != PAST_NONE ? at : 0];
        if (at != PAST_NONE && (old->record.stamp_a != a->stamp || old->record.stamp_b != b->stamp)) at = PAST_NONE;
        const bool asleep = both_asleep(c, pair[i]);
        const bool stays =
            at != PAST_NONE && (asleep || (old->contact.normal.w == 0.0f && barely_moved(c, &old->record)));
        cache->past[i] = stays ? at | PAST_RECYCLED : at;
        cache->bin[i]  = stays ? BINS : oracle_bin_of(a->kind & COLLIDER_KIND_MASK, b->kind & COLLIDER_KIND_MASK);
        ++*(stays ? &cache->counters.recycled : &cache->counters.detected);
        if (!stays) continue;
        cache->contact[i] = old->contact;
        cache->record[i]  = old->record;
        if (!asleep) recycle(c, &cache->contact[i], &cache->record[i]);
    }
}
