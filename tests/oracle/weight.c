#include "weight.h"
#include "vec.h"

#include <math.h>

float oracle_weight_scale(const liquid_params* p)
{
    const float r = p->inverse_reach;
    return p->volume * (0x1p-40f * 13.369015f) * (r * r * r);
}

float oracle_weight_slope_scale(const liquid_params* p)
{
    const float r = p->inverse_reach, squared = r * r;
    return p->volume * (0x1p-24f * 66.845076f) * (squared * r * squared);
}

oracle_weight oracle_weigh(const liquid_params* p, mas_vec4 a, mas_vec4 b, bool below)
{
    const float nudge = 0.03125f * p->reach;
    oracle_weight w   = { .apart = vec_sub(vec_of(a), vec_of(b)) };
    w.squared         = oracle_dot3(w.apart, w.apart);
    if (oracle_bits(w.squared) < 0x0D800000u) // shorter than 2^-50
    {
        w.apart.y = below ? -nudge : nudge;
        w.squared = nudge * nudge;
    }
    const float q       = fabsf(oracle_rough_sqrt(w.squared, 256.0f * p->inverse_reach));
    const float near    = larger_of(256.0f - q, 0.0f);
    const float squared = near * near;
    w.weight            = squared * squared * (64.0f + q);
    w.slope             = squared * near;
    return w;
}

float oracle_wall_weight(float s)
{
    float z = 1.5f * s - 7.5f; // s^8, s^7
    z       = z * s + 14.0f;
    z       = z * s - 10.5f; // s^5
    z       = z * (s * s) + 3.5f;
    z       = z * (s * s) - 1.5f;
    return z * s + 0.5f;
}

float oracle_wall_slope(float s)
{
    float z = 52.5f - 12.0f * s; // s^6, s^7
    z       = z * s - 84.0f;
    z       = z * s + 52.5f; // s^4
    z       = z * (s * s) - 10.5f;
    return z * (s * s) + 1.5f;
}

void oracle_add_wall(const liquid_params* p, const liquid_wall* w, oracle_vec3 correction, oracle_solid* all)
{
    const float gap   = w->plane.w + oracle_dot3(vec_of(w->plane), correction);
    const float per   = 1.1921954f * p->inverse_reach;
    const float s     = oracle_clamp(gap * per - 0.0132532f, 0.0f, 1.0f);
    const float share = oracle_wall_weight(s), free = 1.0f - all->share;
    const float fall = free * (per * oracle_wall_slope(s));
    all->slope       = vec_add(vec_scale(all->slope, 1.0f - share), vec_scale(vec_of(w->plane), fall));
    all->share += free * share;
}

float oracle_pressing(float pressure, const oracle_solid* s)
{
    return pressure * oracle_reciprocal(1.0f - s->share);
}

float oracle_pressure(float multiplier, const oracle_solid* s)
{
    return multiplier * (1.0f - s->share);
}
