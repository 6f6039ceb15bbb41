// Filling shapes: what joins the records of the next step. Red when a particle stands outside or nearer than half a
// spacing to a surface, two are nearer than a spacing, a lattice point inside is left out, or pose, velocity or liquid
// are another's.
#include "api.h"
#include "liquid_scene.h"
#include "module/world.h"

#include <math.h>

static const float SPACING = 0.05f;

typedef struct inside // distance from the surface, m, positive inside, in the shape's frame
{
    massa_shape_kind kind;
    double (*depth)(const double p[3]);
    uint32_t least, most;
} inside;

static double box_depth(const double p[3])
{
    const double x = 0.2 - fabs(p[0]), y = 0.3 - fabs(p[1]), z = 0.25 - fabs(p[2]);
    return fmin(x, fmin(y, z));
}

static double sphere_depth(const double p[3])
{
    return 0.3 - sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

static double capsule_depth(const double p[3])
{
    const double y = fmax(fabs(p[1]) - 0.2, 0.0);
    return 0.15 - sqrt(p[0] * p[0] + y * y + p[2] * p[2]);
}

// A tetrahedron with its corner at the origin of the host's points, legs of 0.8 m along the axes.
static double hull_depth(const double p[3])
{
    const double slope = (0.8 - p[0] - p[1] - p[2]) / sqrt(3.0);
    return fmin(fmin(p[0], p[1]), fmin(p[2], slope));
}

static const inside shapes[] = {
    { MASSA_SHAPE_BOX, box_depth, 960, 960 },         // 8 * 12 * 10
    { MASSA_SHAPE_SPHERE, sphere_depth, 600, 800 },   // 4/3 pi 0.275^3 / d^3 = 697
    { MASSA_SHAPE_CAPSULE, capsule_depth, 180, 300 }, // (pi 0.125^2 0.4 + 4/3 pi 0.125^3) / d^3 = 222
    { MASSA_SHAPE_HULL, hull_depth, 455,
      680 }, // of a corner n deep: (n + 1)(n + 2)(n + 3) / 6, n is 0.68 / d, give or take 1
};

static massa_shape_id make_shape(massa_world* w, massa_shape_kind kind, bool hollow)
{
    static const massa_vec3 corner[] = {
        { 0.0f, 0.0f, 0.0f }, { 0.8f, 0.0f, 0.0f }, { 0.0f, 0.8f, 0.0f }, { 0.0f, 0.0f, 0.8f }
    };
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind                = kind;
    d.box.half            = (massa_vec3){ 0.2f, 0.3f, 0.25f };
    d.sphere.radius       = 0.3f;
    d.capsule.radius      = 0.15f;
    d.capsule.half_length = 0.2f;
    d.hull.points         = corner;
    d.hull.count          = MAS_COUNT(corner);
    d.hollow              = hollow;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static massa_world* make(test_gpu* gpu)
{
    massa_world_desc d = api_desc(2);
    massa_world* w;
    d.capacity.shapes         = 8;
    d.capacity.hulls          = 1;
    d.capacity.liquid         = 2000;
    d.capacity.particle_edits = 2000;
    d.capacity.neighbours     = 40;
    d.liquid.spacing          = SPACING;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

// Turned by 120 degrees about (1, 1, 1): x to y, y to z, z to x; all of it exact.
static const massa_quat TURN = { 0.5f, 0.5f, 0.5f, 0.5f };
static const massa_vec3 AT   = { 1.0f, -2.0f, 3.0f };

static void into_shape(const particle_record* r, double p[3])
{
    const double x = (double)r->x - 1.0, y = (double)r->y + 2.0, z = (double)r->z - 3.0;
    p[0] = y;
    p[1] = z;
    p[2] = x;
}

static void expect_filled(const mas_tables* t, const inside* s)
{
    const particle_record* r = mas_records(t);
    const uint32_t n         = t->particle.records;
    munit_assert_uint32(n, >=, s->least);
    munit_assert_uint32(n, <=, s->most);
    double first[3] = { 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        double p[3], q[3];
        into_shape(&r[i], p);
        munit_assert_double(s->depth(p), >, 0.5 * SPACING - 1e-5);
        if (i == 0) into_shape(&r[i], first);
        for (int k = 0; k < 3; ++k) // all of one lattice, whatever it is
        {
            const double steps = (p[k] - first[k]) / SPACING;
            munit_assert_double(fabs(steps - floor(steps + 0.5)), <, 1e-4);
        }
        uint32_t beside = 0;
        for (uint32_t k = 0; k < n; ++k)
        {
            into_shape(&r[k], q);
            const double x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2], apart = sqrt(x * x + y * y + z * z);
            if (k != i) munit_assert_double(apart, >, SPACING - 1e-5);
            beside += k != i && apart < 1.1 * SPACING;
        }
        // Where the six places around are inside, somebody stands there.
        uint32_t due = 0;
        for (int k = 0; k < 6; ++k)
        {
            double at[3] = { p[0], p[1], p[2] };
            at[k / 2] += k % 2 == 0 ? (double)SPACING : -(double)SPACING;
            due += s->depth(at) > 0.5 * SPACING;
        }
        munit_assert_uint32(beside, >=, due);
        munit_assert_float(r[i].velocity_x, ==, 1.0f);
        munit_assert_float(r[i].velocity_z, ==, -2.0f);
        munit_assert_uint32(r[i].tag, ==, PARTICLE_ALIVE | 1u << LIQUID_SHIFT);
    }
}

static MunitResult shapes_are_filled(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < MAS_COUNT(shapes); ++i)
    {
        massa_world* w               = make(fixture);
        const massa_liquid_id liquid = (liquids_make(w, 1000.0f), liquids_make(w, 800.0f));
        uint32_t count;
        test_try(massa_liquid_fill(w, liquid, make_shape(w, shapes[i].kind, false), AT, TURN,
                                   (massa_vec3){ 1.0f, 0.0f, -2.0f }, &count));
        munit_assert_uint32(count, ==, w->tables->particle.records);
        expect_filled(w->tables, &shapes[i]);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// A container is as full as the same shape that is solid; what is too slender for one holds none.
static MunitResult hollow_and_slender(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w               = make(fixture);
    const massa_liquid_id liquid = liquids_make(w, 1000.0f);
    massa_shape_desc d           = massa_default_shape_desc();
    massa_shape_id thin;
    uint32_t count;
    test_try(massa_liquid_fill(w, liquid, make_shape(w, MASSA_SHAPE_BOX, true), AT, TURN, AT, &count));
    munit_assert_uint32(count, ==, 960);
    d.kind           = MASSA_SHAPE_CAPSULE;
    d.capsule.radius = 0.02f;
    test_try(massa_create_shape(w, &d, &thin));
    test_try(massa_liquid_fill(w, liquid, thin, AT, TURN, AT, &count));
    munit_assert_uint32(count, ==, 0);
    munit_assert_uint32(w->tables->particle.records, ==, 960);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/shapes-are-filled", shapes_are_filled, api_setup, wrapper_tear_down, 0, NULL },
    { "/hollow-and-slender", hollow_and_slender, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_fill_suite = { "/liquid_fill", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
