// What follows from a world's settings: softness of contacts, and what a step of a liquid asks for. Compared with the
// oracle's own arithmetic bit for bit, and that with the formulas in double.
// runs: host. It needs no device.
#include "harness.h"
#include "bodies.h"
#include "inside.h"
#include "oracle/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float between(uint64_t* seed, float lo, float hi) // by ratio
{
    return lo * powf(hi / lo, test_uniform(seed, 0.0f, 1.0f));
}

static void expect_near(const char* what, double got, double wanted)
{
    // Eight roundings of a float at most.
    if (fabs(got - wanted) > 5e-7 * fabs(wanted)) munit_errorf("%s is %.9g, by the formula %.9g", what, got, wanted);
}

// A body of 1 kg on a spring of w rad/s and damping ratio z, s deep and with a velocity v, by implicit Euler:
// v' = (v - h w^2 s) / (1 + 2 z h w + h^2 w^2).
static void expect_spring(mas_vec4 soft, double hertz, double ratio, double h)
{
    const double w = 2.0 * 3.14159265358979324 * hertz, all = 1.0 + 2.0 * ratio * h * w + h * h * w * w;
    expect_near("bias", (double)soft.x, h * w * w / all);
    expect_near("share", (double)soft.y, 1.0 - 1.0 / all);
    expect_near("what stays", (double)soft.z, 1.0 / all);
    munit_assert_float(soft.w, ==, 0.0f);
}

// Red when contacts are made of another spring than the settings say, of another substep, or the world's gravity is
// taken for the wrong way up.
static MunitResult contacts_are_springs(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed    = 1;
    uint32_t limited = 0;
    for (uint32_t k = 0; k < 1000; ++k)
    {
        massa_world_desc d      = massa_default_world_desc();
        const massa_vec3 g      = { test_uniform(&seed, -20.0f, 20.0f), test_uniform(&seed, -20.0f, 20.0f),
                                    test_uniform(&seed, -20.0f, 20.0f) };
        const float dt          = between(&seed, 0.001f, 0.1f);
        d.substeps              = 1 + test_random(&seed) % 64;
        d.contact_hertz         = between(&seed, 1.0f, 1e4f);
        d.contact_damping       = between(&seed, 0.1f, 100.0f);
        d.push_out_speed        = test_uniform(&seed, 0.0f, 100.0f);
        d.restitution_speed     = between(&seed, 0.01f, 100.0f);
        d.mass_guard            = test_uniform(&seed, 0.0f, 100.0f);
        d.contact_margin        = between(&seed, 1e-4f, 1.0f);
        const solve_params mine = oracle_contact_params(&d, g, dt, k), its = mas_contact_params(&d, g, dt, k);
        munit_assert_memory_equal(sizeof its, &its, &mine);

        const double h = (double)dt / d.substeps, most = 1.0 / (6.5 * h),
                     length = sqrt((double)g.x * g.x + (double)g.y * g.y + (double)g.z * g.z);
        const double hertz  = fmin((double)d.contact_hertz, most);
        limited += hertz == most;
        expect_spring(its.soft, hertz, (double)d.contact_damping, h);
        expect_spring(its.soft_static, 2.0 * hertz, 0.5 * (double)d.contact_damping, h);
        expect_near("up", (double)its.up.y * length, -(double)g.y);
        expect_near("up", (double)its.up.x * length, -(double)g.x);
        expect_near("up", (double)its.up.z * length, -(double)g.z);
        expect_near("substep", (double)its.substep * d.substeps, (double)dt);
        expect_near("inverse of it", (double)its.inverse_substep * h, 1.0);
        expect_near("margin", (double)its.inverse_margin * (double)d.contact_margin, 1.0);
        munit_assert_float(its.push_out, ==, d.push_out_speed);
        munit_assert_float(its.restitution_speed, ==, d.restitution_speed);
        munit_assert_float(its.guard, ==, d.mass_guard);
        munit_assert_float(its.step, ==, dt);
        munit_assert_uint32(its.capacity, ==, k);
    }
    munit_assert_uint32(limited, >, 100);
    munit_assert_uint32(limited, <, 900);
    const massa_world_desc d = massa_default_world_desc();
    const solve_params none  = mas_contact_params(&d, (massa_vec3){ 0.0f, 0.0f, 0.0f }, 0.01f, 1);
    munit_assert_float(none.up.x, ==, 0.0f); // without gravity nothing is above anything
    munit_assert_float(none.up.y, ==, 0.0f);
    munit_assert_float(none.up.z, ==, 0.0f);
    return MUNIT_OK;
}

// Sum over a lattice of one spacing, of a kernel that reaches so many.
static double lattice_sum(double reach, double (*kernel)(double r, double reach))
{
    double sum = 0.0;
    for (int x = -3; x <= 3; ++x)
        for (int y = -3; y <= 3; ++y)
            for (int z = -3; z <= 3; ++z)
            {
                const double r = sqrt((double)(x * x + y * y + z * z));
                if (r < reach) sum += kernel(r, reach);
            }
    return sum;
}

static double wendland(double r, double h) // 21 / (2 pi h^3) (1 - q)^4 (1 + 4 q)
{
    const double q = r / h, u = (1.0 - q) * (1.0 - q);
    return 21.0 / (2.0 * 3.14159265358979324 * h * h * h) * u * u * (1.0 + 4.0 * q);
}

static double poly6(double r, double h) // 315 / (64 pi h^9) (h^2 - r^2)^3
{
    const double u = (h * h - r * r) / (h * h);
    return 315.0 / (64.0 * 3.14159265358979324 * h * h * h) * u * u * u;
}

static massa_world_desc any_liquid(uint64_t* seed)
{
    massa_world_desc d        = massa_default_world_desc();
    massa_liquid_settings* l  = &d.liquid;
    d.capacity                = (massa_capacity){ .bodies = 4, .edits = 16 };
    d.capacity.liquid         = 1 + test_random(seed) % 5000;
    d.capacity.particle_edits = 64;
    d.capacity.neighbours     = test_random(seed) % 2 * 64;
    d.substeps                = 1 + test_random(seed) % 16;
    d.push_out_speed          = test_uniform(seed, 0.0f, 10.0f);
    l->solver                 = test_random(seed) % 2 == 0 ? MASSA_LIQUID_STATE_EQUATION : MASSA_LIQUID_INCOMPRESSIBLE;
    l->spacing                = between(seed, 0.005f, 0.5f);
    l->depth                  = between(seed, 0.01f, 30.0f);
    l->iterations             = test_random(seed) % 3 == 0 ? 1 + test_random(seed) % 16 : 0;
    l->max_parts              = test_random(seed) % 3 == 0 ? 1 + test_random(seed) % 16 : 0;
    l->stiffness              = test_random(seed) % 2 == 0 ? between(seed, 1.0f, 1e4f) : 0.0f;
    l->exponent               = (float)(test_random(seed) % 8);
    l->smoothing              = test_uniform(seed, 0.0f, 1.0f);
    l->explicit_steps         = test_random(seed) % 2 == 0;
    return d;
}

static void any_tables(mas_tables* t, const massa_world_desc* d, uint64_t* seed)
{
    mas_tables_init(t, d);
    t->gravity        = (massa_vec3){ test_uniform(seed, -5.0f, 5.0f), -9.81f, test_uniform(seed, -5.0f, 5.0f) };
    t->particle.count = test_random(seed) % (d->capacity.liquid + 1);
    t->particle.records   = test_random(seed) % 64;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        mas_liquid_slot* s = &t->liquid.liquids[i];
        s->state           = test_random(seed) % 2 == 0 ? MAS_GRAINS_USED : MAS_GRAINS_FREE;
        s->density         = between(seed, 1.0f, 1e4f);
        s->viscosity       = test_uniform(seed, 0.0f, 1.0f) * (float)(test_random(seed) % 2);
        s->drag            = test_uniform(seed, 0.0f, 1.0f);
    }
}

// What the physics says of the numbers that the device gets; the rest is the bit for bit comparison's.
static void expect_liquid(const massa_world_desc* d, const mas_tables* t, const mas_flow_step* s, float dt)
{
    const liquid_params* p = &s->params;
    const bool gas         = d->liquid.solver == MASSA_LIQUID_STATE_EQUATION;
    const double spacing = (double)d->liquid.spacing, reach = gas ? 2.0 : 2.4, h = (double)dt / d->substeps;
    const double sum = lattice_sum(reach, gas ? poly6 : wendland);
    expect_near("reach", (double)p->reach, reach * spacing);
    expect_near("volume", (double)p->volume, spacing * spacing * spacing / sum); // a lattice has the density 1
    expect_near("push out", (double)p->push_out, (double)d->push_out_speed * h);
    const double c2 = !gas                         ? 0.0
                      : d->liquid.stiffness > 0.0f ? (double)d->liquid.stiffness
                                                   : 200.0 * 9.81 * (double)d->liquid.depth;
    expect_near("stiffness", (double)p->stiffness, c2);
    uint32_t liquids = 0;
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        const mas_liquid_slot* its = &t->liquid.liquids[i];
        const bool used            = its->state == MAS_GRAINS_USED;
        liquids += used;
        expect_near("mass", (double)p->kind[i].mass, used ? (double)its->density * spacing * spacing * spacing : 0.0);
        if (!used) continue;
        expect_near("inverse mass", (double)p->kind[i].inverse_mass * (double)p->kind[i].mass, 1.0);
        // Monaghan's viscosity of alpha 0.05: at least 0.075 sound substep / reach (massa.h).
        const double least = fmin(1.0, 0.075 * sqrt(c2) * h / (reach * spacing));
        expect_near("viscosity", (double)p->kind[i].viscosity, fmax((double)its->viscosity, least));
    }
    munit_assert_uint32(p->liquids, ==, liquids);
}

// What the oracle's arithmetic starts from, of a world whose bodies have no shapes.
static oracle_flow_input input_of(const mas_tables* t, oracle_liquid_kind kind[MASSA_MAX_LIQUIDS])
{
    for (uint32_t i = 0; i < MASSA_MAX_LIQUIDS; ++i)
    {
        const mas_liquid_slot* s = &t->liquid.liquids[i];
        kind[i] = s->state == MAS_GRAINS_USED ? (oracle_liquid_kind){ s->density, s->viscosity, s->drag }
                                              : (oracle_liquid_kind){ 0 };
    }
    return (oracle_flow_input){ .gravity   = t->gravity,
                                .slots     = t->particle.count,
                                .records   = t->particle.records,
                                .colliders = t->collider.count,
                                .kind      = kind };
}

// Red when a formula of module/flow_step.c or a number in it changes, or particles are counted otherwise.
static MunitResult liquids_follow_formulas(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed      = 2;
    uint32_t parts[17] = { 0 }, iterations[17] = { 0 };
    for (uint32_t k = 0; k < 1000; ++k)
    {
        const massa_world_desc d = any_liquid(&seed);
        const float dt           = between(&seed, 0.004f, 0.04f);
        mas_tables* t            = calloc(1, mas_tables_bytes(&d));
        munit_assert_ptr_not_null(t);
        any_tables(t, &d, &seed);
        oracle_liquid_kind kind[MASSA_MAX_LIQUIDS];
        const oracle_flow_input input = input_of(t, kind);
        const mas_flow_step its = mas_flow_step_of(&d, t, dt), mine = oracle_flow_step_of(&d, &input, dt);
        munit_assert_memory_equal(sizeof its.params, &its.params, &mine.params);
        munit_assert_memory_equal(sizeof its.particles, &its.particles, &mine.particles);
        munit_assert_uint32(its.slots, ==, mine.slots);
        munit_assert_uint32(its.records, ==, mine.records);
        munit_assert_uint32(its.iterations, ==, mine.iterations);
        munit_assert_int(its.drains, ==, mine.drains);
        munit_assert_int(its.sensors, ==, mine.sensors);
        expect_liquid(&d, t, &its, dt);
        ++parts[its.params.parts];
        ++iterations[its.iterations];
        free(t);
    }
    for (uint32_t n = 2; n <= 8; ++n)
        munit_assert_uint32(iterations[n], >, 0);
    for (uint32_t n = 1; n <= 16; ++n)
        munit_assert_uint32(parts[n], >, 0);
    return MUNIT_OK;
}

// Red when a world has room for fewer or more events than its twin, or for another number of neighbours or cells.
static MunitResult rooms_follow_capacities(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const uint32_t bodies[] = { 0, 1, 255, 256, 257, 4095, 4096, 4097, 1 << 20 };
    for (size_t k = 0; k < MAS_COUNT(bodies); ++k)
        for (uint32_t given = 0; given < 2; ++given)
        {
            const massa_capacity c = {
                .bodies = bodies[k], .events = given * 7, .liquid = k % 2, .neighbours = given * 9
            };
            munit_assert_uint32(mas_event_room(&c), ==, oracle_event_room(&c));
            munit_assert_uint32(mas_neighbour_room(&c), ==, oracle_neighbour_room(&c));
            munit_assert_uint32(mas_particle_cells(bodies[k]), ==, oracle_particle_cells(bodies[k]));
        }
    return MUNIT_OK;
}

// Red when a world that leaves capacities 0 has room for others than its twin: for each collider eight pairs, at most
// 400 000; none where particles are, and none where the host says so.
static MunitResult capacities_are_derived(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const uint32_t some[] = { 0, 1, 255, 50000, 50001, 1 << 20, MASSA_NONE };
    for (size_t i = 0; i < MAS_COUNT(some) * MAS_COUNT(some) * MAS_COUNT(some); ++i)
        for (uint32_t matter = 0; matter < 3; ++matter)
        {
            const uint32_t bodies = some[i % 6], children = some[i / 7 % 6];
            const massa_capacity c = {
                .bodies    = bodies > 0 ? bodies : 1,
                .children  = children,
                .colliders = some[i / 7 % 7],
                .pairs     = some[i / 49],
                .particles = matter == 1,
                .liquid    = matter == 2,
            };
            const massa_capacity its = mas_capacity_of(&c), mine = oracle_capacity_of(&c);
            munit_assert_memory_equal(sizeof its, &its, &mine);
        }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/contacts-are-springs", contacts_are_springs, NULL, NULL, 0, NULL },
    { "/liquids-follow-formulas", liquids_follow_formulas, NULL, NULL, 0, NULL },
    { "/capacities-are-derived", capacities_are_derived, NULL, NULL, 0, NULL },
    { "/rooms-follow-capacities", rooms_follow_capacities, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_settings_suite = { "/settings", tests, NULL, 1, 0 };
