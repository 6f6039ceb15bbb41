// Forces first, then the free top, then the position with the new velocity. The energy of a free top is split into
//   |P|^2 / (2 I)                     I the middle moment: keeps P, turns the body by h P / I
//   (1/I_k - 1/I) P_k^2 / 2, k x y z  keeps P_k, turns P and the body about axis k
// and the flows follow each other as x/2 y/2 z y/2 x/2, then the common one. Every turn of the body turns P back, so
// that the momentum in the world stays.
#include "integrate.h"
#include "quaternion.h"
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

// The body's turn by a rotation vector about its own axes. A rotation that is unit to 5e-7 is left alone.
static mas_vec4 turned(mas_vec4 q, oracle_vec3 rotation)
{
    q               = oracle_quaternion_multiply(q, oracle_quaternion_from_rotation_vector(oracle_flush3(rotation)));
    const float off = oracle_dot4(q, q) - 1.0f;
    return off > 1e-6f || off < -1e-6f ? oracle_quaternion_normalize(q) : q;
}

static void spin_freely(oracle_vec3* momentum, mas_vec4* q, mas_vec4 inverse, float h)
{
    static const int axes[5]   = { 0, 1, 2, 1, 0 };
    static const float part[5] = { 0.5f, 0.5f, 1.0f, 0.5f, 0.5f };
    const float common         = middle_of(inverse.x, inverse.y, inverse.z);
    const float rate[3]        = { h * (inverse.x - common), h * (inverse.y - common), h * (inverse.z - common) };
    float p[3]                 = { momentum->x, momentum->y, momentum->z };
    const float before         = oracle_dot3(*momentum, *momentum);
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
    const float s              = h * common;
    const oracle_vec3 rotation = { s * m.x, s * m.y, s * m.z };
    *q                         = turned(*q, rotation);
    *momentum                  = m;
}

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

static bool in_world(oracle_vec3 x)
{
    const float most = (float)BODY_MAX_POSITION;
    return fabsf(x.x) <= most && fabsf(x.y) <= most && fabsf(x.z) <= most;
}

static bool fly(oracle_bodies* b, uint32_t i, const step_params* params)
{
    const float h      = params->substep;
    const body_trait t = b->trait[i];
    oracle_vec3 x = vec_of(b->pose[i].position), v = vec_of(b->motion[i].velocity), p = vec_of(b->motion[i].momentum);
    mas_vec4 q = b->pose[i].rotation;
    if ((t.tag & BODY_DYNAMIC) != 0)
    {
        const mas_vec4 inverse  = b->mass[i].inverse;
        const oracle_vec3 force = vec_of(b->load[i].force), g = vec_of(params->gravity);
        const oracle_vec3 torque = oracle_quaternion_rotate_inverse(q, vec_of(b->load[i].torque));
        const oracle_vec3 a      = { t.gravity_scale * g.x + inverse.w * force.x,
                                     t.gravity_scale * g.y + inverse.w * force.y,
                                     t.gravity_scale * g.z + inverse.w * force.z };
        v                        = damp(vec_add_scaled(v, h, a), t.linear_damping, h);
        p                        = damp(vec_add_scaled(p, h, torque), t.angular_damping, h);
        spin_freely(&p, &q, inverse, h);
    }
    else
    {
        const oracle_vec3 rotation = { h * p.x, h * p.y, h * p.z };
        q                          = turned(q, rotation);
    }
    x = vec_add_scaled(x, h, v);
    if (!in_world(x) || !finite3(x) || !finite3(v) || !finite3(p) || !oracle_is_finite(q.x) || !oracle_is_finite(q.y) ||
        !oracle_is_finite(q.z) || !oracle_is_finite(q.w))
        return false;
    b->pose[i]   = (body_pose){ vec_xyz0(oracle_flush3(x)), oracle_flush4(q) };
    b->motion[i] = (body_motion){ vec_xyz0(oracle_flush3(v)), vec_xyz0(oracle_flush3(p)) };
    return true;
}

uint32_t oracle_integrate(oracle_bodies* b, const step_params* params)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < params->body_count; ++i)
    {
        if ((b->trait[i].tag & BODY_MOVES) == 0 || fly(b, i, params)) continue;
        b->lost[i]   = b->trait[i].tag >> BODY_FLAG_BITS;
        b->motion[i] = (body_motion){ 0 };
        b->trait[i].tag &= ~(uint32_t)BODY_MOVES; // stays where it was last
        ++lost;
    }
    return lost;
}
