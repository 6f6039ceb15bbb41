#include "flow.h"
#include "liquids.h"

#include <math.h>
#include <stdio.h>

static const double TOO_DENSE = 0.04; // share that the deepest may be packed too densely
static const float RELAXATION = 0.4f; // the longer the reach, the less is stable

enum
{
    LEAST_ITERATIONS = 2,
    MOST_ITERATIONS  = 8,
    USUAL_PARTS      = 4,
};

float mas_liquid_mass(float density, float spacing)
{
    return density * spacing * spacing * spacing;
}

static float reach_of(const massa_liquid_settings* l)
{
    return (l->solver == MASSA_LIQUID_STATE_EQUATION ? 2.0f : (float)LIQUID_REACH) * l->spacing;
}

static double length_of(mas_vec4 g)
{
    return sqrt((double)g.x * g.x + (double)g.y * g.y + (double)g.z * g.z);
}

// Of the deepest particles after two iterations, falling with their number, before pressure has come to what holds
// them: in each substep corrections must add up to what gravity moves, and in a lattice a correction lowers a density
// by 0.2473 / spacing^2 (test_correct_steps.c looks at a column).
static double over_density(const massa_liquid_settings* l, mas_vec4 g, float substep)
{
    const double pull = length_of(g), d = (double)l->spacing;
    const double lowers = 0.2473 * (double)LIQUID_VOLUME / ((double)RELAXATION * LEAST_ITERATIONS);
    return lowers * pull * (double)l->depth * (double)substep * (double)substep / (d * d);
}

static uint32_t iterations_of(const massa_liquid_settings* l, mas_vec4 gravity, float substep)
{
    const double over = over_density(l, gravity, substep);
    uint32_t n        = LEAST_ITERATIONS;
    if (l->iterations > 0) return l->iterations;
    while (n < MOST_ITERATIONS && over * LEAST_ITERATIONS / n > TOO_DENSE)
        ++n;
    return n;
}

// Parts that there is room for in a substep: no more are recorded.
static uint32_t parts_of(const massa_liquid_settings* l, const liquid_params* p)
{
    if (l->max_parts > 0) return l->max_parts;
    if (l->solver != MASSA_LIQUID_STATE_EQUATION) return USUAL_PARTS;
    const uint32_t needed = mas_sph_parts(p, (float)(2.0 * sqrt(2.0 * (double)p->gravity.w)));
    return needed < LIQUID_MAX_PARTS ? needed : LIQUID_MAX_PARTS;
}

// The least viscosity of the state equation: pressures of pairs feed sound a little, and without enough of it water at
// rest boils. A kinematic one of sound * reach / 200 is Monaghan's artificial viscosity with alpha = 0.05; a liquid is
// calm from 0.035 on, and boils at 0.01 (test_liquid_steps.c).
static float calming(const liquid_params* p)
{
    const double alpha = 0.05, sound = sqrt((double)p->stiffness);
    const double least = 1.5 * alpha * sound * (double)p->substep / (double)p->reach;
    return least < 1.0 ? (float)least : 1.0f;
}

static liquid_params liquid_params_of(const massa_world_desc* desc, const mas_tables* t, float substep, uint32_t slots)
{
    const massa_liquid_settings* l = &desc->liquid;
    const bool gas                 = l->solver == MASSA_LIQUID_STATE_EQUATION;
    const float d = l->spacing, reach = reach_of(l);
    liquid_params p = {
        .gravity        = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f },
        .spacing        = d,
        .reach          = reach,
        .inverse_reach  = 1.0f / reach,
        .volume         = gas ? mas_sph_volume(d) : (float)LIQUID_VOLUME * d * d * d,
        .relaxation     = RELAXATION,
        .substep        = substep,
        .colliders      = t->collider.count,
        .slots          = slots,
        .capacity       = t->capacity.liquid,
        .stiffness      = !gas                  ? 0.0f
                          : l->stiffness > 0.0f ? l->stiffness
                                                : 200.0f * 9.81f * l->depth,
        .exponent       = l->exponent,
        .smoothing      = l->smoothing,
        .explicit_steps = l->explicit_steps,
        .push_out       = desc->push_out_speed * substep,
    };
    p.gravity.w = (float)(length_of(p.gravity) * (double)l->depth);
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        const mas_liquid_slot* s = &t->liquid.liquids[i];
        if (s->state != MAS_GRAINS_USED) continue;
        const float mass = mas_liquid_mass(s->density, d), least = calming(&p);
        p.kind[i] = (liquid_kind){ 1.0f / mass, mass, s->viscosity > least ? s->viscosity : least, s->drag };
        p.only    = i;
        ++p.liquids;
    }
    p.parts = parts_of(l, &p);
    return p;
}

// Whether a body has a shape with one of these marks.
static bool has_collider(const mas_tables* t, uint32_t marks)
{
    for (uint32_t i = 0; i < t->collider.count; ++i)
    {
        const mas_collider_slot* c = &mas_collider_slots(t)[i];
        if (c->body == 0) continue;
        const uint32_t shape = c->child != 0 ? mas_children(t)[c->child - 1].shape : mas_slots(t)[c->body - 1].shape;
        if ((mas_shapes(t)[shape - 1].kind & marks) != 0) return true;
    }
    return false;
}

mas_flow_step mas_flow_step_of(const massa_world_desc* desc, const mas_tables* t, float dt)
{
    const float substep        = dt / (float)desc->substeps;
    const uint32_t slots       = mas_liquid_slots(t);
    const particle_layer layer = { .radius = 0.5f * reach_of(&desc->liquid), .inverse_mass = 1.0f };
    mas_flow_step s            = {
                   .params  = liquid_params_of(desc, t, substep, slots),
                   .slots   = slots,
                   .records = t->particle.records,
                   .drains  = has_collider(t, COLLIDER_DRAIN),
                   .sensors = has_collider(t, COLLIDER_SENSOR),
    };
    s.iterations = iterations_of(&desc->liquid, s.params.gravity, substep);
    s.particles  = mas_particle_params(&layer, 1, mas_particle_cells(t->capacity.liquid),
                                       mas_neighbour_room(&t->capacity), t->collider.count, s.params.gravity, substep);
    mas_liquid_take_grid(&s.params, &s.particles);
    return s;
}

bool mas_flow_suffices(const massa_world_desc* desc, const mas_flow_step* s, char* advice, size_t size)
{
    const massa_liquid_settings* l = &desc->liquid;
    const double over    = over_density(l, s->params.gravity, s->params.substep) * LEAST_ITERATIONS / s->iterations;
    const uint32_t parts = mas_sph_parts(&s->params, 0.0f);
    if (l->solver == MASSA_LIQUID_STATE_EQUATION)
        snprintf(advice, size,
                 "The state equation needs %u parts in substeps of %g s, but there are %u (liquid.max_parts): the "
                 "liquid may burst. "
                 "Raise it, take more substeps, or lower liquid.stiffness.",
                 parts, (double)s->params.substep, s->params.parts);
    else
        snprintf(
            advice, size,
            "Liquid %g m deep is packed %.3g %% too densely at the bottom with %u iterations in substeps of %g s: take "
            "more substeps, a larger spacing, or more liquid.iterations.",
            (double)l->depth, 100.0 * over, s->iterations, (double)s->params.substep);
    return l->solver == MASSA_LIQUID_STATE_EQUATION ? parts <= s->params.parts : l->iterations > 0 || over <= TOO_DENSE;
}
