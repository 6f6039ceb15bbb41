#include "match.h"
#include "constants.h"
#include "ahead.h"
#include "quaternion.h"
#include "vec.h"

static oracle_vec3 in_frame(mas_vec4 rotation, mas_vec4 v)
{
    return oracle_quaternion_rotate_inverse(rotation, vec_of(v));
}

static float squared_distance(oracle_vec3 a, oracle_vec3 b)
{
    const oracle_vec3 d = vec_sub(a, b);
    return oracle_dot3(d, d);
}

// The impulses that new takes over from old; false if none.
static bool take_over(const oracle_colliders* c, manifold* new, const manifold* old, mas_vec4 old_rotation)
{
    const float ra = oracle_collider_radius(&c->data[new->a]), rb = oracle_collider_radius(&c->data[new->b]);
    float reach = OWN_MATCH_SHARE * (ra < rb ? ra : rb);
    if (reach > OWN_MATCH_DISTANCE) reach = OWN_MATCH_DISTANCE;
    const uint32_t* feature     = &new->feature.x;
    const uint32_t* old_feature = &old->feature.x;
    uint32_t from[MANIFOLD_POINTS];
    bool taken[MANIFOLD_POINTS] = { false }, any = false;
    for (uint32_t i = 0; i < new->count; ++i)
    {
        from[i] = MANIFOLD_POINTS;
        for (uint32_t k = 0; k < old->count && from[i] == MANIFOLD_POINTS; ++k)
            if (!taken[k] && feature[i] == old_feature[k]) from[i] = k;
        if (from[i] < MANIFOLD_POINTS) taken[from[i]] = true;
    }
    for (uint32_t i = 0; i < new->count; ++i)
    {
        if (from[i] < MANIFOLD_POINTS) continue;
        const oracle_vec3 x = in_frame(c->pose[new->a].rotation, new->point[i]);
        float nearest       = reach * reach;
        for (uint32_t k = 0; k < old->count; ++k)
        {
            const float d = squared_distance(x, in_frame(old_rotation, old->point[k]));
            if (taken[k] || d >= nearest) continue;
            from[i] = k;
            nearest = d;
        }
        if (from[i] < MANIFOLD_POINTS) taken[from[i]] = true;
    }
    for (uint32_t i = 0; i < new->count; ++i)
    {
        if (from[i] == MANIFOLD_POINTS) continue;
        (&new->impulse.x)[i] = (&old->impulse.x)[from[i]];
        any                  = true;
    }
    return any;
}

// Separations of a manifold that was found farther on.
static void tell_as_of_now(manifold* new, oracle_vec3 way)
{
    const bool touched = new->normal.w < 0.0f;
    const float change = oracle_dot3(vec_of(new->normal), vec_scale(way, touched ? -new->normal.w : new->normal.w));
    new->flags &= ~(uint32_t)MANIFOLD_TOUCHES;
    for (uint32_t k = 0; k < new->count; ++k)
    {
        const float now = oracle_flush(new->point[k].w - change);
        new->point[k].w = touched ? now : larger_of(now, 0.0f);
        if (touched && now <= 0.0f) new->flags |= MANIFOLD_TOUCHES;
    }
}

void oracle_match(oracle_cache* cache, const oracle_colliders* c)
{
    for (uint32_t i = 0; i < cache->count; ++i)
    {
        const uint32_t at = cache->past[i];
        if ((at & PAST_RECYCLED) != 0) continue;
        manifold* new          = &cache->contact[i];
        const collider_pose *a = &c->pose[new->a], *b = &c->pose[new->b];
        const oracle_vec3 apart = oracle_flush3(oracle_offset_at(c, (collider_pair){ new->a, new->b }, new->normal.w));
        const mas_vec4 base     = { new->point[0].w, new->point[1].w, new->point[2].w, new->point[3].w };
        if (new->normal.w != 0.0f) tell_as_of_now(new, vec_sub(vec_of(b->way), vec_of(a->way)));
        cache->record[i] = (pair_cache){
            .rotation_a = oracle_flush4(a->rotation),
            .rotation_b = oracle_flush4(b->rotation),
            .offset     = { apart.x, apart.y, apart.z, (new->flags& MANIFOLD_TOUCHES) != 0 ? 1.0f : 0.0f },
            .base       = base,
            .a          = new->a,
            .b          = new->b,
            .stamp_a    = c->data[new->a].stamp,
            .stamp_b    = c->data[new->b].stamp,
        };
        new->impulse = new->twist = new->rolling = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
        new->flags &= MANIFOLD_MARKS;
        if (at == PAST_NONE) new->flags |= MANIFOLD_NEW;
        if (at == PAST_NONE) continue;
        const pair_old* old = &cache->old[at];
        new->flags |= old->contact.flags & ~(uint32_t)MANIFOLD_MARKS;
        if (old->contact.normal.w != 0.0f) continue; // a blow holds nothing up
        if (!take_over(c, new, &old->contact, old->record.rotation_a)) continue;
        new->twist   = old->contact.twist;
        new->rolling = old->contact.rolling;
    }
}
