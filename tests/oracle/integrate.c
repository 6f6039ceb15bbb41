// Forces first, then the free top, then the position with the new velocity. Between the two the solver may change the
// speeds: what it did is kept as momentum when the next substep, or the end of the step, begins. The energy of a free
// top is split into
//   |P|^2 / (2 I)                     I the middle moment: keeps P, turns the body by h P / I
//   (1/I_k - 1/I) P_k^2 / 2, k x y z  keeps P_k, turns P and the body about axis k
// and the flows follow each other as x/2 y/2 z y/2 x/2, then the common one. Every turn of the body turns P back, so
// that the momentum in the world stays.
#include "integrate.h"
#include "constants.h"
#include "quaternion.h"
#include "rigid/integrate_shared.h"
#include "vec.h"

#include <math.h>

// Division by 1 + h c, and not a bit changed where c is 0.
static oracle_vec3 damp(oracle_vec3 v, float damping, float h)
{
    if (!(damping > 0.0f)) return v;
    const float f = oracle_reciprocal(1.0f + h * damping);
    return (oracle_vec3){ v.x * f, v.y * f, v.z * f };
}

// Turns the body by rate * p[k], or not when that is below 2^-40, about its axis k, 0 x, 1 y, 2 z, and p by as much the
// other way.
static void turn(float p[3], mas_vec4* q, int k, float rate)
{
    const int j = (k + 1) % 3, l = (k + 2) % 3;
    const oracle_vec2 half = oracle_sincos(oracle_flush(0.5f * (rate * p[k])));
    const float s          = 2.0f * (half.x * half.y); // sine
    const float d          = 2.0f * (half.x * half.x); // 1 - cosine
    const float pj         = p[j] + (s * p[l] - d * p[j]);
    const float pl         = p[l] - (s * p[j] + d * p[l]);
    p[j]                   = pj;
    p[l]                   = pl;
    const mas_vec4 about   = {
          k == 0 ? half.x : 0.0f, k == 1 ? half.x : 0.0f, k == 2 ? half.x : 0.0f, half.y //
    };
    *q = oracle_quaternion_multiply(*q, about);
}

static float middle_of(float a, float b, float c)
{
    if ((a <= b && b <= c) || (c <= b && b <= a)) return b;
    if ((b <= a && a <= c) || (c <= a && a <= b)) return a;
    return c;
}

// A vector of at most this length.
static oracle_vec3 limited(oracle_vec3 v, float most)
{
    const float squared = oracle_dot3(v, v);
    return squared > most * most ? vec_scale(v, most * oracle_rsqrt(squared)) : v;
}

// Bits 0, 1, 2 of axes: no x, y, z.
static oracle_vec3 without(uint32_t axes, oracle_vec3 v)
{
    return (oracle_vec3){ axes & 1 ? 0.0f : v.x, axes & 2 ? 0.0f : v.y, axes & 4 ? 0.0f : v.z };
}

enum
{
    ALL_AXES = 7
};

static uint32_t ways(const body_trait* t)
{
    return t->locks & ALL_AXES;
}

static uint32_t turns(const body_trait* t)
{
    return t->locks >> 3 & ALL_AXES;
}

static oracle_vec3 times(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ a.x * b.x, a.y * b.y, a.z * b.z };
}

static float inverted(float x)
{
    return x == 0.0f ? 0.0f : oracle_reciprocal(x);
}

// Moments of inertia of their inverses and back; a body that nothing turns has 0 in both.
static oracle_vec3 inverted3(oracle_vec3 v)
{
    return (oracle_vec3){ inverted(v.x), inverted(v.y), inverted(v.z) };
}

// Impulses that change the spin by dw give I dw, with the inertia at the step's beginning; seen from the body's axes.
static oracle_vec3 gained(const oracle_bodies* b, uint32_t i, oracle_vec3 dw)
{
    const mas_vec4 q0 = b->previous[i].rotation;
    oracle_vec3 l     = oracle_quaternion_rotate_inverse(q0, dw);
    l                 = oracle_quaternion_rotate(q0, times(vec_of(b->base[i].inertia), l));
    return oracle_quaternion_rotate_inverse(b->pose[i].rotation, l);
}

// First the limit of the spin, then the locks: the share of the spin about locked axes is taken off, as momentum.
static oracle_vec3 bounded(const body_trait* t, oracle_vec3 p, mas_vec4 q, oracle_vec3 inertia, oracle_vec3 inverse)
{
    const oracle_vec3 w = times(p, inverse);
    const float squared = oracle_dot3(w, w);
    if (squared > t->max_spin * t->max_spin) p = vec_scale(p, t->max_spin * oracle_rsqrt(squared));
    if (turns(t) == 0) return p;
    if (turns(t) == ALL_AXES) return (oracle_vec3){ 0 };
    const oracle_vec3 turn = oracle_quaternion_rotate(q, times(p, inverse));
    const oracle_vec3 off  = vec_sub(turn, without(turns(t), turn));
    return vec_sub(p, times(inertia, oracle_quaternion_rotate_inverse(q, off)));
}

static void turn_gyroscopically(oracle_vec3* momentum, mas_vec4* q, mas_vec4 inverse, float common, float h)
{
    static const int axes[5]   = { 0, 1, 2, 1, 0 };
    static const float part[5] = { 0.5f, 0.5f, 1.0f, 0.5f, 0.5f };
    const float rate[3]        = { h * (inverse.x - common), h * (inverse.y - common), h * (inverse.z - common) };
    if (rate[0] == 0.0f && rate[1] == 0.0f && rate[2] == 0.0f) return;
    float p[3]         = { momentum->x, momentum->y, momentum->z };
    const float before = oracle_dot3(*momentum, *momentum);
    for (int i = 0; i < 5; ++i)
        turn(p, q, axes[i], part[i] * rate[axes[i]]);

    // One Newton step takes |p| back to what it was.
    oracle_vec3 m     = { p[0], p[1], p[2] };
    const float after = oracle_dot3(m, m);
    if (after > 0.0f)
    {
        const float f = 0.5f * ((before - after) * oracle_reciprocal(after));
        m             = (oracle_vec3){ m.x + m.x * f, m.y + m.y * f, m.z + m.z * f };
    }
    *momentum = m;
}

// What something holds and is as slow as a sleeper gets slower still.
static void come_to_rest(oracle_vec3* v, oracle_vec3* p, mas_vec4 inverse, float limit, float h)
{
    const oracle_vec3 squares = times(*p, *p);
    const float spin          = OWN_REST_SPIN * (inverse.w * oracle_dot3(squares, vec_of(inverse)));
    if (!(oracle_dot3(*v, *v) < limit * limit) || !(spin < limit * limit)) return;
    *v = damp(*v, OWN_REST_DAMPING, h);
    *p = damp(*p, OWN_REST_DAMPING, h);
}

static void push(oracle_bodies* b, uint32_t i, const step_params* params, bool begins)
{
    const float h          = params->substep;
    const body_trait* t    = &b->trait[i];
    const mas_vec4 inverse = b->mass[i].inverse;
    body_speed* speed      = &b->speed[i];
    body_base* base        = &b->base[i];
    oracle_vec3 v = vec_of(b->motion[i].velocity), p = vec_of(b->motion[i].momentum), dv = { 0 }, dw = { 0 };
    mas_vec4 q = b->pose[i].rotation;
    if (begins)
    {
        base->inertia = vec_xyz0(inverted3(vec_of(inverse)));
        speed->shift = speed->turn = (mas_vec4){ 0 };
    }
    else
    {
        v  = vec_of(speed->velocity);
        dv = oracle_flush3(vec_sub(v, vec_of(base->velocity)));
        dw = oracle_flush3(vec_sub(vec_of(speed->spin), vec_of(base->spin)));
        p  = oracle_flush3(vec_add(p, gained(b, i, dw)));
        if (dv.x != 0.0f || dv.y != 0.0f || dv.z != 0.0f) come_to_rest(&v, &p, inverse, t->sleep_speed, h);
    }
    const oracle_vec3 force = vec_of(b->load[i].force), g = vec_of(params->gravity);
    const oracle_vec3 torque = oracle_quaternion_rotate_inverse(q, without(turns(t), vec_of(b->load[i].torque)));
    const oracle_vec3 a = { t->gravity_scale * g.x + inverse.w * force.x, t->gravity_scale * g.y + inverse.w * force.y,
                            t->gravity_scale * g.z + inverse.w * force.z };
    const float common  = middle_of(inverse.x, inverse.y, inverse.z);
    v                   = damp(vec_add_scaled(v, h, a), t->linear_damping, h);
    p                   = damp(vec_add_scaled(p, h, torque), t->angular_damping, h);
    if (turns(t) == 0) turn_gyroscopically(&p, &q, inverse, common, h);

    v                   = oracle_flush3(without(ways(t), limited(v, t->max_speed)));
    p                   = oracle_flush3(bounded(t, p, q, vec_of(base->inertia), vec_of(inverse)));
    q                   = oracle_flush4(q);
    const oracle_vec3 w = oracle_flush3(without(turns(t), oracle_quaternion_rotate(q, times(p, vec_of(inverse)))));
    b->pose[i].rotation = q;
    b->motion[i]        = (body_motion){ vec_xyz0(v), vec_xyz0(p) };
    base->velocity      = (mas_vec4){ v.x, v.y, v.z, common };
    base->spin          = vec_xyz0(w);
    speed->velocity     = vec_xyz0(oracle_flush3(vec_add(v, without(ways(t), dv)))); // what held it holds it again
    speed->velocity.w   = inverse.w;
    speed->spin         = vec_xyz0(oracle_flush3(vec_add(w, without(turns(t), dw))));
}

// A kinematic body's spin is its momentum, as if its moments were 1.
static void guide(oracle_bodies* b, uint32_t i)
{
    const oracle_vec3 w = oracle_flush3(oracle_quaternion_rotate(b->pose[i].rotation, vec_of(b->motion[i].momentum)));
    const mas_vec4 v    = b->motion[i].velocity;
    b->speed[i]         = (body_speed){ .velocity = { v.x, v.y, v.z, 0.0f }, .spin = vec_xyz0(w) };
    b->base[i]          = (body_base){ .velocity = { v.x, v.y, v.z, 1.0f }, .spin = vec_xyz0(w) };
}

static bool goes(const oracle_bodies* b, uint32_t i)
{
    return (b->trait[i].tag & BODY_MOVES) != 0 && (b->trait[i].tag & BODY_ASLEEP) == 0;
}

void oracle_integrate_push(oracle_bodies* b, const step_params* params, bool begins)
{
    for (uint32_t i = 0; i < params->body_count; ++i)
    {
        const bool dynamic = (b->trait[i].tag & BODY_DYNAMIC) != 0;
        if (!goes(b, i) && begins)
        {
            b->speed[i] = (body_speed){ 0 };
            b->base[i]  = (body_base){ 0 };
        }
        if (goes(b, i) && dynamic) push(b, i, params, begins);
        if (goes(b, i) && !dynamic && begins) guide(b, i);
    }
}

// A rotation that is unit to 5e-7 is left alone.
static mas_vec4 unit(mas_vec4 q)
{
    const float off = oracle_dot4(q, q) - 1.0f;
    return off > 1e-6f || off < -1e-6f ? oracle_quaternion_normalize(q) : q;
}

static mas_vec4 turn_by(oracle_vec3 rotation)
{
    return oracle_quaternion_from_rotation_vector(oracle_flush3(rotation));
}

static bool differ(oracle_vec3 a, oracle_vec3 b)
{
    return a.x != b.x || a.y != b.y || a.z != b.z;
}

static void move(oracle_bodies* b, uint32_t i, float h)
{
    const body_trait* t  = &b->trait[i];
    const body_base base = b->base[i];
    body_speed* speed    = &b->speed[i];
    oracle_vec3 v = vec_of(speed->velocity), w = vec_of(speed->spin);
    mas_vec4 q = b->pose[i].rotation;
    if ((t->tag & BODY_DYNAMIC) != 0)
    {
        const float w3 = speed->velocity.w;
        // What no impulse changed is within its limits already.
        if (differ(v, vec_of(base.velocity))) v = oracle_flush3(without(ways(t), limited(v, t->max_speed)));
        if (differ(w, vec_of(base.spin))) w = oracle_flush3(without(turns(t), limited(w, t->max_spin)));
        speed->velocity = (mas_vec4){ v.x, v.y, v.z, w3 };
        speed->spin     = vec_xyz0(w);
    }
    const oracle_vec3 shift = oracle_flush3(vec_add_scaled(vec_of(speed->shift), h, v));
    speed->shift            = vec_xyz0(shift);
    speed->turn             = vec_xyz0(oracle_flush3(vec_add_scaled(vec_of(speed->turn), h, w)));
    if (turns(t) != 0)
    {
        q = oracle_quaternion_multiply(turn_by(vec_scale(w, h)), q);
    }
    else
    {
        const oracle_vec3 p = vec_of(b->motion[i].momentum), dw = oracle_flush3(vec_sub(w, vec_of(base.spin)));
        const oracle_vec3 flow = vec_scale(p, h * base.velocity.w);
        const mas_vec4 way     = turn_by(vec_add_scaled(flow, h, oracle_quaternion_rotate_inverse(q, dw)));
        q                      = oracle_quaternion_multiply(q, way);
        // Turned about its own momentum the body keeps it; about another axis the momentum stays in the world.
        if (dw.x != 0.0f || dw.y != 0.0f || dw.z != 0.0f)
            b->motion[i].momentum = vec_xyz0(oracle_flush3(oracle_quaternion_rotate_inverse(way, p)));
    }
    b->pose[i].position = vec_xyz0(oracle_flush3(vec_add(vec_of(b->previous[i].position), shift)));
    b->pose[i].rotation = oracle_flush4(unit(q));
}

void oracle_integrate_move(oracle_bodies* b, const step_params* params)
{
    for (uint32_t i = 0; i < params->body_count; ++i)
        if (goes(b, i)) move(b, i, params->substep);
}

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

static bool in_world(oracle_vec3 x)
{
    const float most = (float)OWN_BODY_MAX_POSITION;
    return fabsf(x.x) <= most && fabsf(x.y) <= most && fabsf(x.z) <= most;
}

// False: the body is lost.
static bool finish(oracle_bodies* b, uint32_t i)
{
    const body_trait* t = &b->trait[i];
    const mas_vec4 q    = b->pose[i].rotation;
    oracle_vec3 x = vec_of(b->pose[i].position), v = vec_of(b->motion[i].velocity), p = vec_of(b->motion[i].momentum);
    if ((t->tag & BODY_DYNAMIC) != 0)
    {
        const oracle_vec3 inertia = vec_of(b->base[i].inertia);
        const oracle_vec3 dw      = oracle_flush3(vec_sub(vec_of(b->speed[i].spin), vec_of(b->base[i].spin)));
        v = oracle_flush3(without(ways(t), limited(vec_of(b->speed[i].velocity), t->max_speed)));
        p = oracle_flush3(vec_add(p, gained(b, i, dw)));
        p = oracle_flush3(bounded(t, p, q, inertia, inverted3(inertia)));
    }
    if (!in_world(x) || !finite3(x) || !finite3(v) || !finite3(p) || !oracle_is_finite(q.x) || !oracle_is_finite(q.y) ||
        !oracle_is_finite(q.z) || !oracle_is_finite(q.w))
        return false;
    b->motion[i] = (body_motion){ vec_xyz0(v), vec_xyz0(p) };
    return true;
}

uint32_t oracle_integrate_finish(oracle_bodies* b, const step_params* params)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < params->body_count; ++i)
    {
        if (!goes(b, i) || finish(b, i)) continue;
        b->lost[i]   = b->trait[i].tag >> BODY_FLAG_BITS;
        b->pose[i]   = b->previous[i]; // where the step found it
        b->motion[i] = (body_motion){ 0 };
        b->trait[i].tag &= ~(uint32_t)BODY_MOVES;
        ++lost;
    }
    return lost;
}

uint32_t oracle_fly(oracle_bodies* b, const step_params* params, uint32_t substeps)
{
    for (uint32_t i = 0; i < substeps; ++i)
    {
        oracle_integrate_push(b, params, i == 0);
        oracle_integrate_move(b, params);
    }
    return oracle_integrate_finish(b, params);
}
