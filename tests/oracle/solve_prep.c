// Constants of contacts. Operations, their order and their grouping are the kernels': the same bits.
#include "quaternion.h"
#include "constants.h"
#include "solve_parts.h"

// A unit vector normal to n, along the cross product with the axis that n is farthest from.
static oracle_vec3 tangent_of(oracle_vec3 n)
{
    const float x = magnitude_of(n.x), y = magnitude_of(n.y), z = magnitude_of(n.z);
    if (x <= y && x <= z) return oracle_normalize3((oracle_vec3){ 0.0f, n.z, -n.y });
    if (y <= z) return oracle_normalize3((oracle_vec3){ -n.z, 0.0f, n.x });
    return oracle_normalize3((oracle_vec3){ n.y, -n.x, 0.0f });
}

static oracle_vec3 arm_of_collider(const oracle_colliders* c, uint32_t i)
{
    const mas_vec4 body =
        oracle_quaternion_multiply(c->pose[i].rotation, oracle_quaternion_conjugate(c->data[i].rotation));
    return oracle_quaternion_rotate(body, vec_of(c->data[i].position));
}

static void prep_frame(oracle_solve* s, const solve_params* p, const oracle_colliders* c, const manifold* m,
                       const pair_cache* record, uint32_t k)
{
    const collider_data *a = &c->data[m->a], *b = &c->data[m->b];
    const oracle_vec3 n = vec_of(m->normal), t1 = tangent_of(n), t2 = oracle_cross(n, t1);
    const oracle_vec3 to_a = arm_of_collider(c, m->a), to_b = arm_of_collider(c, m->b);
    const oracle_vec3 apart = vec_sub(vec_sub(to_b, vec_of(record->offset)), to_a); // arm of b less that of a
    oracle_vec3 sum         = { 0.0f, 0.0f, 0.0f };
    float weights           = 0.0f;
    for (uint32_t i = 0; i < m->count; ++i)
    {
        const float g = oracle_clamp(2.0f - (m->point[i].w * p->inverse_margin), OWN_SOLVE_LEAST_WEIGHT, 1.0f);
        sum           = vec_add_scaled(sum, g, vec_of(m->point[i]));
        weights       = weights + g;
    }
    const oracle_vec3 centre = vec_scale(sum, oracle_reciprocal(weights)); // from a's centre, of the collider
    const oracle_vec3 arm    = vec_add(centre, to_a);
    mas_vec4 u = { 0 }, v = { 0 }, lever = { 0 }, separation = { 0 };
    for (uint32_t i = 0; i < m->count; ++i)
    {
        const oracle_vec3 d = vec_sub(vec_of(m->point[i]), centre);
        const float x = oracle_flush(oracle_dot3(d, t1)), y = oracle_flush(oracle_dot3(d, t2));
        of(&u)[i]          = x;
        of(&v)[i]          = y;
        of(&lever)[i]      = oracle_flush(oracle_length2((oracle_vec2){ x, y }));
        of(&separation)[i] = m->point[i].w;
    }
    const oracle_vec3 runs = vec_sub(oracle_quaternion_rotate(c->pose[m->b].rotation, vec_of(b->surface)),
                                     oracle_quaternion_rotate(c->pose[m->a].rotation, vec_of(a->surface)));
    const oracle_vec3 slip = vec_of(m->twist), roll = vec_of(m->rolling);
    *constant(s, SOLVE_NORMAL, k)  = with(oracle_flush3(n), oracle_sqrt(a->friction * b->friction));
    *constant(s, SOLVE_TANGENT, k) = with(oracle_flush3(t1), larger_of(a->restitution, b->restitution));
    *constant(s, SOLVE_ARM_A, k)   = with(oracle_flush3(arm), 0.0f);
    *constant(s, SOLVE_ARM_B, k)   = with(oracle_flush3(vec_add(arm, apart)), 0.0f);
    *constant(s, SOLVE_BODY, k) =
        (mas_vec4){ (float)a->body, (float)b->body, (float)m->count, larger_of(a->rolling, b->rolling) };
    *constant(s, SOLVE_SEPARATION, k) = separation;
    constant(s, SOLVE_MOMENTS, k)->w  = oracle_flush(p->step * magnitude_of(m->normal.w)); // s
    *constant(s, SOLVE_U, k)          = u;
    *constant(s, SOLVE_V, k)          = v;
    *constant(s, SOLVE_LEVER, k)      = lever;
    *constant(s, SOLVE_SLIDE, k) =
        (mas_vec4){ 0.0f, 0.0f, oracle_flush(oracle_dot3(runs, t1)), oracle_flush(oracle_dot3(runs, t2)) };
    *impulse(s, SOLVE_PUSH, k)     = oracle_flush4(m->impulse);
    *impulse(s, SOLVE_FRICTION, k) = oracle_flush4(
        (mas_vec4){ oracle_dot3(slip, t1), oracle_dot3(slip, t2), oracle_dot3(roll, t1), oracle_dot3(roll, t2) });
    *impulse(s, SOLVE_TWIST, k) = (mas_vec4){ oracle_flush(m->twist.w), 0.0f, 0.0f, 0.0f };
}

// R diag(d) R^T, by the columns of R.
static inertia inertia_of(mas_vec4 rotation, mas_vec4 d)
{
    const oracle_vec3 x = oracle_quaternion_rotate(rotation, (oracle_vec3){ 1.0f, 0.0f, 0.0f });
    const oracle_vec3 y = oracle_quaternion_rotate(rotation, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
    const oracle_vec3 z = oracle_quaternion_rotate(rotation, (oracle_vec3){ 0.0f, 0.0f, 1.0f });
    const oracle_vec3 p = vec_scale(x, d.x), q = vec_scale(y, d.y), r = vec_scale(z, d.z);
    return (inertia){
        .xx = ((p.x * x.x) + (q.x * y.x)) + (r.x * z.x),
        .xy = ((p.x * x.y) + (q.x * y.y)) + (r.x * z.y),
        .xz = ((p.x * x.z) + (q.x * y.z)) + (r.x * z.z),
        .yy = ((p.y * x.y) + (q.y * y.y)) + (r.y * z.y),
        .yz = ((p.y * x.z) + (q.y * y.z)) + (r.y * z.z),
        .zz = ((p.z * x.z) + (q.z * y.z)) + (r.z * z.z),
    };
}

static inertia scaled(inertia m, float f)
{
    return (inertia){ f * m.xx, f * m.xy, f * m.xz, f * m.yy, f * m.yz, f * m.zz };
}

// Inverse of [a, b; b, c] as 11, 12, 22; along all directions the same where it is nearly singular, 0 where it is 0.
static oracle_vec3 inverse_of(float a, float b, float c)
{
    const float ra = oracle_reciprocal(a), l = b * ra, d = c - (l * b);
    if (a > OWN_SOLVE_SINGULAR * c && d > OWN_SOLVE_SINGULAR * c)
    {
        const float i22 = oracle_reciprocal(d);
        return (oracle_vec3){ ra + ((l * l) * i22), -(l * i22), i22 };
    }
    const float same = (a + c) > 0.0f ? oracle_reciprocal(a + c) : 0.0f;
    return (oracle_vec3){ same, 0.0f, same };
}

typedef struct sides // an angular direction as each body has it, and what it does
{
    oracle_vec3 a, b;
} sides;

static float product(sides x, sides y) // y already through the inertias
{
    return oracle_dot3(x.a, y.a) + oracle_dot3(x.b, y.b);
}

static mas_vec4 moving_mass(const oracle_bodies* b, uint32_t slot)
{
    const bool moves = (b->trait[slot].tag & (BODY_MOVES | BODY_ASLEEP)) == BODY_MOVES;
    return moves ? b->mass[slot].inverse : (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
}

static void prep_mass(oracle_solve* s, const solve_params* p, const oracle_bodies* bodies, uint32_t k)
{
    const mas_vec4 body   = *constant(s, SOLVE_BODY, k);
    const uint32_t slot_a = (uint32_t)body.x, slot_b = (uint32_t)body.y;
    const mas_vec4 ma = moving_mass(bodies, slot_a), mb = moving_mass(bodies, slot_b);
    const oracle_vec3 n = vec_of(*constant(s, SOLVE_NORMAL, k)), t1 = vec_of(*constant(s, SOLVE_TANGENT, k));
    const oracle_vec3 t2 = oracle_cross(n, t1);
    const oracle_vec3 ca = vec_of(*constant(s, SOLVE_ARM_A, k)), cb = vec_of(*constant(s, SOLVE_ARM_B, k));

    // The guard: the lighter one below weighs at least so much of the heavier above.
    const float above = oracle_dot3(n, vec_of(p->up));
    float fa = 1.0f, fb = 1.0f;
    if (p->guard > 0.0f && mb.w > 0.0f && ma.w > p->guard * mb.w && above > OWN_SOLVE_ABOVE)
        fa = (p->guard * mb.w) * oracle_reciprocal(ma.w);
    if (p->guard > 0.0f && ma.w > 0.0f && mb.w > p->guard * ma.w && above < -OWN_SOLVE_ABOVE)
        fb = (p->guard * ma.w) * oracle_reciprocal(mb.w);
    fa             = fa * (s->copies != NULL ? s->copies[k][0] : 1.0f);
    fb             = fb * (s->copies != NULL ? s->copies[k][1] : 1.0f);
    const float ia = fa * ma.w, ib = fb * mb.w;
    const inertia qa = scaled(inertia_of(bodies->pose[slot_a].rotation, ma), fa);
    const inertia qb = scaled(inertia_of(bodies->pose[slot_b].rotation, mb), fb);

    const sides an = { oracle_cross(ca, n), oracle_cross(cb, n) };
    const sides a1 = { oracle_cross(ca, t1), oracle_cross(cb, t1) };
    const sides a2 = { oracle_cross(ca, t2), oracle_cross(cb, t2) };
    const sides bn = { n, n }, b1 = { t1, t1 }, b2 = { t2, t2 };
    const sides qan = { times(&qa, an.a), times(&qb, an.b) };
    const sides qa2 = { times(&qa, a2.a), times(&qb, a2.b) };
    const sides q1  = { times(&qa, t1), times(&qb, t1) };
    const sides q2  = { times(&qa, t2), times(&qb, t2) };
    const sides qn  = { times(&qa, n), times(&qb, n) };
    const sides qa1 = { times(&qa, a1.a), times(&qb, a1.b) };

    const float m   = ia + ib;
    const float knn = m + product(an, qan), kn1 = product(an, q1), kn2 = product(an, q2);
    const float k11 = product(b1, q1), k12 = product(b1, q2), k22 = product(b2, q2);
    mas_vec4 u = *constant(s, SOLVE_U, k), v = *constant(s, SOLVE_V, k), mass = { 0 };
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
    {
        const float x = of(&u)[i], y = of(&v)[i];
        const float moments = ((y * y) * k11) + ((x * x) * k22);
        const float mixed   = 2.0f * (((y * kn1) - (x * kn2)) - ((x * y) * k12));
        const float kii     = larger_of(knn + (moments + mixed), m); // no less but for rounding
        of(&mass)[i]        = (float)i < body.z && m > 0.0f ? oracle_reciprocal(kii) : 0.0f;
    }
    const float knt                 = product(bn, qn);
    const oracle_vec3 slide         = inverse_of(m + product(a1, qa1), product(a1, qa2), m + product(a2, qa2));
    const oracle_vec3 roll          = inverse_of(k11, k12, k22);
    const float turn                = knt > 0.0f ? oracle_reciprocal(knt) : 0.0f;
    const mas_vec4 runs             = *constant(s, SOLVE_SLIDE, k);
    constant(s, SOLVE_ARM_A, k)->w  = ia;
    constant(s, SOLVE_ARM_B, k)->w  = ib;
    *constant(s, SOLVE_MASS, k)     = mass;
    *constant(s, SOLVE_NORMALS, k)  = (mas_vec4){ knn, kn1, kn2, k11 };
    *constant(s, SOLVE_MOMENTS, k)  = (mas_vec4){ k12, k22, turn, constant(s, SOLVE_MOMENTS, k)->w };
    *constant(s, SOLVE_TO_FIRST, k) = (mas_vec4){ product(a1, qan), product(a1, q1), product(a1, q2), product(a1, qn) };
    *constant(s, SOLVE_TO_SECOND, k) =
        (mas_vec4){ product(a2, qan), product(a2, q1), product(a2, q2), product(a2, qn) };
    *constant(s, SOLVE_TO_TWIST, k)   = (mas_vec4){ product(bn, qan), product(bn, q1), product(bn, q2), slide.x };
    *constant(s, SOLVE_SLIDE, k)      = (mas_vec4){ slide.y, slide.z, runs.z, runs.w };
    *constant(s, SOLVE_ROLL, k)       = with(roll, 0.0f);
    *constant(s, SOLVE_INERTIA_A, k)  = (mas_vec4){ qa.xx, qa.xy, qa.xz, qa.yy };
    *constant(s, SOLVE_INERTIA_AB, k) = (mas_vec4){ qa.yz, qa.zz, qb.xx, qb.xy };
    *constant(s, SOLVE_INERTIA_B, k)  = (mas_vec4){ qb.xz, qb.yy, qb.yz, qb.zz };
}

void oracle_solve_prep(oracle_solve* s, const solve_params* p, const oracle_colliders* c, const oracle_bodies* b,
                       const manifold* m, const pair_cache* record, const uint32_t* order, uint32_t count)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        prep_frame(s, p, c, &m[order[k]], &record[order[k]], k);
        prep_mass(s, p, b, k);
    }
}
