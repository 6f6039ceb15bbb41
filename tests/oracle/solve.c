// Operations, their order and their grouping are the kernels': the same bits.
#include "solve_parts.h"
#include "constants.h"

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
    const oracle_vec3 half    = vec_scale(vec_sub(moved, vec_scale(closing, late + c->moments.w)), 0.5f);
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
    for (uint32_t round = 0; round < (hits == 1 ? 1 : OWN_SOLVE_BLOW_TURNS); ++round)
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
