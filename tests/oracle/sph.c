// Density is the number of particles around, by poly6, times the volume of one at rest, and what the walls' half spaces
// add, each of what the others leave free. Two particles push each other apart with the mean of their pressures times
// both volumes times the slope of the spiky kernel, and drag each other along with the mean of their viscosities,
// volumes and the viscosity kernel's Laplacian. A part's own velocity is then changed by force over mass and gravity;
// the place by that velocity, or the old one, and XSPH's correction; then walls, in order.
#include "sph.h"
#include "constants.h"
#include "vec.h"

static float poly6(float q_squared)
{
    const float near = larger_of(1.0f - q_squared, 0.0f);
    return 1.56668147f * (near * near * near);
}

float oracle_sph_wall(float s)
{
    static const float term[] = { -0.571428571f, 1.2f, -1.33333333f, 1.0f };
    const float inside        = oracle_clamp(s, 0.0f, 1.0f);
    float sum                 = 0.111111111f;
    for (int i = 0; i < 4; ++i)
        sum = sum * (inside * inside) + term[i];
    return larger_of(0.5f - 1.23046875f * (inside * sum), 0.0f);
}

float oracle_sph_pressure(const liquid_params* p, float density)
{
    const float squared = density * density;
    float rise          = density - 1.0f;
    if (p->exponent == 0.0f) rise = density;
    if (p->exponent == 7.0f) rise = 0.142857143f * (squared * squared * squared * density - 1.0f);
    return larger_of(p->stiffness * rise, 0.0f);
}

static const liquid_kind* kind_of(const oracle_liquid* l, uint32_t place)
{
    return &l->params.kind[oracle_bits(l->particles->sorted_position[place].w) >> LIQUID_SHIFT & LIQUID_MASK];
}

void oracle_sph_density(oracle_liquid* l)
{
    const oracle_particles* p = l->particles;
    const float inverse       = l->params.inverse_reach;
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        l->packed[i] = 0.0f;
        if (p->neighbour_count[i] == PARTICLE_NONE) continue;
        const oracle_vec3 x = vec_of(p->sorted_position[i]);
        float sum           = poly6(0.0f);
        for (uint32_t k = 0; k < p->neighbour_count[i]; ++k)
        {
            const uint32_t j    = p->neighbour[(uint64_t)i * p->neighbours + k];
            const oracle_vec3 d = vec_sub(x, vec_of(p->sorted_position[j]));
            sum += poly6(oracle_dot3(d, d) * inverse * inverse);
        }
        float density        = sum * (l->params.volume * (inverse * inverse * inverse));
        const uint32_t walls = l->wall_count[i] == LIQUID_GONE ? 0 : l->wall_count[i];
        float solid          = 0.0f;
        for (uint32_t k = 0; k < walls; ++k)
            solid += (1.0f - solid) * oracle_sph_wall(l->wall[i * LIQUID_WALLS + k].plane.w * inverse);
        density += solid;
        l->weighed[i] = (mas_vec4){ x.x, x.y, x.z, density };
        l->packed[i]  = oracle_flush(density);
    }
}

typedef struct sums
{
    oracle_vec3 force, drift;
} sums;

typedef struct weight // masses count only among several liquids
{
    float mass, thickness;
} weight;

static weight weight_of(const oracle_liquid* l, uint32_t place)
{
    const liquid_kind* kind = kind_of(l, place);
    if (l->params.liquids > 1) return (weight){ kind->mass, kind->mass * kind->viscosity };
    return (weight){ 1.0f, l->params.kind[l->params.only].viscosity };
}

static void add_pair(const oracle_liquid* l, uint32_t i, uint32_t j, sums* s)
{
    const oracle_particles* p = l->particles;
    const liquid_params* all  = &l->params;
    const mas_vec4 a = l->weighed[i], b = l->weighed[j];
    const weight wa = weight_of(l, i), wb = weight_of(l, j);
    const float h1 = all->inverse_reach, h3 = h1 * h1 * h1;
    const oracle_vec3 slip = vec_sub(vec_of(p->sorted_velocity[j]), vec_of(p->sorted_velocity[i]));
    const oracle_vec3 d    = vec_sub(vec_of(a), vec_of(b));
    const float squared    = oracle_dot3(d, d);
    const float inverse    = oracle_rsqrt(squared);
    oracle_vec3 n          = vec_scale(d, inverse);
    if (oracle_bits(squared) < 0x0D800000u) n = (oracle_vec3){ 0.0f, i < j ? -1.0f : 1.0f, 0.0f };
    const float near    = larger_of(1.0f - squared * inverse * h1, 0.0f);
    const float both    = wa.mass * oracle_sph_pressure(all, a.w) + wb.mass * oracle_sph_pressure(all, b.w);
    const float press   = -0.5f * all->volume * (h3 * h1) * both * (-14.3239449f * (near * near));
    const float drag    = all->volume * h3 * oracle_reciprocal(30.0f * all->substep);
    const float shear   = drag * (wa.thickness + wb.thickness) * (14.3239449f * near);
    const oracle_vec3 f = { press * n.x + shear * slip.x, press * n.y + shear * slip.y, press * n.z + shear * slip.z };
    s->force            = vec_add_scaled(s->force, oracle_reciprocal(a.w * b.w), f);
    if (all->smoothing > 0.0f)
    {
        const float mean = oracle_reciprocal(wa.mass * a.w + wb.mass * b.w);
        s->drift         = vec_add_scaled(s->drift, wa.mass * wb.mass * (mean * poly6(squared * h1 * h1)), slip);
    }
}

static oracle_vec3 along_wall(oracle_vec3 v, oracle_vec3 n)
{
    return vec_sub(v, vec_scale(n, oracle_dot3(n, v)));
}

static void meet(const liquid_params* all, const liquid_wall* w, float drag, oracle_vec3* move, oracle_vec3* v)
{
    const oracle_vec3 n = vec_of(w->plane), way = vec_of(w->way);
    const float along = oracle_dot3(n, way);
    const float lacks = 0.5f * all->spacing - w->plane.w - along;
    const float more  = along + smaller_of(lacks, all->share * all->push_out) - oracle_dot3(n, *move);
    const float slow  = (along + smaller_of(lacks, 0.0f)) * all->inverse_part - oracle_dot3(n, *v);
    if (more > 0.0f) *move = vec_add_scaled(*move, more, n);
    if (slow > 0.0f) *v = vec_add_scaled(*v, slow, n);
    if (!(w->plane.w + oracle_dot3(n, *move) < all->spacing)) return;
    *move = vec_sub(*move, vec_scale(along_wall(vec_sub(*move, way), n), all->share * drag));
    *v    = vec_sub(*v, vec_scale(along_wall(vec_sub(*v, vec_scale(way, all->inverse_part)), n), all->share * drag));
}

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

static void move_place(oracle_liquid* l, uint32_t i)
{
    oracle_particles* p      = l->particles;
    const liquid_params* all = &l->params;
    const mas_vec4 me = p->sorted_position[i], motion = p->sorted_velocity[i];
    const uint32_t slot = oracle_bits(me.w) & PARTICLE_SLOT_MASK;
    if (l->wall_count[i] == LIQUID_GONE)
    {
        p->position[slot] = p->velocity[slot] = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
        return;
    }
    sums s = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    for (uint32_t k = 0; k < p->neighbour_count[i]; ++k)
        add_pair(l, i, p->neighbour[(uint64_t)i * p->neighbours + k], &s);

    const float h1 = all->inverse_reach, inverse = all->liquids > 1 ? kind_of(l, i)->inverse_mass : 1.0f;
    const float epsilon = 2.0f * all->smoothing * (all->volume * (h1 * h1 * h1));
    oracle_vec3 v = vec_add_scaled(vec_of(motion), all->part, vec_add_scaled(vec_of(all->gravity), inverse, s.force));
    const oracle_vec3 with = all->explicit_steps != 0 ? vec_of(motion) : v;
    oracle_vec3 move       = vec_scale(vec_add_scaled(with, inverse * epsilon, s.drift), all->part);
    for (uint32_t k = 0; k < l->wall_count[i]; ++k)
        meet(all, &l->wall[i * LIQUID_WALLS + k], kind_of(l, i)->drag, &move, &v);

    const float lost   = (float)OWN_PARTICLE_LOST;
    oracle_vec3 x      = vec_add(vec_of(me), move);
    const bool good    = finite3(x) && finite3(v);
    x                  = good ? oracle_flush3(x) : (oracle_vec3){ lost, lost, lost };
    v                  = good ? oracle_flush3(v) : (oracle_vec3){ 0.0f, 0.0f, 0.0f };
    p->position[slot]  = (mas_vec4){ x.x, x.y, x.z, me.w };
    p->velocity[slot]  = (mas_vec4){ v.x, v.y, v.z, motion.w };
    const uint32_t now = oracle_bits(oracle_dot3(v, v));
    l->state.speed     = now > l->state.speed ? now : l->state.speed;
}

void oracle_sph_force(oracle_liquid* l)
{
    for (uint32_t i = 0; i < l->particles->start[l->particles->cells]; ++i)
        move_place(l, i);
}
