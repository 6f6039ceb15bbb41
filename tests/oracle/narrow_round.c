#include "narrow_round.h"
#include "constants.h"
#include "ahead.h"
#include "contact_points.h"
#include "narrow_reduce.h"

static const oracle_vec3 up = { 0.0f, 1.0f, 0.0f };

static bool is_round(uint32_t kind)
{
    return kind == COLLIDER_SPHERE || kind == COLLIDER_CAPSULE;
}

static oracle_round round_of(const oracle_colliders* c, uint32_t i, uint32_t kind, oracle_vec3 centre)
{
    const mas_vec4 size = c->data[i].size;
    if (kind == COLLIDER_SPHERE) return (oracle_round){ centre, up, 0.0f, size.x };
    return (oracle_round){ centre, oracle_quaternion_rotate(c->pose[i].rotation, up), size.y, size.x };
}

static oracle_round into(oracle_round r, mas_vec4 frame)
{
    r.centre = oracle_quaternion_rotate_inverse(frame, r.centre);
    r.axis   = oracle_quaternion_rotate_inverse(frame, r.axis);
    return r;
}

static void find(oracle_contact_points* p, const oracle_colliders* c, collider_pair pair, oracle_vec3 d)
{
    const uint32_t a = c->data[pair.a].kind & COLLIDER_KIND_MASK, b = c->data[pair.b].kind & COLLIDER_KIND_MASK;
    const collider_pose *at_a = &c->pose[pair.a], *at_b = &c->pose[pair.b];
    const collider_data *data_a = &c->data[pair.a], *data_b = &c->data[pair.b];
    const oracle_vec3 zero = { 0.0f, 0.0f, 0.0f };
    if (a == COLLIDER_PLANE)
    {
        const oracle_vec3 n = oracle_quaternion_rotate(at_a->rotation, up);
        if (b == COLLIDER_BOX) oracle_plane_box(p, n, d, at_b->rotation, data_b->size);
        if (b == COLLIDER_HULL)
            oracle_plane_hull(p, at_a->rotation, d, at_b->rotation, data_b->size, &c->hull[data_b->hull]);
        if (is_round(b)) oracle_plane_round(p, n, round_of(c, pair.b, b, d));
    }
    else if (a == COLLIDER_BOX && is_round(b))
        oracle_box_round(p, at_a->rotation, data_a->size, into(round_of(c, pair.b, b, d), at_a->rotation));
    else if (is_round(a) && is_round(b))
        oracle_round_round(p, round_of(c, pair.a, a, zero), round_of(c, pair.b, b, d));
    else if (is_round(a) && b == COLLIDER_HULL)
        oracle_round_hull(p, &c->hull[data_b->hull], at_b->rotation,
                          into(round_of(c, pair.a, a, vec_negate(d)), at_b->rotation));
}

manifold oracle_narrow_round(const oracle_colliders* c, collider_pair pair)
{
    const oracle_ahead ahead = oracle_ahead_of(c, pair);
    oracle_contact_points p;
    float at = 0.0f, next = 0.0f, first = 0.0f;
    for (uint32_t round = 0; round < OWN_AHEAD_ROUNDS; ++round)
    {
        at = next;
        p  = (oracle_contact_points){ .margin = ahead.margin + oracle_length3(ahead.way) };
        find(&p, c, pair, oracle_offset_at(c, pair, at));
        if (p.count == 0) break;
        float least = p.point[0].w;
        for (uint32_t k = 1; k < p.count; ++k)
            least = smaller_of(least, p.point[k].w);
        if (round == 0) first = least;
        next = oracle_ahead_next(&ahead, at, least, -oracle_dot3(p.normal, ahead.way));
        if (next == at) break;
    }
    uint32_t near = 0;
    for (uint32_t k = 0; k < p.count; ++k)
    {
        if (!(p.point[k].w <= ahead.margin)) continue;
        p.point[near]     = p.point[k];
        p.feature[near++] = p.feature[k];
    }
    for (uint32_t k = near; k < MANIFOLD_POINTS; ++k)
        p.feature[k] = 0;
    p.count             = near;
    manifold m          = oracle_empty_manifold(c, pair);
    m.count             = p.count;
    const oracle_vec3 n = oracle_flush3(p.normal);
    m.normal            = (mas_vec4){ n.x, n.y, n.z, first <= 0.0f && at > 0.0f ? -at : at };
    m.feature           = (mas_uvec4){ p.feature[0], p.feature[1], p.feature[2], p.feature[3] };
    for (uint32_t k = 0; k < p.count; ++k)
    {
        m.point[k] = oracle_flush4(p.point[k]);
        if (m.point[k].w <= 0.0f) m.flags |= MANIFOLD_TOUCHES;
    }
    return m;
}
