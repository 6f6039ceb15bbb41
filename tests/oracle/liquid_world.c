#include "liquid_world.h"
#include "collider.h"
#include "liquid_boundary.h"
#include "liquid_pour.h"
#include "pace.h"
#include "part.h"
#include "settings.h"
#include "settle.h"
#include "sph.h"

#include <string.h>

void oracle_liquid_begin(oracle_liquid_world* w, const massa_world_desc* desc, oracle_tables* t, massa_vec3 gravity,
                         float dt)
{
    oracle_liquid* l    = &w->liquid;
    oracle_particles* p = l->particles;
    oracle_emit(t, dt);
    const oracle_flow_input now = {
        .gravity   = gravity,
        .slots     = t->drops,
        .records   = t->records,
        .colliders = t->collider.count,
        .drains    = oracle_has_mark(t, COLLIDER_DRAIN),
        .sensors   = oracle_has_mark(t, COLLIDER_SENSOR),
        .kind      = t->liquid.is,
    };
    w->step           = oracle_flow_step_of(desc, &now, dt);
    w->state_equation = desc->liquid.solver == MASSA_LIQUID_STATE_EQUATION;
    if (w->step.slots == 0) return;
    l->params = w->step.params;
    p->params = w->step.particles;
    memcpy(p->previous, p->position, p->slots * sizeof *p->position);
    oracle_pour(l, w->step.slots, t->record, w->step.records);
    oracle_pace(l);
}

void oracle_liquid_substep(oracle_liquid_world* w, const oracle_colliders* c, const oracle_bodies* b)
{
    oracle_liquid* l    = &w->liquid;
    oracle_particles* p = l->particles;
    if (w->step.slots == 0) return;
    oracle_collider(c->data, p->params.colliders, b, p->params.substep, p->collider);
    for (uint32_t part = 0; part < l->state.parts; ++part)
    {
        const float lasts = l->params.part;
        if (w->state_equation) l->params.part = 0.0f; // particles stay where they are
        oracle_part_find(l);
        l->params.part = lasts;
        oracle_liquid_boundary(l, c->hull, part);
        if (w->state_equation)
        {
            oracle_sph_density(l);
            oracle_sph_force(l);
        }
        else
            oracle_part_solve(l, w->step.iterations);
    }
}

void oracle_liquid_end(oracle_liquid_world* w)
{
    if (w->step.slots > 0) oracle_settle(&w->liquid);
}
