// A pair pushes itself apart with the stiffness of its softer layer times the overlap, and loses relative velocity to
// the damper of the softer one. Then gravity, drag as a division, the step with the new velocity, and the shapes one
// after the other.
#include "contact.h"
#include "constants.h"
#include "collider.h"
#include "vec.h"

// N, on the particle at place i from the one at place j.
static oracle_vec3 pair_force(const oracle_particles* p, uint32_t i, uint32_t j)
{
    const mas_vec4 xi = p->sorted_position[i], xj = p->sorted_position[j];
    const particle_layer* a = &p->params.layer[oracle_particle_layer(xi)];
    const particle_layer* b = &p->params.layer[oracle_particle_layer(xj)];
    const float spring      = a->stiffness < b->stiffness ? a->stiffness : b->stiffness;
    const float damper      = a->damping < b->damping ? a->damping : b->damping;
    const float most        = spring * (a->radius + b->radius);
    const oracle_vec3 d     = vec_sub(vec_of(xi), vec_of(xj));
    const float squared     = oracle_dot3(d, d);
    const float per         = larger_of(0.5f * most * oracle_twice_rsqrt(squared) - spring, 0.0f);
    const oracle_vec3 slip  = vec_sub(vec_of(p->sorted_velocity[j]), vec_of(p->sorted_velocity[i]));
    oracle_vec3 push        = vec_scale(d, per);
    if (oracle_bits(squared) < 0x0D800000u) push = (oracle_vec3){ 0.0f, i < j ? -most : most, 0.0f };
    return vec_add(vec_scale(slip, damper), push);
}

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

static void move(oracle_particles* p, uint32_t i)
{
    const mas_vec4 me = p->sorted_position[i], motion = p->sorted_velocity[i], g = p->params.gravity;
    const particle_layer* layer = &p->params.layer[oracle_particle_layer(me)];
    const float h               = p->params.substep;
    oracle_vec3 force           = { 0.0f, 0.0f, 0.0f };
    for (uint32_t k = 0; k < p->neighbour_count[i]; ++k)
    {
        const oracle_vec3 f = pair_force(p, i, p->neighbour[(uint64_t)i * p->neighbours + k]);
        force               = vec_add_scaled(force, 1.0f, f);
    }
    const oracle_vec3 a = vec_add_scaled(vec_of(g), motion.w, force);
    oracle_vec3 v       = vec_add_scaled(vec_of(motion), h, a);
    if (layer->drag > 0.0f)
    {
        const float f = oracle_reciprocal(1.0f + h * layer->drag);
        v             = (oracle_vec3){ v.x * f, v.y * f, v.z * f };
    }
    oracle_vec3 x = vec_add_scaled(vec_of(me), h, v);
    for (uint32_t k = 0; k < p->params.colliders; ++k)
        oracle_collide(&p->collider[k], layer, p->params.substep, &x, &v);

    const uint32_t slot = oracle_bits(me.w) & PARTICLE_SLOT_MASK;
    const float lost    = (float)OWN_PARTICLE_LOST;
    const bool good     = finite3(x) && finite3(v);
    x                   = good ? oracle_flush3(x) : (oracle_vec3){ lost, lost, lost };
    v                   = good ? oracle_flush3(v) : (oracle_vec3){ 0.0f, 0.0f, 0.0f };
    p->position[slot]   = (mas_vec4){ x.x, x.y, x.z, me.w };
    p->velocity[slot]   = (mas_vec4){ v.x, v.y, v.z, motion.w };
}

void oracle_contact(oracle_particles* p)
{
    for (uint32_t i = 0; i < p->start[p->cells]; ++i)
        move(p, i);
}
