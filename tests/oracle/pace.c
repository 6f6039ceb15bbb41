// As many parts as keep the fastest particle, gravity's help included, within half a spacing in each, and with sound
// within 0.4 of a reach.
#include "pace.h"
#include "constants.h"
#include "exact.h"
#include "vec.h"

#include <math.h>

void oracle_pace(oracle_liquid* l)
{
    liquid_params* p     = &l->params;
    const float squared  = oracle_from_bits(l->state.speed);
    const float last     = l->state.speed < 0x0D800000u ? 0.0f : squared * oracle_rsqrt(squared);
    const float speed    = last + oracle_length3(vec_of(p->gravity)) * p->substep;
    const float sound    = p->stiffness > 0.0f ? p->stiffness * oracle_rsqrt(p->stiffness) : 0.0f;
    const float stride   = oracle_divide(speed * p->substep, 0.5f * p->spacing);
    const float wave     = oracle_divide((speed + sound) * p->substep, 0.4f * p->reach);
    const float wanted   = ceilf(wave > stride ? wave : stride);
    const uint32_t most  = p->parts < 1 ? 1 : p->parts > OWN_LIQUID_MAX_PARTS ? OWN_LIQUID_MAX_PARTS : p->parts;
    const uint32_t parts = wanted <= 1.0f ? 1 : wanted >= (float)most ? most : (uint32_t)wanted;

    p->part          = p->substep / (float)parts;
    p->inverse_part  = (float)parts / p->substep;
    p->share         = 1.0f / (float)parts;
    l->state.parts   = parts;
    l->state.speed   = 0;
    l->state.drained = 0;
}
