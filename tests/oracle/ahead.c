#include "ahead.h"
#include "vec.h"

static oracle_vec3 way_of(const oracle_colliders* c, uint32_t a, uint32_t b)
{
    return vec_sub(vec_of(c->pose[b].way), vec_of(c->pose[a].way));
}

oracle_ahead oracle_ahead_of(const oracle_colliders* c, collider_pair p)
{
    const float half      = 0.5f * c->params.margin;
    const float spins     = c->pose[p.a].way.w + c->pose[p.b].way.w;
    const oracle_vec3 way = way_of(c, p.a, p.b), none = { 0.0f, 0.0f, 0.0f };
    return (oracle_ahead){
        .way    = oracle_dot3(way, way) > half * half ? way : none,
        .margin = larger_of(c->params.margin, spins + half),
        .depth  = smaller_of(c->pose[p.a].position.w, c->pose[p.b].position.w),
    };
}

bool oracle_is_quick(const oracle_colliders* c, uint32_t a, uint32_t b)
{
    return oracle_length3(way_of(c, a, b)) + (c->pose[a].way.w + c->pose[b].way.w) > 0.5f * c->params.margin;
}

float oracle_ahead_next(const oracle_ahead* p, float at, float separation, float closing)
{
    const float reach = closing * (1.0f - at);
    if (separation <= -(0.5f * p->depth)) return at; // deep enough
    if (separation <= 0.0f && !(reach > separation + p->depth)) return at;
    if (separation > 0.0f && separation <= p->margin && !(reach > separation)) return at; // near enough
    if (separation > p->margin && !(reach > separation - p->margin)) return at;           // never near
    return smaller_of(at + (separation + p->depth) * oracle_reciprocal(closing), 1.0f);
}

oracle_vec3 oracle_offset_at(const oracle_colliders* c, collider_pair p, float at)
{
    const oracle_vec3 d = vec_sub(vec_of(c->pose[p.b].position), vec_of(c->pose[p.a].position));
    return vec_add_scaled(d, at < 0.0f ? -at : at, way_of(c, p.a, p.b));
}
