#include "reduce_manifold.h"

static oracle_vec3 from_to(mas_vec4 a, mas_vec4 b)
{
    return (oracle_vec3){ b.x - a.x, b.y - a.y, b.z - a.z };
}

static float area(oracle_vec3 normal, mas_vec4 a, mas_vec4 b, mas_vec4 c)
{
    return oracle_dot3(normal, oracle_cross(from_to(a, b), from_to(a, c)));
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float score(const mas_vec4 p[4], oracle_vec3 normal, uint32_t pass, mas_vec4 x)
{
    if (pass == 0) return -x.w;
    if (pass == 1)
    {
        const oracle_vec3 across = oracle_cross(normal, from_to(p[0], x));
        const float squared      = oracle_dot3(across, across);
        return oracle_bits(squared) < 0x0D800000u ? 0.0f : squared; // 2^-100
    }
    if (pass == 2) return larger(area(normal, p[0], p[1], x), -area(normal, p[0], p[1], x));
    return larger(-area(normal, p[0], p[1], x), larger(-area(normal, p[1], p[2], x), -area(normal, p[2], p[0], x)));
}

oracle_reduction oracle_reduce_manifold(oracle_vec3 normal, float tolerance, const mas_vec4* candidate,
                                        const uint32_t* id, uint32_t count)
{
    oracle_reduction r = { .count = 0 };
    float limit = -3e38f, least = 0.0f;
    for (uint32_t pass = 0; pass < 4 && r.count == pass; ++pass)
    {
        for (uint32_t k = 0; k < count; ++k)
        {
            const float s = score(r.point, normal, pass, candidate[k]);
            if (!(s > limit)) continue;
            limit         = pass == 0 ? s + tolerance : s * 1.01f;
            r.point[pass] = candidate[k];
            r.id[pass]    = id[k];
            r.count       = pass + 1;
        }
        if (pass == 1) least = limit * 1e-3f;
        if (pass == 2 && r.count == 3 && area(normal, r.point[0], r.point[1], r.point[2]) < 0.0f)
        {
            const mas_vec4 p = r.point[1];
            const uint32_t i = r.id[1];
            r.point[1]       = r.point[2];
            r.id[1]          = r.id[2];
            r.point[2]       = p;
            r.id[2]          = i;
        }
        limit = least;
    }
    return r;
}
