// Operations, their order and their grouping are the kernels': the same bits.
#include "solve.h"
#include "quaternion.h"
#include "vec.h"

#include <stdlib.h>

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count + 1, size);
    if (p == NULL) abort();
    return p;
}

oracle_solve oracle_create_solve(uint32_t capacity, const oracle_bodies* b)
{
    return (oracle_solve){
        .capacity = capacity,
        .constant = zeros((size_t)capacity * SOLVE_FIELDS, sizeof(mas_vec4)),
        .impulse  = zeros((size_t)capacity * SOLVE_IMPULSES, sizeof(mas_vec4)),
        .speed    = b->speed,
        .blow     = zeros(b->capacity, sizeof(body_blow)),
    };
}

void oracle_destroy_solve(oracle_solve* s)
{
    free(s->constant);
    free(s->impulse);
    free(s->blow);
}

static mas_vec4* constant(const oracle_solve* s, uint32_t field, uint32_t place)
{
    return &s->constant[(size_t)field * s->capacity + place];
}

static mas_vec4* impulse(const oracle_solve* s, uint32_t field, uint32_t place)
{
    return &s->impulse[(size_t)field * s->capacity + place];
}

static float* of(mas_vec4* v)
{
    return &v->x;
}

static mas_vec4 with(oracle_vec3 v, float w)
{
    return (mas_vec4){ v.x, v.y, v.z, w };
}

// ---- Preparation ----

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
        const float g = oracle_clamp(2.0f - (m->point[i].w * p->inverse_margin), SOLVE_LEAST_WEIGHT, 1.0f);
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

typedef struct inertia // inverse, world axes
{
    float xx, xy, xz, yy, yz, zz;
} inertia;

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

static oracle_vec3 times(const inertia* m, oracle_vec3 v)
{
    return (oracle_vec3){ ((m->xx * v.x) + (m->xy * v.y)) + (m->xz * v.z),
                          ((m->xy * v.x) + (m->yy * v.y)) + (m->yz * v.z),
                          ((m->xz * v.x) + (m->yz * v.y)) + (m->zz * v.z) };
}

static inertia scaled(inertia m, float f)
{
    return (inertia){ f * m.xx, f * m.xy, f * m.xz, f * m.yy, f * m.yz, f * m.zz };
}

// Inverse of [a, b; b, c] as 11, 12, 22; along all directions the same where it is nearly singular, 0 where it is 0.
static oracle_vec3 inverse_of(float a, float b, float c)
{
    const float ra = oracle_reciprocal(a), l = b * ra, d = c - (l * b);
    if (a > SOLVE_SINGULAR * c && d > SOLVE_SINGULAR * c)
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
    if (p->guard > 0.0f && mb.w > 0.0f && ma.w > p->guard * mb.w && above > SOLVE_ABOVE)
        fa = (p->guard * mb.w) * oracle_reciprocal(ma.w);
    if (p->guard > 0.0f && ma.w > 0.0f && mb.w > p->guard * ma.w && above < -SOLVE_ABOVE)
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
    *constant(s, SOLVE_MOMENTS, k)  = (mas_vec4){ k12, k22, turn, 0.0f };
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

// ---- Sweeps ----

typedef struct contact
{
    uint32_t a, b;
    oracle_vec3 n, t1, t2, ca, cb;
    float friction, restitution, rolling, ia, ib;
    mas_vec4 separation, u, v, lever, mass, normals, moments, first, second, twist, slide, roll;
    inertia qa, qb;
    // Velocities of b against a at the centre, and what they came from.
    oracle_vec3 dl, dw;
    float vn, w1, w2;
    float pn, r1, r2; // how far it came since the step began
    // Impulses of this sweep.
    float fn, f1, f2, m1, m2, mn;
} contact;

static oracle_vec3 against(const contact* c, mas_vec4 va, mas_vec4 wa, mas_vec4 vb, mas_vec4 wb)
{
    const oracle_vec3 of_b = vec_add(vec_of(vb), oracle_cross(vec_of(wb), c->cb));
    const oracle_vec3 of_a = vec_add(vec_of(va), oracle_cross(vec_of(wa), c->ca));
    return vec_sub(of_b, of_a);
}

static void take_velocities(const oracle_solve* s, contact* c)
{
    const body_speed *a = &s->speed[c->a], *b = &s->speed[c->b];
    c->dl = against(c, a->velocity, a->spin, b->velocity, b->spin);
    c->dw = vec_sub(vec_of(b->spin), vec_of(a->spin));
    c->vn = oracle_dot3(c->n, c->dl);
    c->w1 = oracle_dot3(c->t1, c->dw);
    c->w2 = oracle_dot3(c->t2, c->dw);
}

static contact load(const oracle_solve* s, uint32_t k)
{
    const mas_vec4 n = *constant(s, SOLVE_NORMAL, k), t = *constant(s, SOLVE_TANGENT, k),
                   body = *constant(s, SOLVE_BODY, k), aa = *constant(s, SOLVE_ARM_A, k),
                   ab = *constant(s, SOLVE_ARM_B, k), q0 = *constant(s, SOLVE_INERTIA_A, k),
                   q1 = *constant(s, SOLVE_INERTIA_AB, k), q2 = *constant(s, SOLVE_INERTIA_B, k);
    contact c = {
        .a           = (uint32_t)body.x,
        .b           = (uint32_t)body.y,
        .n           = vec_of(n),
        .t1          = vec_of(t),
        .t2          = oracle_cross(vec_of(n), vec_of(t)),
        .ca          = vec_of(aa),
        .cb          = vec_of(ab),
        .friction    = n.w,
        .restitution = t.w,
        .rolling     = body.w,
        .ia          = aa.w,
        .ib          = ab.w,
        .separation  = *constant(s, SOLVE_SEPARATION, k),
        .u           = *constant(s, SOLVE_U, k),
        .v           = *constant(s, SOLVE_V, k),
        .lever       = *constant(s, SOLVE_LEVER, k),
        .mass        = *constant(s, SOLVE_MASS, k),
        .normals     = *constant(s, SOLVE_NORMALS, k),
        .moments     = *constant(s, SOLVE_MOMENTS, k),
        .first       = *constant(s, SOLVE_TO_FIRST, k),
        .second      = *constant(s, SOLVE_TO_SECOND, k),
        .twist       = *constant(s, SOLVE_TO_TWIST, k),
        .slide       = *constant(s, SOLVE_SLIDE, k),
        .roll        = *constant(s, SOLVE_ROLL, k),
        .qa          = { q0.x, q0.y, q0.z, q0.w, q1.x, q1.y },
        .qb          = { q1.z, q1.w, q2.x, q2.y, q2.z, q2.w },
    };
    const body_speed *a = &s->speed[c.a], *b = &s->speed[c.b];
    const oracle_vec3 dp = against(&c, a->shift, a->turn, b->shift, b->turn);
    const oracle_vec3 dr = vec_sub(vec_of(b->turn), vec_of(a->turn));
    c.pn                 = oracle_dot3(c.n, dp);
    c.r1                 = oracle_dot3(c.t1, dr);
    c.r2                 = oracle_dot3(c.t2, dr);
    take_velocities(s, &c);
    return c;
}

static float separation_of(contact* c, uint32_t i)
{
    return of(&c->separation)[i] + (c->pn + ((of(&c->v)[i] * c->r1) - (of(&c->u)[i] * c->r2)));
}

static float approach_of(contact* c, uint32_t i)
{
    return c->vn + ((of(&c->v)[i] * c->w1) - (of(&c->u)[i] * c->w2));
}

static void push_point(contact* c, uint32_t i, float dj)
{
    const float m1 = of(&c->v)[i] * dj, m2 = -(of(&c->u)[i] * dj);
    c->fn = c->fn + dj;
    c->m1 = c->m1 + m1;
    c->m2 = c->m2 + m2;
    c->vn = c->vn + (((c->normals.x * dj) + (c->normals.y * m1)) + (c->normals.z * m2));
    c->w1 = c->w1 + (((c->normals.y * dj) + (c->normals.w * m1)) + (c->moments.x * m2));
    c->w2 = c->w2 + (((c->normals.z * dj) + (c->moments.x * m1)) + (c->moments.y * m2));
}

// Normals of all points, each from where the last left the velocities.
static mas_vec4 normals(contact* c, const solve_params* p, mas_vec4 j, bool biased)
{
    const mas_vec4 soft = c->ia > 0.0f && c->ib > 0.0f ? p->soft : p->soft_static;
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
    {
        const float s = separation_of(c, i);
        float b = 0.0f, share = 1.0f, k = 0.0f;
        if (s > 0.0f && c->restitution > 0.0f && approach_of(c, i) < -p->restitution_speed) continue; // left to blows
        if (s > 0.0f)
            b = s * p->inverse_substep;
        else if (biased)
        {
            b     = larger_of(soft.x * s, -p->push_out);
            share = soft.y;
            k     = soft.z;
        }
        const float old = of(&j)[i];
        const float dj  = -(of(&c->mass)[i] * ((share * approach_of(c, i)) + b)) - (k * old);
        const float new = larger_of(old + dj, 0.0f);
        of(&j)[i]       = new;
        push_point(c, i, new - old);
    }
    return j;
}

static oracle_vec2 within_disc(oracle_vec2 v, float radius)
{
    const float squared = oracle_dot2(v, v);
    if (!(squared > radius * radius)) return v;
    const float f = radius * oracle_rsqrt(squared);
    return (oracle_vec2){ v.x * f, v.y * f };
}

// push: N s, sum of all points; levers: N m s, the same times their levers. j: friction so far, twist: the same.
static void rub(contact* c, float push, float levers, mas_vec4* j, float* twist)
{
    // Rolling: the angular velocity about the tangents.
    const float o1 = c->w1, o2 = c->w2;
    oracle_vec2 roll = { j->z - ((c->roll.x * o1) + (c->roll.y * o2)), j->w - ((c->roll.y * o1) + (c->roll.z * o2)) };
    roll             = within_disc(roll, c->rolling * push);
    c->m1            = c->m1 + (roll.x - j->z);
    c->m2            = c->m2 + (roll.y - j->w);
    j->z             = roll.x;
    j->w             = roll.y;
    // Twist: about the normal.
    const float wn = oracle_dot3(c->n, c->dw) + (((c->twist.x * c->fn) + (c->twist.y * c->m1)) + (c->twist.z * c->m2));
    const float most = c->friction * levers;
    const float spin = oracle_clamp(*twist - (c->moments.z * wn), -most, most);
    c->mn            = spin - *twist;
    *twist           = spin;
    // Slide: along the tangents, at the centre.
    const float v1 = (oracle_dot3(c->t1, c->dl) + c->slide.z) +
                     (((c->first.x * c->fn) + (c->first.y * c->m1)) + ((c->first.z * c->m2) + (c->first.w * c->mn)));
    const float v2    = (oracle_dot3(c->t2, c->dl) + c->slide.w) + (((c->second.x * c->fn) + (c->second.y * c->m1)) +
                                                                 ((c->second.z * c->m2) + (c->second.w * c->mn)));
    oracle_vec2 slide = { j->x - ((c->twist.w * v1) + (c->slide.x * v2)),
                          j->y - ((c->slide.x * v1) + (c->slide.y * v2)) };
    slide             = within_disc(slide, c->friction * push);
    c->f1             = slide.x - j->x;
    c->f2             = slide.y - j->y;
    j->x              = slide.x;
    j->y              = slide.y;
}

static mas_vec4 changed(mas_vec4 v, oracle_vec3 by)
{
    return with(oracle_flush3(vec_add(vec_of(v), by)), v.w);
}

static oracle_vec3 along_frame(const contact* c, float n, float t1, float t2)
{
    return vec_add(vec_add(vec_scale(c->n, n), vec_scale(c->t1, t1)), vec_scale(c->t2, t2));
}

typedef struct response
{
    oracle_vec3 va, wa, vb, wb;
} response;

static response respond(const contact* c)
{
    const oracle_vec3 f = along_frame(c, c->fn, c->f1, c->f2), m = along_frame(c, c->mn, c->m1, c->m2);
    return (response){
        .va = vec_scale(f, -c->ia),
        .wa = vec_negate(times(&c->qa, vec_add(oracle_cross(c->ca, f), m))),
        .vb = vec_scale(f, c->ib),
        .wb = times(&c->qb, vec_add(oracle_cross(c->cb, f), m)),
    };
}

static void apply(oracle_solve* s, const contact* c, const response* r)
{
    body_speed *a = &s->speed[c->a], *b = &s->speed[c->b];
    if (c->ia > 0.0f)
    {
        a->velocity = changed(a->velocity, r->va);
        a->spin     = changed(a->spin, r->wa);
    }
    if (c->ib > 0.0f)
    {
        b->velocity = changed(b->velocity, r->vb);
        b->spin     = changed(b->spin, r->wb);
    }
}

static float sum_of(mas_vec4 j)
{
    return (j.x + j.y) + (j.z + j.w);
}

static void start(oracle_solve* s, uint32_t k)
{
    contact c        = load(s, k);
    const mas_vec4 j = *impulse(s, SOLVE_PUSH, k), t = *impulse(s, SOLVE_FRICTION, k);
    c.fn             = sum_of(j);
    c.m1             = oracle_dot4(j, c.v) + t.z;
    c.m2             = t.w - oracle_dot4(j, c.u);
    c.f1             = t.x;
    c.f2             = t.y;
    c.mn             = impulse(s, SOLVE_TWIST, k)->x;
    const response r = respond(&c);
    apply(s, &c, &r);
}

static void solve(oracle_solve* s, const solve_params* p, uint32_t k, bool biased)
{
    contact c                  = load(s, k);
    mas_vec4 j                 = normals(&c, p, *impulse(s, SOLVE_PUSH, k), biased);
    *impulse(s, SOLVE_PUSH, k) = oracle_flush4(j);
    if (!biased)
    {
        mas_vec4 t  = *impulse(s, SOLVE_FRICTION, k);
        float twist = impulse(s, SOLVE_TWIST, k)->x;
        rub(&c, sum_of(j), oracle_dot4(j, c.lever), &t, &twist);
        *impulse(s, SOLVE_FRICTION, k) = oracle_flush4(t);
        impulse(s, SOLVE_TWIST, k)->x  = oracle_flush(twist);
    }
    const response r = respond(&c);
    apply(s, &c, &r);
}

// Two that move meet when their gap closes, late before now, and not where the step began: their arms end in the middle
// between where each would have them, and velocities and masses are those of these arms.
static void meet_then(const oracle_solve* s, contact* c, float late)
{
    const body_speed *a = &s->speed[c->a], *b = &s->speed[c->b];
    const oracle_vec3 moved   = vec_sub(vec_of(b->shift), vec_of(a->shift));
    const oracle_vec3 closing = vec_sub(vec_of(b->velocity), vec_of(a->velocity));
    const oracle_vec3 half    = vec_scale(vec_sub(moved, vec_scale(closing, late)), 0.5f);
    c->ca                     = vec_add(c->ca, half);
    c->cb                     = vec_sub(c->cb, half);
    take_velocities(s, c);
    const oracle_vec3 xa = oracle_cross(c->ca, c->n), xb = oracle_cross(c->cb, c->n);
    const oracle_vec3 qa = times(&c->qa, xa), qb = times(&c->qb, xb);
    const float m = c->ia + c->ib, k11 = c->normals.w, k12 = c->moments.x, k22 = c->moments.y;
    const float knn = m + (oracle_dot3(xa, qa) + oracle_dot3(xb, qb));
    const float kn1 = oracle_dot3(c->t1, qa) + oracle_dot3(c->t1, qb);
    const float kn2 = oracle_dot3(c->t2, qa) + oracle_dot3(c->t2, qb);
    c->normals      = (mas_vec4){ knn, kn1, kn2, k11 };
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
    {
        const float u = of(&c->u)[i], v = of(&c->v)[i];
        const float turns = ((v * v) * k11) + ((u * u) * k22);
        const float mixed = 2.0f * (((v * kn1) - (u * kn2)) - ((u * v) * k12));
        if (of(&c->mass)[i] > 0.0f) of(&c->mass)[i] = oracle_reciprocal(larger_of(knn + (turns + mixed), m));
    }
}

// Bounces of the points that would meet in this substep fast enough. Their impulses stay out of the contact's.
static void impact(oracle_solve* s, const solve_params* p, uint32_t k)
{
    const float e = constant(s, SOLVE_TANGENT, k)->w;
    if (!(e > 0.0f)) return;
    contact c  = load(s, k);
    mas_vec4 j = { 0 }, goal = { 0 };
    bool active[MANIFOLD_POINTS];
    uint32_t hits = 0;
    float deepest = 0.0f, pace = -1.0f, gap = 0.0f; // m, m/s, m: of the point that would get in deepest
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
    {
        const float v = approach_of(&c, i), d = separation_of(&c, i), end = d + (p->substep * v);
        active[i] = of(&c.mass)[i] > 0.0f && v < -p->restitution_speed && end < 0.0f;
        hits += active[i];
        if (!active[i] || !(end < deepest)) continue;
        deepest = end;
        pace    = v;
        gap     = larger_of(d, p->step * v); // no deeper than it can have come in this step
    }
    if (hits == 0) return;
    const float late = gap * oracle_reciprocal(pace);
    const bool both  = c.ia > 0.0f && c.ib > 0.0f;
    if (both) meet_then(s, &c, late);
    for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
        of(&goal)[i] = e * approach_of(&c, i);
    for (uint32_t round = 0; round < (hits == 1 ? 1 : SOLVE_BLOW_TURNS); ++round)
        for (uint32_t i = 0; i < MANIFOLD_POINTS; ++i)
        {
            if (!active[i]) continue;
            const float old = of(&j)[i];
            const float new = larger_of(old - (of(&c.mass)[i] * (approach_of(&c, i) + of(&goal)[i])), 0.0f);
            of(&j)[i]       = new;
            push_point(&c, i, new - old);
        }
    mas_vec4 t  = { 0 };
    float twist = 0.0f;
    rub(&c, sum_of(j), oracle_dot4(j, c.lever), &t, &twist);
    const response r = respond(&c);
    apply(s, &c, &r);
    body_blow *a = &s->blow[c.a], *b = &s->blow[c.b];
    // Onto what does not move: as far as a fall to the surface and a rise to e^2 of the height go. Between two that
    // move: as far as their new velocities take them from the moment at which they met.
    const float short_of = ((1.0f - (e * e)) * gap) - (((e * (1.0f + e)) * 0.5f) * (p->substep * pace));
    if (c.ia > 0.0f)
    {
        a->velocity         = changed(a->velocity, r.va);
        a->spin             = changed(a->spin, r.wa);
        s->speed[c.a].shift = changed(s->speed[c.a].shift, both ? vec_scale(r.va, late) : vec_scale(c.n, short_of));
    }
    if (c.ib > 0.0f)
    {
        b->velocity         = changed(b->velocity, r.vb);
        b->spin             = changed(b->spin, r.wb);
        s->speed[c.b].shift = changed(s->speed[c.b].shift, both ? vec_scale(r.vb, late) : vec_scale(c.n, -short_of));
    }
}

void oracle_solve_sweep(oracle_solve* s, const solve_params* p, oracle_sweep sweep, uint32_t first, uint32_t count)
{
    for (uint32_t k = first; k < first + count; ++k)
        switch (sweep)
        {
        case ORACLE_SOLVE_START: start(s, k); break;
        case ORACLE_SOLVE_IMPACT: impact(s, p, k); break;
        case ORACLE_SOLVE_BIAS: solve(s, p, k, true); break;
        case ORACLE_SOLVE_RELAX: solve(s, p, k, false); break;
        }
}

void oracle_solve_forget(oracle_solve* s, uint32_t bodies)
{
    for (uint32_t i = 0; i < bodies; ++i)
    {
        s->speed[i].velocity = changed(s->speed[i].velocity, vec_negate(vec_of(s->blow[i].velocity)));
        s->speed[i].spin     = changed(s->speed[i].spin, vec_negate(vec_of(s->blow[i].spin)));
        s->blow[i]           = (body_blow){ 0 };
    }
}

void oracle_solve_store(const oracle_solve* s, manifold* m, const uint32_t* order, uint32_t count)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        const oracle_vec3 n = vec_of(*constant(s, SOLVE_NORMAL, k)), t1 = vec_of(*constant(s, SOLVE_TANGENT, k));
        const oracle_vec3 t2 = oracle_cross(n, t1);
        const mas_vec4 t     = *impulse(s, SOLVE_FRICTION, k);
        manifold* one        = &m[order[k]];
        one->impulse         = *impulse(s, SOLVE_PUSH, k);
        one->twist =
            with(oracle_flush3(vec_add(vec_scale(t1, t.x), vec_scale(t2, t.y))), impulse(s, SOLVE_TWIST, k)->x);
        one->rolling = with(oracle_flush3(vec_add(vec_scale(t1, t.z), vec_scale(t2, t.w))), 0.0f);
    }
}
