#include "predict.h"
#include "vec.h"

static const mas_vec4 nothing = { 0.0f, 0.0f, 0.0f, 0.0f };

void oracle_predict(oracle_liquid* l)
{
    oracle_particles* p = l->particles;
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        l->predicted_position[i] = l->predicted_velocity[i] = nothing;
        const mas_vec4 x = p->position[i], v = p->velocity[i];
        if (oracle_bits(x.w) == 0) continue;
        if (!(oracle_kind_of(l, x)->inverse_mass > 0.0f)) // its liquid was destroyed
        {
            p->position[i] = p->velocity[i] = p->previous[i] = nothing;
            continue;
        }
        const oracle_vec3 fast   = vec_add_scaled(vec_of(v), l->params.part, vec_of(l->params.gravity));
        const oracle_vec3 there  = oracle_flush3(vec_add_scaled(vec_of(x), l->params.part, fast));
        const oracle_vec3 kept   = oracle_flush3(fast);
        l->predicted_position[i] = (mas_vec4){ there.x, there.y, there.z, x.w };
        l->predicted_velocity[i] = (mas_vec4){ kept.x, kept.y, kept.z, v.w };
    }
}
