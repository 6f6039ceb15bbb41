#include "narrow_reduce.h"
#include "constants.h"
#include "quaternion.h"

#include <math.h>

oracle_view oracle_see(mas_vec4 own, mas_vec4 other, oracle_vec3 d)
{
    const mas_vec4 q = oracle_quaternion_multiply(oracle_quaternion_conjugate(own), other);
    const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const oracle_vec3 t = oracle_quaternion_rotate_inverse(own, d);
    oracle_view v       = { { { 1.0f - (yy + zz), xy - wz, xz + wy },
                              { xy + wz, 1.0f - (xx + zz), yz - wx },
                              { xz - wy, yz + wx, 1.0f - (xx + yy) } },
                            { t.x, t.y, t.z } };
    for (int i = 0; i < 3; ++i)
    {
        v.t[i] = oracle_flush(v.t[i]);
        for (int j = 0; j < 3; ++j)
            v.r[i][j] = oracle_flush(v.r[i][j]);
    }
    return v;
}

oracle_vec3 oracle_to_own(const oracle_view* s, oracle_vec3 v)
{
    float out[3];
    for (int i = 0; i < 3; ++i)
        out[i] = (s->r[i][0] * v.x + s->r[i][1] * v.y) + s->r[i][2] * v.z;
    return (oracle_vec3){ out[0], out[1], out[2] };
}

oracle_vec3 oracle_to_other(const oracle_view* s, oracle_vec3 v)
{
    float out[3];
    for (int j = 0; j < 3; ++j)
        out[j] = (s->r[0][j] * v.x + s->r[1][j] * v.y) + s->r[2][j] * v.z;
    return (oracle_vec3){ out[0], out[1], out[2] };
}

float oracle_narrow_scale(mas_vec4 half_a, mas_vec4 half_b)
{
    const float a = fmaxf(fmaxf(half_a.x, half_a.y), half_a.z);
    const float b = fmaxf(fmaxf(half_b.x, half_b.y), half_b.z);
    return fmaxf(fminf(a, b), OWN_NARROW_SMALLEST_SCALE);
}

manifold oracle_empty_manifold(const oracle_colliders* c, collider_pair p)
{
    manifold m = { .a = p.a, .b = p.b };
    if (((c->data[p.a].kind | c->data[p.b].kind) & COLLIDER_SENSOR) != 0) m.flags = MANIFOLD_SENSOR;
    return m;
}

oracle_vec2 oracle_closest(float r_a, float r_b, float c, float sine2, float half_a, float half_b)
{
    const float x = oracle_clamp((r_a - c * r_b) * oracle_reciprocal(sine2), -half_a, half_a);
    const float y = oracle_clamp(x * c - r_b, -half_b, half_b);
    return (oracle_vec2){ oracle_clamp(y * c + r_a, -half_a, half_a), y };
}

// Twice the signed area.
static float area(oracle_point a, oracle_point b, oracle_point c)
{
    return (b.u - a.u) * (c.w - a.w) - (b.w - a.w) * (c.u - a.u);
}

static float distance2(oracle_point a, oracle_point b)
{
    return (b.u - a.u) * (b.u - a.u) + (b.w - a.w) * (b.w - a.w);
}

static float score(int round, const oracle_point* p, oracle_point c, float margin, float even)
{
    if (round == 0) return margin - c.d;
    if (round == 1) return distance2(p[0], c);
    if (round == 2) return c.d <= p[0].d + even ? distance2(p[1], c) : 0.0f;
    const float base = area(p[0], p[1], c);
    if (round == 3) return base * base;
    const float turn = area(p[0], p[1], p[2]) > 0.0f ? 1.0f : -1.0f;
    const float side = fminf(fminf(turn * base, turn * area(p[1], p[2], c)), turn * area(p[2], p[0], c));
    return side < 0.0f ? side * side : 0.0f; // inside the triangle: nothing
}

uint32_t oracle_reduce(const oracle_point* candidate, uint32_t n, float margin, float scale, oracle_point out[4],
                       float* deepest)
{
    const float near2 = (OWN_NARROW_NEAR * scale) * (OWN_NARROW_NEAR * scale);
    uint32_t count    = 0;
    for (int round = 0; round < (int)OWN_NARROW_ROUNDS; ++round)
    {
        const float base = round < 2 ? 0.0f : distance2(out[0], out[1]);
        float best       = round == 0   ? -OWN_NARROW_NONE
                           : round == 1 ? near2
                           : round == 2 ? fmaxf(base, near2)
                                        : near2 * base;
        int taken        = -1;
        for (uint32_t k = 0; k < n; ++k)
        {
            if (!(candidate[k].d <= margin)) continue;
            const float s = score(round, out, candidate[k], margin, OWN_NARROW_EVEN * scale);
            if (s > (round == 0 ? best + OWN_NARROW_DEEPER * scale : best * OWN_NARROW_BETTER))
                best = s, taken = (int)k;
        }
        if (round == 2 && taken >= 0) out[0] = candidate[taken]; // else the deepest stays the first
        if (round == 2) continue;
        if (taken < 0) break;
        if (round == 0) *deepest = candidate[taken].d;
        out[count++] = candidate[taken];
    }
    return count;
}

bool oracle_is_lost(float deepest, uint32_t n, float lowest, float scale)
{
    return lowest <= 0.0f && (n == 0 || deepest > lowest + OWN_NARROW_LOST * scale);
}

mas_vec4 oracle_place(const oracle_axes* axes, const oracle_point* p)
{
    const oracle_vec3 foot = vec_add(vec_add(axes->origin, vec_scale(axes->u, p->u)), vec_scale(axes->w, p->w));
    const oracle_vec3 x    = vec_add(foot, vec_scale(axes->n, 0.5f * p->d));
    return oracle_flush4((mas_vec4){ x.x, x.y, x.z, p->d });
}

void oracle_write_points(manifold* m, const oracle_point* p, uint32_t n, const oracle_axes* axes)
{
    m->count = n;
    for (uint32_t k = 0; k < n; ++k)
    {
        m->point[k]        = oracle_place(axes, &p[k]);
        (&m->feature.x)[k] = p[k].id;
        if (p[k].d <= 0.0f) m->flags |= MANIFOLD_TOUCHES;
    }
}
