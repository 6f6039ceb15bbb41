// Calls about shapes, kinds of grains and particles: what is refused, in which words, and that a refusal changes
// nothing. Red when a stale id or one of another kind is taken, a number out of range or a full list gets through, or a
// list with one bad entry is played in part.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <math.h>
#include <string.h>

enum
{
    SHAPES    = 3,
    COLLIDERS = 2,
    PARTICLES = 12,
    RECORDS   = 8
};

typedef struct scene
{
    massa_world* world;
    massa_shape_id shape;
    massa_body_id wall, ball; // static with the shape; dynamic
    massa_grains_id kind;
    massa_particle_id particle[4];
} scene;

static const massa_particle HERE = { { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };

static massa_world_desc room(void)
{
    massa_world_desc d        = api_desc(6);
    d.capacity.shapes         = SHAPES;
    d.capacity.colliders      = COLLIDERS;
    d.capacity.particles      = PARTICLES;
    d.capacity.particle_edits = RECORDS;
    d.capacity.neighbours     = 16;
    return d;
}

static scene make(test_gpu* gpu)
{
    scene s;
    const massa_world_desc desc = room();
    massa_shape_desc shape      = massa_default_shape_desc();
    massa_body_desc body        = massa_default_body_desc();
    massa_grains_desc kind      = massa_default_grains_desc();
    const massa_particle p[4]   = { HERE, HERE, HERE, HERE };
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    test_try(massa_create_shape(s.world, &shape, &s.shape));
    test_try(massa_create_body(s.world, &body, &s.ball));
    body.kind  = MASSA_BODY_STATIC;
    body.shape = s.shape;
    test_try(massa_create_body(s.world, &body, &s.wall));
    test_try(massa_create_grains(s.world, &kind, &s.kind));
    test_try(massa_grains_add(s.world, s.kind, p, 4, s.particle));
    api_step(gpu, s.world);
    return s;
}

static MunitResult nulls_and_cookies(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                  = make(fixture);
    massa_world* w           = s.world;
    massa_shape_desc shape   = massa_default_shape_desc();
    massa_grains_desc grains = massa_default_grains_desc();
    massa_shape_id shape_id  = { 5 };
    massa_grains_id kind     = { 5 };
    massa_particle_id id;
    const uint64_t before = api_tables(w);
    REFUSED(massa_create_shape(NULL, &shape, &shape_id), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_shape(w, NULL, &shape_id), MASSA_ERROR_NULL, "massa_shape_desc is null");
    munit_assert_uint64(shape_id.bits, ==, 0);
    REFUSED(massa_create_shape(w, &shape, NULL), MASSA_ERROR_NULL, "nowhere to put the id");
    REFUSED(massa_destroy_shape(NULL, s.shape), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_set_shape(NULL, s.wall, s.shape), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_grains(NULL, &grains, &kind), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_grains(w, NULL, &kind), MASSA_ERROR_NULL, "massa_grains_desc is null");
    munit_assert_uint64(kind.bits, ==, 0);
    REFUSED(massa_create_grains(w, &grains, NULL), MASSA_ERROR_NULL, "nowhere to put the id");
    REFUSED(massa_destroy_grains(NULL, s.kind), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_grains_add(NULL, s.kind, &HERE, 1, &id), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_grains_add(w, s.kind, NULL, 1, &id), MASSA_ERROR_NULL, "particles to add is null");
    REFUSED(massa_remove_particles(NULL, s.particle, 1), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_remove_particles(w, NULL, 1), MASSA_ERROR_NULL, "particles to remove is null");
    test_try(massa_grains_add(w, s.kind, NULL, 0, NULL)); // an empty list is one
    test_try(massa_remove_particles(w, NULL, 0));
    ++shape.cookie;
    REFUSED(massa_create_shape(w, &shape, &shape_id), MASSA_ERROR_COOKIE, "massa_default_shape_desc");
    grains.cookie = shape.cookie - 1;
    REFUSED(massa_create_grains(w, &grains, &kind), MASSA_ERROR_COOKIE, "massa_default_grains_desc");
    munit_assert_uint64(api_tables(w), ==, before);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult shapes_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s        = make(fixture);
    massa_world* w = s.world;
    massa_shape_desc d;
    const struct
    {
        massa_shape_kind kind;
        float *field, value;
        const char* words;
    } rows[] = {
        { MASSA_SHAPE_BOX, &d.box.half.x, 0.9e-3f, "box.half.x is 0.0009; it may be 0.001 to 10000" },
        { MASSA_SHAPE_BOX, &d.box.half.y, 1.1e4f, "box.half.y is 11000" },
        { MASSA_SHAPE_BOX, &d.box.half.z, NAN, "box.half.z is nan" },
        { MASSA_SHAPE_BOX, &d.box.half.x, -0.5f, "box.half.x is -0.5" },
        { MASSA_SHAPE_BOX, &d.box.half.y, INFINITY, "box.half.y is inf" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, 0.0f, "sphere.radius is 0; it may be 0.001 to 10000" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, 1.1e4f, "sphere.radius is 11000" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, NAN, "sphere.radius is nan" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, -INFINITY, "sphere.radius is -inf" },
        { MASSA_SHAPE_CAPSULE, &d.capsule.radius, 0.0f, "capsule.radius is 0; it may be 0.001 to 10000" },
        { MASSA_SHAPE_CAPSULE, &d.capsule.half_length, NAN, "capsule.half_length is nan" },
        { MASSA_SHAPE_BOX, &d.density, 0.0f, "density is 0; it may be 0.001 to 1e+06" },
        { MASSA_SHAPE_BOX, &d.friction, -0.1f, "friction is -0.1; it may be 0 to 10" },
        { MASSA_SHAPE_BOX, &d.restitution, 1.1f, "restitution is 1.1; it may be 0 to 1" },
        { MASSA_SHAPE_BOX, &d.rolling, NAN, "rolling is nan" },
    };
    const uint64_t before = api_tables(w);
    massa_shape_id id     = { 5 };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        d              = massa_default_shape_desc();
        d.kind         = rows[i].kind;
        *rows[i].field = rows[i].value;
        REFUSED(massa_create_shape(w, &d, &id), MASSA_ERROR_RANGE, rows[i].words);
        munit_assert_uint64(id.bits, ==, 0);
    }
    d      = massa_default_shape_desc();
    d.kind = (massa_shape_kind)6;
    REFUSED(massa_create_shape(w, &d, &id), MASSA_ERROR_RANGE, "no massa_shape_kind 6");
    d.kind = (massa_shape_kind)-1;
    REFUSED(massa_create_shape(w, &d, &id), MASSA_ERROR_RANGE, "no massa_shape_kind -1");
    d.kind   = MASSA_SHAPE_PLANE;
    d.hollow = true;
    REFUSED(massa_create_shape(w, &d, &id), MASSA_ERROR_RANGE, "hollow is for boxes and spheres only");

    // Who may have one.
    const massa_shape_id none = { 0 };
    massa_body_desc b         = massa_default_body_desc();
    massa_body_id body        = { 5 };
    b.shape                   = s.shape;
    REFUSED(massa_create_body(w, &b, &body), MASSA_ERROR_RANGE, "has no mass");
    munit_assert_uint64(body.bits, ==, 0);
    REFUSED(massa_body_set_shape(w, s.ball, s.shape), MASSA_ERROR_RANGE, "has no mass");
    REFUSED(massa_destroy_shape(w, s.shape), MASSA_ERROR_IN_USE, "still that of 1 bodies");
    munit_assert_uint64(api_tables(w), ==, before);
    test_try(massa_body_set_shape(w, s.ball, none)); // it has none
    test_try(massa_body_set_shape(w, s.wall, s.shape));
    REFUSED(massa_destroy_shape(w, s.shape), MASSA_ERROR_IN_USE, "still that of 1 bodies");
    test_try(massa_destroy_body(w, s.wall));
    test_try(massa_destroy_shape(w, s.shape));
    api_step(fixture, w);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult grains_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s        = make(fixture);
    massa_world* w = s.world;
    massa_grains_desc d;
    massa_grains_id id;
    const struct
    {
        float *field, low, high;
        const char* words;
    } rows[] = {
        { &d.radius, 0.9e-3f, 10.1f, "massa_grains_desc.radius is %g; it may be 0.001 to 10." },
        { &d.density, 0.9f, 1.1e5f, "massa_grains_desc.density is %g; it may be 1 to 100000." },
        { &d.hertz, 0.09f, 1001.0f, "massa_grains_desc.hertz is %g; it may be 0.1 to 1000." },
        { &d.damping_ratio, -0.1f, 2.1f, "massa_grains_desc.damping_ratio is %g; it may be 0 to 2." },
        { &d.drag, -0.1f, 1001.0f, "massa_grains_desc.drag is %g; it may be 0 to 1000." },
        { &d.restitution, -0.1f, 1.1f, "massa_grains_desc.restitution is %g; it may be 0 to 1." },
        { &d.friction, -0.1f, 2.1f, "massa_grains_desc.friction is %g; it may be 0 to 2." },
    };
    const uint64_t before = api_tables(w);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        const float bad[] = { rows[i].low, rows[i].high, NAN, INFINITY, -INFINITY };
        for (size_t k = 0; k < MAS_COUNT(bad); ++k)
        {
            char words[128];
            const size_t field = strchr(rows[i].words, ' ') - rows[i].words;
            snprintf(words, sizeof words, "%.*s is %g;%s", (int)field, rows[i].words, (double)bad[k],
                     strchr(rows[i].words, ';') + 1);
            d              = massa_default_grains_desc();
            *rows[i].field = bad[k];
            id.bits        = 5;
            REFUSED(massa_create_grains(w, &d, &id), MASSA_ERROR_RANGE, words);
            munit_assert_uint64(id.bits, ==, 0);
        }
    }
    d = massa_default_grains_desc(); // beside a kind of 0.05
    for (int large = 0; large <= 1; ++large)
    {
        d.radius = large ? 0.05f * 8.01f : 0.05f / 8.01f;
        REFUSED(massa_create_grains(w, &d, &id), MASSA_ERROR_RANGE, "the largest may be at most 8 times the smallest");
    }
    munit_assert_uint64(api_tables(w), ==, before);
    d.radius = 0.05f * 8.0f;
    test_try(massa_create_grains(w, &d, &id)); // at the limit
    test_try(massa_destroy_grains(w, id));
    test_try(massa_destroy_grains(w, s.kind));
    d.radius = 0.001f;
    test_try(massa_create_grains(w, &d, &id)); // nobody to be compared with
    api_step(fixture, w);
    massa_destroy_world(w);

    massa_world_desc desc   = room();
    desc.capacity.particles = 0;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &desc, &w));
    d = massa_default_grains_desc();
    REFUSED(massa_create_grains(w, &d, &id), MASSA_ERROR_CAPACITY, "capacity.particles is 0");
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult particles_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s             = make(fixture);
    massa_world* w      = s.world;
    massa_particle p[3] = { HERE, HERE, HERE };
    massa_particle_id id[3];
    float* const field[] = { &p[1].position.x, &p[1].position.y, &p[1].position.z,
                             &p[1].velocity.x, &p[1].velocity.y, &p[1].velocity.z };
    for (uint32_t k = 0; k < MAS_COUNT(field); ++k)
    {
        const float most  = k < 3 ? 0.05f * 2.5e5f : 1e4f;
        const float bad[] = { most * 1.0001f, -most * 1.0001f, NAN, INFINITY, -INFINITY };
        for (size_t i = 0; i < MAS_COUNT(bad); ++i)
        {
            const uint64_t before = api_tables(w);
            memset(id, 7, sizeof id);
            *field[k] = bad[i];
            REFUSED(massa_grains_add(w, s.kind, p, 3, id), MASSA_ERROR_RANGE,
                    "it may be 12500 m out and 10000 m/s fast");
            munit_assert_not_null(strstr(mas_wrapper.error, "Particle 1 of the list"));
            munit_assert_uint64(api_tables(w), ==, before);
        }
        *field[k] = k % 2 == 0 ? most : -most; // at the limit
        test_try(massa_grains_add(w, s.kind, p, 3, id));
        test_try(massa_remove_particles(w, id, 3));
        p[1] = HERE;
    }
    api_step(fixture, w);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult full_lists_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                      = make(fixture);
    massa_world* w               = s.world;
    const massa_shape_desc shape = massa_default_shape_desc();
    massa_body_desc body         = massa_default_body_desc();
    const massa_grains_desc kind = massa_default_grains_desc();
    massa_particle many[2 * PARTICLES];
    massa_particle_id id[2 * PARTICLES];
    massa_shape_id shape_id;
    massa_grains_id kind_id, other = { 0 };
    massa_body_id body_id, second, none;
    for (size_t i = 0; i < MAS_COUNT(many); ++i)
        many[i] = HERE;
    for (int i = 1; i < SHAPES; ++i)
        test_try(massa_create_shape(w, &shape, &shape_id));
    for (int i = 1; i < MASSA_MAX_GRAINS; ++i)
        test_try(massa_create_grains(w, &kind, &other));
    body.kind  = MASSA_BODY_KINEMATIC;
    body.shape = s.shape;
    test_try(massa_create_body(w, &body, &second));
    body.shape.bits = 0;
    test_try(massa_create_body(w, &body, &body_id));
    body.shape      = s.shape;
    uint64_t before = api_tables(w);
    REFUSED(massa_create_shape(w, &shape, &shape_id), MASSA_ERROR_CAPACITY, "capacity.shapes is 3");
    REFUSED(massa_create_grains(w, &kind, &kind_id), MASSA_ERROR_CAPACITY, "MASSA_MAX_GRAINS is 4");
    REFUSED(massa_create_body(w, &body, &none), MASSA_ERROR_CAPACITY, "capacity.colliders is 2");
    REFUSED(massa_body_set_shape(w, body_id, s.shape), MASSA_ERROR_CAPACITY, "capacity.colliders is 2");
    REFUSED(massa_grains_add(w, s.kind, many, 9, id), MASSA_ERROR_CAPACITY, "capacity.particles is 12, 4 are alive");
    REFUSED(massa_grains_add(w, s.kind, many, 24, id), MASSA_ERROR_CAPACITY, "and 24 more are asked");
    REFUSED(massa_grains_add(w, s.kind, many, UINT32_MAX, id), MASSA_ERROR_CAPACITY, "and 4294967295 more are asked");
    munit_assert_uint64(api_tables(w), ==, before);
    test_try(massa_destroy_grains(w, other)); // its place is taken until the step
    REFUSED(massa_create_grains(w, &kind, &kind_id), MASSA_ERROR_CAPACITY, "makes room with the next step");
    api_step(fixture, w);
    test_try(massa_create_grains(w, &kind, &other));

    // Records: a place that was left and taken again needs one, a particle that comes and leaves too.
    test_try(massa_remove_particles(w, s.particle, 4));
    test_try(massa_grains_add(w, other, many, RECORDS, id));
    before = api_tables(w);
    REFUSED(massa_grains_add(w, s.kind, many, 1, NULL), MASSA_ERROR_EDITS_FULL, "capacity.particle_edits is 8, 8 are");
    munit_assert_uint64(api_tables(w), ==, before);
    test_try(massa_remove_particles(w, id, RECORDS));
    test_try(massa_grains_add(w, s.kind, many, RECORDS, id));
    api_step(fixture, w);
    test_try(massa_grains_add(w, s.kind, many, 4, s.particle));
    before = api_tables(w);
    REFUSED(massa_remove_particles(w, id, 5), MASSA_ERROR_EDITS_FULL, "4 are taken, and 5 more are asked");
    munit_assert_uint64(api_tables(w), ==, before);
    test_try(massa_remove_particles(w, id, 4));

    // Edits: all of them, and one less than a body with a shape needs.
    test_try(massa_destroy_body(w, second));
    while (massa_body_set_velocity(w, body_id, HERE.velocity) == MASSA_OK)
        before = api_tables(w);
    REFUSED(massa_create_shape(w, &shape, &shape_id), MASSA_ERROR_CAPACITY, "capacity.shapes is 3");
    REFUSED(massa_body_set_shape(w, body_id, s.shape), MASSA_ERROR_EDITS_FULL, "capacity.edits is 24");
    REFUSED(massa_destroy_shape(w, shape_id), MASSA_ERROR_STALE_ID, "null or");
    REFUSED(massa_destroy_grains(w, other), MASSA_ERROR_EDITS_FULL, "capacity.edits is 24");
    REFUSED(massa_create_body(w, &body, &none), MASSA_ERROR_EDITS_FULL, "capacity.edits is 24");
    munit_assert_uint64(api_tables(w), ==, before);
    api_step(fixture, w);
    for (int i = 1; i < 24; ++i)
        test_try(massa_body_set_velocity(w, body_id, HERE.velocity));
    before = api_tables(w);
    REFUSED(massa_create_body(w, &body, &none), MASSA_ERROR_EDITS_FULL, "capacity.edits is 24"); // it needs two
    munit_assert_uint64(api_tables(w), ==, before);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nulls-and-cookies", nulls_and_cookies, api_setup, wrapper_tear_down, 0, NULL },
    { "/shapes-are-checked", shapes_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/grains-are-checked", grains_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/particles-are-checked", particles_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/full-lists-refuse", full_lists_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_suite = { "/grains", tests, NULL, 1, 0 };
