#include "settings.h"

#include <math.h>

// ---- Contacts ----

// A spring of that frequency in 1/s and that ratio of damping, by implicit Euler in a substep of h s:
//   x  1/s, speed per metre of penetration, the share y included;  y  share of the impulse;  z  what stays of the last
//   one
static mas_vec4 spring(float hertz, float ratio, float h)
{
    const float omega = 6.2831853f * hertz, turn = h * omega; // rad/s, rad
    const float first = 2.0f * ratio + turn, second = turn * first;
    const float stays = 1.0f / (1.0f + second), given = second * stays;
    return (mas_vec4){ given * (omega / first), given, stays, 0.0f };
}

solve_params oracle_contact_params(const massa_world_desc* d, massa_vec3 gravity, float dt, uint32_t places)
{
    const float h       = dt / (float)d->substeps;
    const float fastest = 1.0f / (6.5f * h); // 1/s: a spring that swings in fewer substeps is not calm in a stack
    const float hertz   = d->contact_hertz > fastest ? fastest : d->contact_hertz;
    const float pull    = sqrtf((gravity.x * gravity.x + gravity.y * gravity.y) + gravity.z * gravity.z); // m/s^2
    solve_params p      = {
             .soft              = spring(hertz, d->contact_damping, h),
             .soft_static       = spring(hertz + hertz, d->contact_damping / 2.0f, h), // the ground gives way less
             .substep           = h,
             .inverse_substep   = 1.0f / h,
             .push_out          = d->push_out_speed,
             .restitution_speed = d->restitution_speed,
             .guard             = d->mass_guard,
             .inverse_margin    = 1.0f / d->contact_margin,
             .step              = dt,
             .capacity          = places,
    };
    if (pull > 0.0f) p.up = (mas_vec4){ -gravity.x / pull, -gravity.y / pull, -gravity.z / pull, 0.0f };
    return p;
}

// ---- Room ----

// Eight pairs for each collider, where bodies meet; but 400 000 at most, which every device has the memory for.
massa_capacity oracle_capacity_of(const massa_capacity* given)
{
    massa_capacity c         = *given;
    const uint64_t colliders = (uint64_t)c.bodies + c.children;
    if (c.colliders == 0) c.colliders = colliders > 1048576 ? 1048576 : (uint32_t)colliders;
    if (c.colliders == MASSA_NONE) c.colliders = 0;
    const uint64_t pairs = c.particles > 0 || c.liquid > 0 ? 0 : 8 * (uint64_t)c.colliders;
    if (c.pairs == 0) c.pairs = pairs > 400000 ? 400000 : (uint32_t)pairs;
    if (c.pairs == MASSA_NONE) c.pairs = 0;
    return c;
}

// ---- The grid of particles ----

uint32_t oracle_particle_cells(uint32_t capacity)
{
    uint32_t bits = 8; // the nine ranges of a search do not overlap
    while (((uint64_t)1 << bits) < capacity)
        ++bits;
    return (uint32_t)1 << bits;
}

uint32_t oracle_neighbour_room(const massa_capacity* c)
{
    if (c->neighbours > 0) return c->neighbours;
    return c->liquid > 0 ? 80 : 48; // a liquid of 2.4 spacings has about 60 in reach, a grain 12 that touch
}

// Four for each body, but a small world has room for 1024, and a large one not for more than 16384.
uint32_t oracle_event_room(const massa_capacity* c)
{
    const uint64_t four = 4 * (uint64_t)c->bodies;
    if (c->events > 0) return c->events;
    return four < 1024 ? 1024 : four > 16384 ? 16384 : (uint32_t)four;
}

// A share of the table, in 2^-32, made odd: of a table of 2^b cells the upper b bits.
static uint32_t stride(uint32_t cells, uint32_t share)
{
    uint32_t bits = 0;
    while (cells >> bits > 1)
        ++bits;
    return share >> (32 - bits) | 1u;
}

particle_params oracle_particle_params(const particle_layer* layer, uint32_t layers, uint32_t cells,
                                       uint32_t neighbours, uint32_t colliders, mas_vec4 gravity, float substep)
{
    const float margin = 1.015625f; // of a cell over a diameter: 1 + 2^-6, more than places are rounded by
    // p^-2, p^-1 for the plastic number p, and 0.735: rows and layers lie far apart in the table.
    particle_params p = {
        .gravity    = gravity,
        .key        = { stride(cells, 2447445413u), stride(cells, 3242174889u), stride(cells, 3156800963u), cells - 1 },
        .substep    = substep,
        .neighbours = neighbours,
        .colliders  = colliders,
    };
    for (uint32_t i = 0; i < layers; ++i)
        if (layer[i].inverse_mass > 0.0f)
        {
            p.only_layer            = i;
            p.layer[i]              = layer[i];
            p.layer[i].inverse_cell = 1.0f / (2.0f * layer[i].radius * margin);
        }
    return p;
}

// ---- Liquids ----

static const float REACH         = 2.4f;       // spacings, of the density kernel
static const float REACH_OF_GAS  = 2.0f;       // of the state equation
static const double LATTICE      = 0.98284259; // spacing^3: with this volume the kernel sums to 1 over a lattice
static const double LATTICE_POLY = 1.00977517; // the same of poly6 at 2 spacings, the sum itself
static const float RELAXED       = 0.4f;       // of a correction
static const double PACKED       = 0.04;       // too densely, of the deepest before pressure carries it
static const double ALPHA        = 0.05;       // Monaghan's artificial viscosity: below it sound makes water boil
static const double WAVE         = 0.4;        // reaches that sound may go in a part

static float reach_of(const massa_liquid_settings* l)
{
    return (l->solver == MASSA_LIQUID_STATE_EQUATION ? REACH_OF_GAS : REACH) * l->spacing;
}

static uint32_t round_up(double x)
{
    return x > 1e6 ? 1000000u : x < 1.0 ? 1u : (uint32_t)ceil(x);
}

// Parts in which neither sound nor the fastest goes farther than WAVE, and explicit places do not make waves grow.
static uint32_t parts_for_sound(const liquid_params* p, double speed)
{
    const double sound = sqrt((double)p->stiffness), h = (double)p->substep, reach = (double)p->reach;
    double most = h * (sound + speed) / (WAVE * reach);
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        if (p->explicit_steps == 0 || !(p->kind[i].inverse_mass > 0.0f)) continue;
        const double nu = (double)p->kind[i].viscosity * reach * reach / (15.0 * h); // m^2/s
        most            = fmax(most, h * sound * sound / nu);
    }
    return round_up(most);
}

// In each substep corrections add up to what gravity moves: 0.2473 / spacing^2 is how much one lowers a density in a
// lattice of that volume; n of them share the load.
static uint32_t iterations_of(const massa_liquid_settings* l, double pull, double h)
{
    if (l->iterations > 0) return l->iterations;
    const double d = (double)l->spacing, once = 0.2473 * LATTICE / (double)RELAXED;
    uint32_t n = 2;
    while (n < 8 && once / n * pull * (double)l->depth * h * h / (d * d) > PACKED)
        ++n;
    return n;
}

static liquid_params liquid_of(const massa_world_desc* d, const oracle_flow_input* t, float h)
{
    const massa_liquid_settings* l = &d->liquid;
    const bool gas                 = l->solver == MASSA_LIQUID_STATE_EQUATION;
    const float s = l->spacing, stiff = l->stiffness > 0.0f ? l->stiffness : (200.0f * 9.81f) * l->depth;
    const mas_vec4 g     = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f };
    const double pull    = sqrt((double)g.x * g.x + (double)g.y * g.y + (double)g.z * g.z);
    const uint64_t known = (uint64_t)t->slots + t->records;
    liquid_params p      = {
             .gravity        = { g.x, g.y, g.z, (float)(pull * (double)l->depth) },
             .spacing        = s,
             .reach          = reach_of(l),
             .inverse_reach  = 1.0f / reach_of(l),
             .volume         = gas ? (float)((double)s * s * s / LATTICE_POLY) : (float)LATTICE * s * s * s,
             .relaxation     = RELAXED,
             .substep        = h,
             .colliders      = t->colliders,
             .slots          = known > d->capacity.liquid ? d->capacity.liquid : (uint32_t)known,
             .capacity       = d->capacity.liquid,
             .stiffness      = gas ? stiff : 0.0f,
             .exponent       = l->exponent,
             .smoothing      = l->smoothing,
             .explicit_steps = l->explicit_steps,
             .push_out       = d->push_out_speed * h,
    };
    const double calm = fmin(1.0, 1.5 * ALPHA * sqrt((double)p.stiffness) * (double)h / (double)p.reach);
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        const oracle_liquid_kind* its = &t->kind[i];
        if (its->density == 0.0f) continue;
        const float mass = its->density * s * s * s;
        p.kind[i]        = (liquid_kind){ 1.0f / mass, mass, fmaxf(its->viscosity, (float)calm), its->drag };
        p.only           = i;
        p.liquids += 1;
    }
    // A fall from the depth and back: the deepest turn round with twice that energy.
    const uint32_t needed = gas ? parts_for_sound(&p, (double)(float)(2.0 * sqrt(2.0 * (double)p.gravity.w))) : 4;
    p.parts               = l->max_parts > 0 ? l->max_parts : needed < 16 ? needed : 16;
    return p;
}

mas_flow_step oracle_flow_step_of(const massa_world_desc* d, const oracle_flow_input* t, float dt)
{
    const float h              = dt / (float)d->substeps;
    const particle_layer layer = { .radius = reach_of(&d->liquid) / 2.0f, .inverse_mass = 1.0f };
    mas_flow_step s            = {
                   .params = liquid_of(d, t, h), .records = t->records, .drains = t->drains, .sensors = t->sensors
    };
    s.slots               = s.params.slots;
    s.iterations          = iterations_of(&d->liquid,
                                          sqrt((double)s.params.gravity.x * s.params.gravity.x +
                                               (double)s.params.gravity.y * s.params.gravity.y +
                                               (double)s.params.gravity.z * s.params.gravity.z),
                                          (double)h);
    s.particles           = oracle_particle_params(&layer, 1, oracle_particle_cells(d->capacity.liquid),
                                                   oracle_neighbour_room(&d->capacity), t->colliders, s.params.gravity, h);
    s.params.key          = s.particles.key;
    s.params.inverse_cell = s.particles.layer[0].inverse_cell;
    return s;
}
