#include "patch.h"
#include "vec.h"

static oracle_vec3 larger_of_each(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ larger_of(a.x, magnitude_of(b.x)), larger_of(a.y, magnitude_of(b.y)),
                          larger_of(a.z, magnitude_of(b.z)) };
}

static oracle_vec3 blend4(const float w[4], oracle_vec3 a, oracle_vec3 b, oracle_vec3 c, oracle_vec3 d)
{
    return vec_add(vec_add(vec_scale(a, w[0]), vec_scale(b, w[1])), vec_add(vec_scale(c, w[2]), vec_scale(d, w[3])));
}

void oracle_to_bezier(oracle_vec3 x[4])
{
    const oracle_vec3 a = x[0], b = x[1], c = x[2], d = x[3];
    x[0] = vec_scale(vec_add(vec_add(a, vec_scale(b, 4.0f)), c), 0.16666667f);
    x[1] = vec_scale(vec_add(vec_scale(b, 2.0f), c), 0.33333333f);
    x[2] = vec_scale(vec_add(b, vec_scale(c, 2.0f)), 0.33333333f);
    x[3] = vec_scale(vec_add(vec_add(b, vec_scale(c, 4.0f)), d), 0.16666667f);
}

static void load_regular(oracle_patch* p, const oracle_vec3* points)
{
    for (int j = 0; j < 4; ++j)
    {
        for (int i = 0; i < 4; ++i)
            p->b[j][i] = points[4 * j + i];
        oracle_to_bezier(p->b[j]);
    }
    for (int i = 0; i < 4; ++i)
    {
        oracle_vec3 column[4] = { p->b[0][i], p->b[1][i], p->b[2][i], p->b[3][i] };
        oracle_to_bezier(column);
        for (int j = 0; j < 4; ++j)
            p->b[j][i] = column[j];
    }
}

// Corner c stands at (cu, cv); its next corner lies one along +u, +v, -u, -v for c = 0, 1, 2, 3, its last one as that
// of c + 1 does.
static void load_gregory(oracle_patch* p, const oracle_vec3* points)
{
    static const int cu[4] = { 0, 3, 3, 0 }, cv[4] = { 0, 0, 3, 3 };
    static const int du[4] = { 1, 0, -1, 0 }, dv[4] = { 0, 1, 0, -1 };
    for (int c = 0; c < 4; ++c)
    {
        const oracle_vec3* q = points + 5 * c;
        const int nu = du[c], nv = dv[c], lu = du[(c + 1) % 4], lv = dv[(c + 1) % 4];
        p->b[cv[c]][cu[c]]                     = q[0];
        p->b[cv[c] + nv][cu[c] + nu]           = q[1];
        p->b[cv[c] + lv][cu[c] + lu]           = q[2];
        p->b[cv[c] + nv + lv][cu[c] + nu + lu] = vec_scale(vec_add(q[3], q[4]), 0.5f);
        p->twist[c]                            = vec_scale(vec_sub(q[3], q[4]), 0.5f);
    }
}

oracle_patch oracle_load_patch(const oracle_vec3* points, bool gregory)
{
    oracle_patch p = { .twisted = gregory };
    if (gregory)
        load_gregory(&p, points);
    else
        load_regular(&p, points);
    oracle_vec3 extent = { 0.0f, 0.0f, 0.0f };
    for (int k = 0; k < 16; ++k)
        extent = larger_of_each(extent, vec_sub(p.b[k / 4][k % 4], p.b[0][0]));
    uint32_t exponent = oracle_bits(larger_of(larger_of(extent.x, extent.y), extent.z)) >> 23;
    exponent          = exponent < 64 ? 64 : exponent > 190 ? 190 : exponent;
    p.unit            = oracle_from_bits(exponent << 23);
    p.per_m           = oracle_from_bits((254 - exponent) << 23);
    for (int k = 0; k < 16; ++k)
        p.b[k / 4][k % 4] = oracle_flush3(vec_scale(p.b[k / 4][k % 4], p.per_m));
    for (int c = 0; c < 4; ++c)
        p.twist[c] = oracle_flush3(vec_scale(p.twist[c], p.per_m));
    return p;
}

void oracle_patch_curvature(const oracle_patch* p, oracle_vec3 bound[3])
{
    const oracle_vec3 none = { 0.0f, 0.0f, 0.0f };
    oracle_vec3 uu = none, uv = none, vv = none;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 2; ++i)
        {
            const oracle_vec3* r = &p->b[j][i];
            uu                   = larger_of_each(uu, vec_add(vec_sub(r[0], vec_scale(r[1], 2.0f)), r[2]));
            vv = larger_of_each(vv, vec_add(vec_sub(p->b[i][j], vec_scale(p->b[i + 1][j], 2.0f)), p->b[i + 2][j]));
        }
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            uv = larger_of_each(
                uv, vec_sub(vec_sub(p->b[j][i], p->b[j][i + 1]), vec_sub(p->b[j + 1][i], p->b[j + 1][i + 1])));
    oracle_vec3 t[4];
    for (int c = 0; c < 4; ++c)
        t[c] = larger_of_each(none, p->twist[c]);
    const oracle_vec3 twist = vec_add(vec_add(t[0], t[1]), vec_add(t[2], t[3]));
    bound[0]                = vec_add(vec_scale(uu, 6.0f), vec_scale(twist, 36.0f));
    bound[1]                = vec_add(vec_scale(uv, 9.0f), vec_scale(twist, 9.0f));
    bound[2]                = vec_add(vec_scale(vv, 6.0f), vec_scale(twist, 36.0f));
}

// Bernstein polynomials of degree 3 and their derivatives.
static void bernstein(float t, float w[3][4])
{
    const float s = 1.0f - t, tt = t * t, ss = s * s, ts = 2.0f * (t * s);
    w[0][0] = ss * s;
    w[0][1] = 3.0f * (t * ss);
    w[0][2] = 3.0f * (tt * s);
    w[0][3] = tt * t;
    w[1][0] = -3.0f * ss;
    w[1][1] = 3.0f * (ss - ts);
    w[1][2] = 3.0f * (ts - tt);
    w[1][3] = 3.0f * tt;
    w[2][0] = 6.0f * s;
    w[2][1] = 6.0f * (t - 2.0f * s);
    w[2][2] = 6.0f * (s - 2.0f * t);
    w[2][3] = 6.0f * t;
}

typedef struct share // of a corner's twist: the function and its derivatives by x and y
{
    float t, x, y, xx, xy, yy;
} share;

// a(x) a(y) (x - y) / (x + y), a(x) = 3 x (1 - x)^2
static share share_of(float x, float y)
{
    const float inverse = oracle_reciprocal(x + y), nx = x * inverse, ny = y * inverse, r = nx - ny;
    const float sx = 1.0f - x, sy = 1.0f - y, qx = 3.0f * (sx * sx), qy = 3.0f * (sy * sy);
    const float ax = x * qx, ay = y * qy;
    const float bx = 3.0f * (sx * (1.0f - 3.0f * x)), by = 3.0f * (sy * (1.0f - 3.0f * y));
    const float cx = 18.0f * x - 12.0f, cy = 18.0f * y - 12.0f;
    const float ex = nx * qx, ey = ny * qy, ee = ex * ey;
    return (share){
        .t  = (ax * ay) * r,
        .x  = (bx * ay) * r + 2.0f * (ee * y),
        .y  = (ax * by) * r - 2.0f * (ee * x),
        .xx = (cx * ay) * r + 4.0f * ((bx * ey) * ny - ee * ny),
        .yy = (ax * cy) * r - 4.0f * ((ex * by) * nx - ee * nx),
        .xy = (bx * by) * r + 2.0f * (((ex * by) * ny - (bx * ey) * nx) + ee * r),
    };
}

// The corners one by one: x runs along +u, +v, -u, -v, y along +v, -u, -v, +u.
static void add_twists(const oracle_patch* p, float u, float v, oracle_place* e)
{
    for (int c = 0; c < 4; ++c)
    {
        // Ways from the corner: the one after (x, y) is (y, 1 - x).
        float x = u, y = v;
        for (int k = 0; k < c; ++k)
        {
            const float was = x;
            x               = y;
            y               = 1.0f - was;
        }
        const share s       = share_of(x, y);
        const oracle_vec3 d = p->twist[c];
        const float by_u    = c == 0 ? s.x : c == 1 ? -s.y : c == 2 ? -s.x : s.y;
        const float by_v    = c == 0 ? s.y : c == 1 ? s.x : c == 2 ? -s.y : -s.x;
        e->s                = vec_add(e->s, vec_scale(d, s.t));
        e->su               = vec_add(e->su, vec_scale(d, by_u));
        e->sv               = vec_add(e->sv, vec_scale(d, by_v));
        e->suu              = vec_add(e->suu, vec_scale(d, c % 2 == 0 ? s.xx : s.yy));
        e->svv              = vec_add(e->svv, vec_scale(d, c % 2 == 0 ? s.yy : s.xx));
        e->suv              = vec_add(e->suv, vec_scale(d, c % 2 == 0 ? s.xy : -s.xy));
    }
}

oracle_place oracle_evaluate_patch(const oracle_patch* p, float u, float v)
{
    float wu[3][4], wv[3][4];
    oracle_vec3 curve[3][4]; // derivative by u, row
    bernstein(u, wu);
    bernstein(v, wv);
    for (int d = 0; d < 3; ++d)
        for (int j = 0; j < 4; ++j)
            curve[d][j] = blend4(wu[d], p->b[j][0], p->b[j][1], p->b[j][2], p->b[j][3]);
#define MIXED(d, e) blend4(wv[e], curve[d][0], curve[d][1], curve[d][2], curve[d][3])
    oracle_place e = { MIXED(0, 0), MIXED(1, 0), MIXED(0, 1), MIXED(2, 0), MIXED(1, 1), MIXED(0, 2) };
#undef MIXED
    if (p->twisted) add_twists(p, u, v, &e);
    return (oracle_place){ oracle_flush3(e.s),   oracle_flush3(e.su),  oracle_flush3(e.sv),
                           oracle_flush3(e.suu), oracle_flush3(e.suv), oracle_flush3(e.svv) };
}
