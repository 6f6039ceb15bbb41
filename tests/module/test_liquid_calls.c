// Calls about liquids and emitters: what is refused, in which words, and that a refusal changes nothing. Red when a
// stale id or one of another kind is taken, a number out of range or a full list gets through, or a list with one bad
// entry is played in part.
#include "api.h"
#include "liquid_scene.h"

#include <math.h>

static const massa_particle HERE = { { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
static const massa_quat UPRIGHT  = { 0.0f, 0.0f, 0.0f, 1.0f };
static const massa_vec3 ORIGIN   = { 0.0f, 0.0f, 0.0f };

enum
{
    RECORDS = 60
};

typedef struct scene
{
    massa_world* world;
    massa_liquid_id liquid;
    massa_emitter_id emitter;
    massa_shape_id shape;
} scene;

static massa_world_desc room(void)
{
    massa_world_desc d        = api_desc(6);
    d.capacity.shapes         = 6;
    d.capacity.colliders      = 4;
    d.capacity.liquid         = 100;
    d.capacity.particle_edits = RECORDS;
    d.capacity.neighbours     = 40;
    d.liquid.spacing          = 0.1f;
    return d;
}

static scene make(test_gpu* gpu)
{
    scene s;
    const massa_world_desc desc = room();
    massa_shape_desc shape      = massa_default_shape_desc();
    massa_emitter_desc nozzle   = massa_default_emitter_desc();
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    shape.kind = MASSA_SHAPE_BOX;
    test_try(massa_create_shape(s.world, &shape, &s.shape));
    s.liquid      = liquids_make(s.world, 1000.0f);
    nozzle.liquid = s.liquid;
    test_try(massa_create_emitter(s.world, &nozzle, &s.emitter));
    api_step(gpu, s.world);
    return s;
}

static MunitResult nulls_and_cookies(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                = make(fixture);
    massa_world* w         = s.world;
    massa_liquid_desc d    = massa_default_liquid_desc();
    massa_emitter_desc e   = massa_default_emitter_desc();
    massa_liquid_id liquid = { 5 };
    massa_emitter_id id    = { 5 };
    e.liquid               = s.liquid;
    const uint64_t before  = api_tables(w);
    REFUSED(massa_create_liquid(NULL, &d, &liquid), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_liquid(w, NULL, &liquid), MASSA_ERROR_NULL, "massa_liquid_desc is null");
    munit_assert_uint64(liquid.bits, ==, 0);
    REFUSED(massa_create_liquid(w, &d, NULL), MASSA_ERROR_NULL, "nowhere to put the id");
    REFUSED(massa_create_emitter(NULL, &e, &id), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_emitter(w, NULL, &id), MASSA_ERROR_NULL, "massa_emitter_desc is null");
    munit_assert_uint64(id.bits, ==, 0);
    REFUSED(massa_create_emitter(w, &e, NULL), MASSA_ERROR_NULL, "nowhere to put the id");
    REFUSED(massa_liquid_add(NULL, s.liquid, &HERE, 1), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_liquid_add(w, s.liquid, NULL, 1), MASSA_ERROR_NULL, "particles to add is null");
    REFUSED(massa_liquid_get_user(w, s.liquid, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_liquid_get_colour(w, s.liquid, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_emitter_get_sent(w, s.emitter, NULL), MASSA_ERROR_NULL, "nowhere");
    test_try(massa_liquid_add(w, s.liquid, NULL, 0)); // an empty list is one
    ++d.cookie;
    REFUSED(massa_create_liquid(w, &d, &liquid), MASSA_ERROR_COOKIE, "massa_default_liquid_desc");
    e.cookie = d.cookie;
    REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_COOKIE, "massa_default_emitter_desc");
    munit_assert_uint64(api_tables(w), ==, before);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Settings of a world, and worlds that cannot be.
static MunitResult worlds_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_world* w;
    massa_world_desc d   = room();
    d.capacity.particles = 5;
    REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, "grains or liquids, not both yet");
    d                 = room();
    d.capacity.liquid = (1u << 22) + 1;
    REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, "capacity.liquid is 4194305");
    const uint64_t range              = gpu->device->limits.storage_range;
    gpu->device->limits.storage_range = 1 << 14; // lists are gathered from: no windows, and whole teams of eight
    d                                 = room();
    REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_DEVICE_LIMIT, "needs lists of 19008 bytes");
    gpu->device->limits.storage_range = range;
    const struct
    {
        float *field, value;
        const char* words;
    } rows[] = {
        { &d.liquid.spacing, 0.9e-3f, "liquid.spacing is 0.0009; it may be 0.001 to 1" },
        { &d.liquid.spacing, NAN, "liquid.spacing is nan" },
        { &d.liquid.depth, 0.0f, "liquid.depth is 0; it may be 0.001 to 1000" },
        { &d.liquid.stiffness, -1.0f, "liquid.stiffness is -1" },
        { &d.liquid.exponent, 3.0f, "liquid.exponent is 3; it may be 0, 1 or 7" },
        { &d.liquid.smoothing, 1.5f, "liquid.smoothing is 1.5" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        d              = room();
        *rows[i].field = rows[i].value;
        REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, rows[i].words);
    }
    d                   = room();
    d.liquid.iterations = 17;
    REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, "liquid.iterations is 17; it may be 0 to 16");
    d                  = room();
    d.liquid.max_parts = 17;
    REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, "liquid.max_parts is 17; it may be 0 to 16");
    d                   = api_desc(2); // without liquids the settings are nobody's business
    d.liquid.max_parts  = 99;
    massa_liquid_desc l = massa_default_liquid_desc();
    massa_liquid_id id;
    massa_view view;
    test_try(massa_create_world(gpu->device, &d, &w));
    REFUSED(massa_create_liquid(w, &l, &id), MASSA_ERROR_CAPACITY, "capacity.liquid is 0");
    REFUSED(massa_world_view(w, MASSA_VIEW_LIQUID_DENSITY, &view), MASSA_ERROR_CAPACITY, "capacity.liquid is 0");
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult numbers_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s        = make(fixture);
    massa_world* w = s.world;
    massa_liquid_desc d;
    massa_emitter_desc e;
    const struct
    {
        float *field, value;
        const char* words;
    } rows[] = {
        { &d.density, 0.5f, "massa_liquid_desc.density is 0.5; it may be 1 to 100000" },
        { &d.viscosity, 1.5f, "massa_liquid_desc.viscosity is 1.5; it may be 0 to 1" },
        { &d.drag, NAN, "massa_liquid_desc.drag is nan" },
        { &e.position.y, INFINITY, "massa_emitter_desc.position.y is inf" },
        { &e.direction.y, 0.0f, "massa_emitter_desc.direction is shorter than 1e-6: it points nowhere" },
        { &e.direction.x, NAN, "massa_emitter_desc.direction.x is nan" },
        { &e.radius, 0.05f, "massa_emitter_desc.radius is 0.05; it may be 0.1 to 100" },
        { &e.speed, -1.0f, "massa_emitter_desc.speed is -1; it may be 0 to 100" },
    };
    const uint64_t before = api_tables(w);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        massa_liquid_id liquid;
        massa_emitter_id id;
        d              = massa_default_liquid_desc();
        e              = massa_default_emitter_desc();
        e.liquid       = s.liquid;
        *rows[i].field = rows[i].value;
        if (i < 3)
            REFUSED(massa_create_liquid(w, &d, &liquid), MASSA_ERROR_RANGE, rows[i].words);
        else
            REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_RANGE, rows[i].words);
    }
    massa_particle two[] = { HERE, { { 0.0f, 0.0f, 3e4f }, { 0.0f, 0.0f, 0.0f } } };
    REFUSED(massa_liquid_add(w, s.liquid, two, 2), MASSA_ERROR_RANGE, "Particle 1 of the list is at (0, 0, 30000) m");
    two[1] = (massa_particle){ { 0.0f, 0.0f, 0.0f }, { 0.0f, NAN, 0.0f } };
    REFUSED(massa_liquid_add(w, s.liquid, two, 2), MASSA_ERROR_RANGE, "it may be 25000 m out and 10000 m/s fast");
    REFUSED(massa_emitter_set(w, s.emitter, ORIGIN, ORIGIN, 1.0f), MASSA_ERROR_RANGE,
            "massa_emitter_set.direction is shorter");
    munit_assert_uint64(api_tables(w), ==, before);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult ids_turn_stale(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s              = make(fixture);
    massa_world* w       = s.world;
    massa_emitter_desc e = massa_default_emitter_desc();
    massa_emitter_id id;
    uint64_t user;
    test_try(massa_destroy_liquid(w, s.liquid));
    const uint64_t before = api_tables(w);
    e.liquid              = s.liquid;
    REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_STALE_ID, "its liquid is gone"); // into nothing
    e.liquid.bits = 0;
    REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_STALE_ID, "The liquid id 0x0 is null");
    REFUSED(massa_liquid_add(w, s.liquid, &HERE, 1), MASSA_ERROR_STALE_ID, "its liquid is gone");
    REFUSED(massa_destroy_liquid(w, s.liquid), MASSA_ERROR_STALE_ID, "its liquid is gone");
    REFUSED(massa_liquid_get_user(w, s.liquid, &user), MASSA_ERROR_STALE_ID, "its liquid is gone");
    REFUSED(massa_liquid_fill(w, s.liquid, s.shape, ORIGIN, UPRIGHT, ORIGIN, NULL), MASSA_ERROR_STALE_ID, "is gone");
    REFUSED(massa_destroy_emitter(w, s.emitter), MASSA_ERROR_STALE_ID, "it or its liquid is gone");
    REFUSED(massa_emitter_set(w, s.emitter, ORIGIN, HERE.position, 1.0f), MASSA_ERROR_STALE_ID, "is gone");
    REFUSED(massa_emitter_get_sent(w, s.emitter, &user), MASSA_ERROR_STALE_ID, "is gone");
    REFUSED(massa_destroy_liquid(w, (massa_liquid_id){ s.shape.bits }), MASSA_ERROR_STALE_ID, "is null or");
    munit_assert_uint64(api_tables(w), ==, before);
    massa_liquid_id again = liquids_make(w, 900.0f); // beside the one that still has to go
    munit_assert_uint32(massa_liquid_index(again), ==, 1);
    api_step(fixture, w);
    again = liquids_make(w, 800.0f);
    munit_assert_uint32(massa_liquid_index(again), ==, 0); // its place serves again, its id does not
    REFUSED(massa_liquid_add(w, s.liquid, &HERE, 1), MASSA_ERROR_STALE_ID, "its liquid is gone");
    massa_destroy_world(w);
    return MUNIT_OK;
}

// The same for an emitter alone, whose liquid lives on.
static MunitResult emitters_turn_stale(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s              = make(fixture);
    massa_world* w       = s.world;
    massa_emitter_desc e = massa_default_emitter_desc();
    massa_emitter_id again;
    uint64_t sent;
    e.liquid = s.liquid;
    test_try(massa_destroy_emitter(w, s.emitter));
    for (int round = 0; round < 2; ++round)
    {
        const uint64_t before = api_tables(w);
        REFUSED(massa_destroy_emitter(w, s.emitter), MASSA_ERROR_STALE_ID, "it or its liquid is gone");
        REFUSED(massa_emitter_set(w, s.emitter, HERE.position, HERE.position, 1.0f), MASSA_ERROR_STALE_ID, "is gone");
        REFUSED(massa_emitter_get_sent(w, s.emitter, &sent), MASSA_ERROR_STALE_ID, "is gone");
        munit_assert_uint64(api_tables(w), ==, before);
        if (round > 0) break;
        test_try(massa_create_emitter(w, &e, &again));
        munit_assert_uint32((uint32_t)again.bits, ==,
                            (uint32_t)s.emitter.bits); // its slot serves again, its id does not
        munit_assert_uint64(again.bits, !=, s.emitter.bits);
    }
    api_step(fixture, w);
    test_try(massa_emitter_get_sent(w, again, &sent));
    munit_assert_uint64(sent, >, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult rooms_are_full(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s              = make(fixture);
    massa_world* w       = s.world;
    massa_liquid_desc d  = massa_default_liquid_desc();
    massa_emitter_desc e = massa_default_emitter_desc();
    massa_particle many[RECORDS];
    massa_liquid_id liquid;
    massa_emitter_id id;
    uint32_t count;
    for (uint32_t i = 0; i < RECORDS; ++i)
        many[i] = HERE;
    // The box of 1 m holds 10^3 in a world of 100.
    REFUSED(massa_liquid_fill(w, s.liquid, s.shape, ORIGIN, UPRIGHT, ORIGIN, &count), MASSA_ERROR_CAPACITY,
            "capacity.liquid is 100, and 1000 particles are asked at once");
    munit_assert_uint32(count, ==, 1000);
    test_try(massa_liquid_add(w, s.liquid, many, RECORDS - 1));
    REFUSED(massa_liquid_add(w, s.liquid, many, 2), MASSA_ERROR_EDITS_FULL,
            "capacity.particle_edits is 60, 59 are taken, and 2 more are asked");
    e.liquid = s.liquid;
    e.radius = 0.6f; // 1.5 m^2 of 0.01 m^2 each
    REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_CAPACITY, "but capacity.particle_edits is 60");
    e.radius = 0.1f;
    for (uint32_t i = 1; i < MASSA_MAX_EMITTERS; ++i)
        test_try(massa_create_emitter(w, &e, &id));
    REFUSED(massa_create_emitter(w, &e, &id), MASSA_ERROR_CAPACITY, "MASSA_MAX_EMITTERS is 16");
    for (uint32_t i = 1; i < MASSA_MAX_LIQUIDS; ++i)
        test_try(massa_create_liquid(w, &d, &liquid));
    REFUSED(massa_create_liquid(w, &d, &liquid), MASSA_ERROR_CAPACITY, "MASSA_MAX_LIQUIDS is 8");
    massa_destroy_world(w);
    return MUNIT_OK;
}

// What cannot be filled, and who cannot have a shape.
static MunitResult shapes_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s               = make(fixture);
    massa_world* w        = s.world;
    massa_shape_desc d    = massa_default_shape_desc();
    massa_body_desc b     = massa_default_body_desc();
    const massa_quat none = { 0.0f, 0.0f, 0.0f, 0.0f };
    massa_shape_id plane, huge, id;
    massa_body_id body;
    test_try(massa_create_shape(w, &d, &plane));
    d.kind     = MASSA_SHAPE_BOX;
    d.box.half = (massa_vec3){ 500.0f, 500.0f, 500.0f };
    test_try(massa_create_shape(w, &d, &huge));
    REFUSED(massa_liquid_fill(w, s.liquid, plane, ORIGIN, UPRIGHT, ORIGIN, NULL), MASSA_ERROR_RANGE, "not a plane");
    REFUSED(massa_liquid_fill(w, s.liquid, huge, ORIGIN, UPRIGHT, ORIGIN, NULL), MASSA_ERROR_CAPACITY,
            "holds 1e+12 lattice points of 0.1 m");
    REFUSED(massa_liquid_fill(w, s.liquid, s.shape, ORIGIN, none, ORIGIN, NULL), MASSA_ERROR_RANGE, "rotation");
    REFUSED(massa_liquid_fill(w, s.liquid, s.shape, ORIGIN, UPRIGHT, (massa_vec3){ NAN, 0.0f, 0.0f }, NULL),
            MASSA_ERROR_RANGE, "velocity");
    REFUSED(massa_liquid_fill(w, s.liquid, (massa_shape_id){ 0 }, ORIGIN, UPRIGHT, ORIGIN, NULL), MASSA_ERROR_STALE_ID,
            "shape id 0x0");
    const massa_child child = { s.shape, ORIGIN, UPRIGHT };
    d                       = massa_default_shape_desc();
    d.kind                  = MASSA_SHAPE_COMPOUND;
    d.compound.children     = &child;
    d.compound.count        = 1;
    d.drain                 = true;
    REFUSED(massa_create_shape(w, &d, &id), MASSA_ERROR_RANGE, "drain is for the children of a compound");
    b.shape = s.shape;
    REFUSED(massa_create_body(w, &b, &body), MASSA_ERROR_RANGE, "In a world with liquids only static");
    massa_destroy_world(w);
    massa_world_desc desc = room();
    desc.capacity.pairs   = 8;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &desc, &w));
    d      = massa_default_shape_desc();
    d.kind = MASSA_SHAPE_CAPSULE;
    test_try(massa_create_shape(w, &d, &b.shape));
    REFUSED(massa_create_body(w, &b, &body), MASSA_ERROR_RANGE, "liquids do not push bodies yet");
    b.kind = MASSA_BODY_KINEMATIC;
    test_try(massa_create_body(w, &b, &body));
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nulls-and-cookies", nulls_and_cookies, api_setup, wrapper_tear_down, 0, NULL },
    { "/worlds-are-checked", worlds_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/numbers-are-checked", numbers_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/ids-turn-stale", ids_turn_stale, api_setup, wrapper_tear_down, 0, NULL },
    { "/emitters-turn-stale", emitters_turn_stale, api_setup, wrapper_tear_down, 0, NULL },
    { "/rooms-are-full", rooms_are_full, api_setup, wrapper_tear_down, 0, NULL },
    { "/shapes-are-checked", shapes_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_calls_suite = { "/liquid_calls", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
