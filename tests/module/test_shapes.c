// Calls about shapes: what is refused, in which words, and that a refusal changes nothing. Red when a field is not
// looked at, a full list takes one more, half of a shape stays behind, or an id outlives its shape.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "module/world.h"

#include <math.h>
#include <string.h>

static massa_world* make(test_gpu* gpu, const massa_world_desc* d)
{
    massa_world* w;
    test_try(massa_create_world(gpu->device, d, &w));
    return w;
}

static massa_world* make_any(test_gpu* gpu)
{
    const massa_world_desc d = meeting_desc(8, 16);
    return make(gpu, &d);
}

static void expect_bad_shape(massa_world* w, const massa_shape_desc* d, massa_result code, const char* words)
{
    const uint64_t before = api_tables(w);
    massa_shape_id id     = { 5 };
    REFUSED(massa_create_shape(w, d, &id), code, words);
    munit_assert_uint64(id.bits, ==, 0);
    munit_assert_uint64(api_tables(w), ==, before);
}

static void expect_bad_body(massa_world* w, massa_body_kind kind, massa_shape_id shape, massa_result code,
                            const char* words)
{
    const uint64_t before = api_tables(w);
    massa_body_desc d     = massa_default_body_desc();
    massa_body_id id      = { 5 };
    d.kind                = kind;
    d.shape               = shape;
    REFUSED(massa_create_body(w, &d, &id), code, words);
    munit_assert_uint64(id.bits, ==, 0);
    munit_assert_uint64(api_tables(w), ==, before);
}

static void expect_bad_set(massa_world* w, massa_body_id body, massa_shape_id shape, massa_result code,
                           const char* words)
{
    const uint64_t before = api_tables(w);
    REFUSED(massa_body_set_shape(w, body, shape), code, words);
    munit_assert_uint64(api_tables(w), ==, before);
}

static MunitResult descs_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w = make_any(fixture);
    massa_shape_desc d;
    const struct
    {
        massa_shape_kind kind;
        float* field;
        float value;
        const char* words;
    } rows[] = {
        { MASSA_SHAPE_BOX, &d.box.half.x, 0.0f, "box.half.x is 0; it may be 0.001 to 10000" },
        { MASSA_SHAPE_BOX, &d.box.half.y, NAN, "box.half.y is nan" },
        { MASSA_SHAPE_BOX, &d.box.half.z, 1.1e4f, "box.half.z is 11000" },
        { MASSA_SHAPE_BOX, &d.box.half.z, -0.5f, "box.half.z is -0.5" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, 0.9e-3f, "sphere.radius is 0.0009" },
        { MASSA_SHAPE_SPHERE, &d.sphere.radius, INFINITY, "sphere.radius is inf" },
        { MASSA_SHAPE_CAPSULE, &d.capsule.radius, NAN, "capsule.radius is nan" },
        { MASSA_SHAPE_CAPSULE, &d.capsule.half_length, 0.0f, "capsule.half_length is 0" },
        { MASSA_SHAPE_BOX, &d.density, 0.0f, "density is 0; it may be 0.001 to 1e+06" },
        { MASSA_SHAPE_SPHERE, &d.density, NAN, "density is nan" },
        { MASSA_SHAPE_PLANE, &d.density, 1.1e6f, "density is 1.1e+06" },
        { MASSA_SHAPE_BOX, &d.friction, -0.1f, "friction is -0.1; it may be 0 to 10" },
        { MASSA_SHAPE_BOX, &d.friction, 11.0f, "friction is 11" },
        { MASSA_SHAPE_BOX, &d.restitution, 1.1f, "restitution is 1.1; it may be 0 to 1" },
        { MASSA_SHAPE_BOX, &d.restitution, NAN, "restitution is nan" },
        { MASSA_SHAPE_BOX, &d.rolling, -1.0f, "rolling is -1; it may be 0 to 1000" },
        { MASSA_SHAPE_BOX, &d.rolling, 1.1e3f, "rolling is 1100" },
        { MASSA_SHAPE_BOX, &d.surface_velocity.x, NAN, "surface_velocity.x is nan" },
        { MASSA_SHAPE_PLANE, &d.surface_velocity.z, -1.1e3f,
          "surface_velocity.z is -1100; it must be a number of at most" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        d              = massa_default_shape_desc();
        d.kind         = rows[i].kind;
        *rows[i].field = rows[i].value;
        expect_bad_shape(w, &d, MASSA_ERROR_RANGE, rows[i].words);
    }
    d       = massa_default_shape_desc();
    d.group = (1 << 23) + 1;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "group is 8388609; it may be -8388608 to 8388608");
    d.group = INT32_MIN;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "group is -2147483648");
    for (int kind = -1; kind <= MASSA_SHAPE_COMPOUND + 1; ++kind)
    {
        d             = massa_default_shape_desc();
        d.kind        = (massa_shape_kind)kind;
        d.hollow      = true;
        const bool in = kind >= 0 && kind <= MASSA_SHAPE_COMPOUND;
        if (kind == MASSA_SHAPE_BOX || kind == MASSA_SHAPE_SPHERE) continue;
        expect_bad_shape(w, &d, MASSA_ERROR_RANGE, in ? "hollow is for boxes and spheres" : "no massa_shape_kind");
    }
    d        = massa_default_shape_desc();
    d.kind   = MASSA_SHAPE_COMPOUND;
    d.sensor = true;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "sensor is for the children");
    d.cookie = MASSA_COOKIE(1, massa_shape_desc);
    expect_bad_shape(w, &d, MASSA_ERROR_COOKIE, "massa_default_shape_desc");
    expect_bad_shape(w, NULL, MASSA_ERROR_NULL, "massa_shape_desc is null");
    d = massa_default_shape_desc();
    REFUSED(massa_create_shape(w, &d, NULL), MASSA_ERROR_NULL, "nowhere to put the id");
    massa_shape_id id = { 5 };
    REFUSED(massa_create_shape(NULL, &d, &id), MASSA_ERROR_NULL, NULL);
    munit_assert_uint64(id.bits, ==, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult hulls_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w = make_any(fixture);
    static massa_vec3 at[MASSA_MAX_HULL_POINTS + 1];
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_HULL;
    expect_bad_shape(w, &d, MASSA_ERROR_NULL, "hull.points is null");
    d.hull.points = at;
    d.hull.count  = 3;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "at least 4 points, and has 3");
    d.hull.count = MASSA_MAX_HULL_POINTS + 1;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "at most 4096 points, and has 4097");
    d.hull.count = 4;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "all in one place");
    at[1].x = at[2].z = at[3].x = 1.0f;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "in a plane");
    at[2].z = 0.0f;
    at[3].x = 0.5f;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "on a line");
    at[2].z = 1.0f;
    at[3]   = (massa_vec3){ 0.0f, NAN, 0.0f };
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "Point 3 of the hull, (0, nan, 0), is not finite");
    at[3].y = -INFINITY;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "is not finite");
    at[3].y = 1.1e4f;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "is beyond 10000 m");
    at[3].y = 1.0f;
    massa_shape_id tetrahedron;
    test_try(massa_create_shape(w, &d, &tetrahedron)); // and now it is one
    for (uint32_t i = 0; i < 33; ++i)
    {
        const float angle = (float)i * 6.2831853f / 33.0f;
        at[i]             = (massa_vec3){ cosf(angle), (float)(i % 2), sinf(angle) };
    }
    d.hull.count = 33;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "more than 32 corners");
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult compounds_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w = make_any(fixture);
    massa_child child[MASSA_MAX_CHILDREN + 1];
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f), gone = meeting_sphere(w, 0.5f);
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id hollow;
    test_try(massa_destroy_shape(w, gone));
    d.kind   = MASSA_SHAPE_BOX;
    d.hollow = true;
    test_try(massa_create_shape(w, &d, &hollow));
    d      = massa_default_shape_desc();
    d.kind = MASSA_SHAPE_COMPOUND;
    expect_bad_shape(w, &d, MASSA_ERROR_NULL, "compound.children is null");
    for (uint32_t i = 0; i <= MASSA_MAX_CHILDREN; ++i)
        child[i] = (massa_child){ box, { (float)i, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    d.compound.children = child;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "compound.count is 0; it may be 1 to 64");
    d.compound.count = MASSA_MAX_CHILDREN + 1;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "compound.count is 65");
    d.compound.count  = 3;
    child[2].rotation = (massa_quat){ 0 };
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "massa_child.rotation is not a rotation: its length is 0");
    child[2].rotation.w = NAN;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "massa_child.rotation.w is nan");
    child[2].rotation.w = 500.0f; // is normalised
    child[2].position.y = 1.1e4f;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "massa_child.position.y is 11000; it must be a number of at most 10000");
    child[2].position.y = NAN;
    expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "massa_child.position.y is nan");
    child[2].position.y = 0.0f;
    massa_shape_id compound;
    test_try(massa_create_shape(w, &d, &compound));
    const massa_shape_id bad[] = { meeting_plane(w), hollow, compound };
    for (size_t i = 0; i < MAS_COUNT(bad); ++i)
    {
        child[1].shape = bad[i];
        expect_bad_shape(w, &d, MASSA_ERROR_RANGE, "Child 1 of the compound is a plane, hollow or a compound");
    }
    const uint64_t stale[] = { 0, gone.bits, box.bits + ((uint64_t)1 << 32), box.bits ^ (uint64_t)3 << 56, 77 };
    for (size_t i = 0; i < MAS_COUNT(stale); ++i)
    {
        child[1].shape.bits = stale[i];
        expect_bad_shape(w, &d, MASSA_ERROR_STALE_ID, "is null or its shape is gone");
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult full_lists_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc desc = meeting_desc(8, 16);
    desc.capacity.shapes = 5, desc.capacity.hulls = 1, desc.capacity.children = 4, desc.capacity.colliders = 5;
    desc.capacity.edits      = 20;
    massa_world* w           = make(fixture, &desc);
    massa_shape_desc d       = massa_default_shape_desc();
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f); // 1 edit
    const massa_shape_id gem = meeting_gem(w, 1.0f);             // 2 pieces and itself: 4
    massa_vec3 corner[8];
    for (uint32_t i = 0; i < 8; ++i)
        corner[i] = (massa_vec3){ (float)(i & 1), (float)(i & 2), (float)(i & 4) };
    d.kind        = MASSA_SHAPE_HULL;
    d.hull.points = corner;
    d.hull.count  = 8;
    expect_bad_shape(w, &d, MASSA_ERROR_CAPACITY, "capacity.hulls is 1, and all are in use");

    const massa_shape_id pair = meeting_pair(w, box, -1.0f, 1.0f); // 7
    const massa_child three[] = { { box, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                  { gem, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                  { box, { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } } };
    d.kind                    = MASSA_SHAPE_COMPOUND;
    d.compound.children       = three;
    d.compound.count          = 3;
    expect_bad_shape(w, &d, MASSA_ERROR_CAPACITY, "capacity.children is 4, and there is no room for 3 more");
    d.compound.count = 2;
    massa_shape_id mixed;
    test_try(massa_create_shape(w, &d, &mixed)); // 10
    d.compound.count = 1;
    expect_bad_shape(w, &d, MASSA_ERROR_CAPACITY, "capacity.children is 4, and there is no room for 1 more");
    test_try(massa_destroy_shape(w, mixed)); // 11
    d.compound.count = 3;
    expect_bad_shape(w, &d, MASSA_ERROR_CAPACITY, "capacity.children is 4, and there is no room for 3 more");

    // Two pairs take four of five colliders: none is left for another, and one for a box.
    massa_body_id body[3];
    body[0] = meeting_body(w, MASSA_BODY_DYNAMIC, pair, 0.0f, 0.0f, 0.0f); // 13
    body[1] = meeting_body(w, MASSA_BODY_STATIC, pair, 0.0f, 5.0f, 0.0f);  // 15
    expect_bad_body(w, MASSA_BODY_DYNAMIC, pair, MASSA_ERROR_CAPACITY,
                    "capacity.colliders is 5, and there is no room for 2");
    body[2] = meeting_body(w, MASSA_BODY_KINEMATIC, box, 9.0f, 0.0f, 0.0f); // 17
    expect_bad_set(w, body[2], pair, MASSA_ERROR_CAPACITY, "capacity.colliders is 5, and there is no room for 2");
    test_try(massa_body_set_shape(w, body[0], gem));  // 18: its own two are free again
    test_try(massa_body_set_shape(w, body[2], pair)); // 19

    // One edit is left.
    d.kind        = MASSA_SHAPE_HULL;
    d.hull.points = corner;
    massa_shape_id id;
    expect_bad_shape(w, &d, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    d.kind           = MASSA_SHAPE_COMPOUND;
    d.compound.count = 1;
    expect_bad_shape(w, &d, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    expect_bad_body(w, MASSA_BODY_STATIC, box, MASSA_ERROR_CAPACITY, "capacity.colliders is 5");
    test_try(massa_body_set_shape(w, body[1], box)); // 20
    expect_bad_body(w, MASSA_BODY_STATIC, box, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    expect_bad_set(w, body[1], gem, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    expect_bad_set(w, body[1], (massa_shape_id){ 0 }, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    d.kind = MASSA_SHAPE_SPHERE;
    expect_bad_shape(w, &d, MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    api_step(fixture, w);
    test_try(massa_create_shape(w, &d, &id));
    test_try(massa_create_shape(w, &d, &id));
    expect_bad_shape(w, &d, MASSA_ERROR_CAPACITY, "capacity.shapes is 5, and all are in use");
    uint64_t before = api_tables(w);
    REFUSED(massa_destroy_shape(w, box), MASSA_ERROR_IN_USE, "still that of 3 bodies or compounds");
    REFUSED(massa_destroy_shape(w, gem), MASSA_ERROR_IN_USE, "still that of 1 bodies");
    munit_assert_uint64(api_tables(w), ==, before);
    while (w->tables->edit_count < 20)
        test_try(massa_body_set_velocity(w, body[2], (massa_vec3){ 0 }));
    before = api_tables(w);
    REFUSED(massa_destroy_shape(w, id), MASSA_ERROR_EDITS_FULL, "capacity.edits is 20");
    munit_assert_uint64(api_tables(w), ==, before);
    api_step(fixture, w);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult planes_are_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc desc      = meeting_desc(70, 128);
    massa_world* w             = make(fixture, &desc);
    massa_shape_desc d         = massa_default_shape_desc();
    const massa_shape_id plane = meeting_plane(w), box = meeting_box(w, 1.0f, 1.0f, 1.0f);
    massa_shape_id sensor;
    d.sensor = true;
    test_try(massa_create_shape(w, &d, &sensor));
    massa_body_id body[65];
    for (uint32_t i = 0; i < 64; ++i)
        body[i] = meeting_body(w, MASSA_BODY_STATIC, i % 2 == 0 ? plane : sensor, 0.0f, (float)i, 0.0f);
    expect_bad_body(w, MASSA_BODY_STATIC, plane, MASSA_ERROR_CAPACITY, "at most 64 planes");
    expect_bad_body(w, MASSA_BODY_STATIC, sensor, MASSA_ERROR_CAPACITY, "at most 64 planes");
    body[64] = meeting_body(w, MASSA_BODY_KINEMATIC, box, 0.0f, 0.0f, 0.0f);
    expect_bad_set(w, body[64], plane, MASSA_ERROR_CAPACITY, "at most 64 planes");
    test_try(massa_body_set_shape(w, body[0], sensor)); // one for the other
    test_try(massa_body_set_shape(w, body[1], box));
    test_try(massa_body_set_shape(w, body[64], plane));
    meeting_body(w, MASSA_BODY_DYNAMIC, box, 0.0f, 100.0f, 0.0f);
    test_try(massa_body_set_shape(w, body[64], box));
    munit_assert_uint32(meeting_step(fixture, w, 0).pair_count, ==, 0);
    const massa_body_id deep = meeting_body(w, MASSA_BODY_DYNAMIC, box, 50.0f, -1.0f, 0.0f);
    munit_assert_uint32(meeting_step(fixture, w, 0).touching_count, ==, 63); // sensors too
    test_try(massa_destroy_body(w, deep));
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult bodies_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w            = make_any(fixture);
    massa_shape_desc d        = massa_default_shape_desc();
    const massa_shape_id none = { 0 }, plane = meeting_plane(w), box = meeting_box(w, 1.0f, 1.0f, 1.0f);
    massa_shape_id hollow;
    d.kind   = MASSA_SHAPE_SPHERE;
    d.hollow = true;
    test_try(massa_create_shape(w, &d, &hollow));
    const massa_body_id body = meeting_body(w, MASSA_BODY_DYNAMIC, none, 0.0f, 0.0f, 0.0f);
    expect_bad_body(w, MASSA_BODY_DYNAMIC, plane, MASSA_ERROR_RANGE, "A plane or a hollow shape has no mass");
    expect_bad_body(w, MASSA_BODY_DYNAMIC, hollow, MASSA_ERROR_RANGE, "A plane or a hollow shape has no mass");
    expect_bad_set(w, body, plane, MASSA_ERROR_RANGE, "A plane or a hollow shape has no mass");
    const massa_shape_id gone = meeting_sphere(w, 1.0f);
    test_try(massa_destroy_shape(w, gone));
    const massa_shape_id reused = meeting_sphere(w, 1.0f); // in the same slot
    munit_assert_uint32((uint32_t)gone.bits, ==, (uint32_t)reused.bits);
    munit_assert_uint64(gone.bits, !=, reused.bits);
    const uint64_t stale[] = {
        gone.bits, body.bits, box.bits & ~((uint64_t)0xff << 56), box.bits + 7, box.bits | UINT32_MAX, UINT64_MAX
    };
    for (size_t i = 0; i < MAS_COUNT(stale); ++i)
    {
        const massa_shape_id id = { stale[i] };
        massa_mass m;
        uint64_t user;
        expect_bad_body(w, MASSA_BODY_STATIC, id, MASSA_ERROR_STALE_ID, "its shape is gone");
        expect_bad_set(w, body, id, MASSA_ERROR_STALE_ID, "its shape is gone");
        REFUSED(massa_destroy_shape(w, id), MASSA_ERROR_STALE_ID, "its shape is gone");
        REFUSED(massa_shape_get_mass(w, id, &m), MASSA_ERROR_STALE_ID, "its shape is gone");
        REFUSED(massa_shape_get_user(w, id, &user), MASSA_ERROR_STALE_ID, "its shape is gone");
    }
    expect_bad_set(w, (massa_body_id){ 0 }, box, MASSA_ERROR_STALE_ID, "The body id");
    massa_mass m;
    uint64_t user;
    REFUSED(massa_shape_get_mass(w, plane, &m), MASSA_ERROR_RANGE, "no mass");
    REFUSED(massa_shape_get_mass(w, hollow, &m), MASSA_ERROR_RANGE, "no mass");
    REFUSED(massa_shape_get_mass(w, box, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_shape_get_user(w, box, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_shape_get_mass(NULL, box, &m), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_shape_get_user(NULL, box, &user), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_destroy_shape(NULL, box), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_set_shape(NULL, body, box), MASSA_ERROR_NULL, NULL);
    massa_destroy_world(w);

    // Worlds that cannot have it: no pairs, or particles.
    massa_world_desc desc         = meeting_desc(8, 0);
    w                             = make(fixture, &desc);
    const massa_body_id free_body = meeting_body(w, MASSA_BODY_DYNAMIC, none, 0.0f, 0.0f, 0.0f);
    const massa_shape_id plain    = meeting_box(w, 1.0f, 1.0f, 1.0f);
    expect_bad_body(w, MASSA_BODY_DYNAMIC, plain, MASSA_ERROR_RANGE, "capacity.pairs is MASSA_NONE");
    expect_bad_set(w, free_body, plain, MASSA_ERROR_RANGE, "capacity.pairs is MASSA_NONE");
    meeting_body(w, MASSA_BODY_STATIC, meeting_pair(w, plain, -1.0f, 1.0f), 0.0f, 0.0f, 0.0f);
    munit_assert_uint32(meeting_step(fixture, w, 0).pair_count, ==, 0);
    massa_destroy_world(w);

    desc                    = meeting_desc(8, 16);
    desc.capacity.particles = 16, desc.capacity.particle_edits = 16, desc.capacity.neighbours = 8;
    w                          = make(fixture, &desc);
    const massa_shape_id cube  = meeting_box(w, 1.0f, 1.0f, 1.0f);
    const massa_shape_id bad[] = { meeting_capsule(w, 0.5f, 0.5f), meeting_gem(w, 1.0f),
                                   meeting_pair(w, cube, 0.0f, 3.0f) };
    const massa_body_id cart   = meeting_body(w, MASSA_BODY_KINEMATIC, cube, 0.0f, 0.0f, 0.0f);
    for (size_t i = 0; i < MAS_COUNT(bad); ++i)
    {
        expect_bad_body(w, MASSA_BODY_STATIC, bad[i], MASSA_ERROR_RANGE, "In a world with particles");
        expect_bad_set(w, cart, bad[i], MASSA_ERROR_RANGE, "In a world with particles");
    }
    expect_bad_body(w, MASSA_BODY_DYNAMIC, cube, MASSA_ERROR_RANGE, "In a world with particles");
    meeting_step(fixture, w, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Grains that fall: onto a floor, onto a sensor, where there is no shape.
static uint64_t fall(test_gpu* gpu, bool shaped, bool sensor)
{
    massa_world_desc desc   = meeting_desc(4, 0);
    desc.gravity.y          = -10.0f;
    desc.capacity.particles = 16, desc.capacity.particle_edits = 16, desc.capacity.neighbours = 8;
    massa_world* w            = make(gpu, &desc);
    massa_shape_desc d        = massa_default_shape_desc();
    const massa_grains_desc g = massa_default_grains_desc();
    const massa_particle p    = { .position = { 0.0f, 0.1f, 0.0f } };
    massa_shape_id shape      = { 0 };
    massa_grains_id kind;
    d.sensor = sensor;
    if (shaped) test_try(massa_create_shape(w, &d, &shape));
    meeting_body(w, MASSA_BODY_STATIC, shape, 0.0f, 0.0f, 0.0f);
    test_try(massa_create_grains(w, &g, &kind));
    test_try(massa_grains_add(w, kind, &p, 1, NULL));
    uint64_t hash = 0;
    for (uint32_t i = 0; i < 12; ++i)
        hash = meeting_step(gpu, w, 0).hash;
    massa_destroy_world(w);
    return hash;
}

static MunitResult sensors_push_no_particle(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint64_t free_fall = fall(fixture, false, false);
    munit_assert_uint64(fall(fixture, true, false), !=, free_fall);
    munit_assert_uint64(fall(fixture, true, true), ==, free_fall);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/descs-are-checked", descs_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/hulls-are-checked", hulls_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/compounds-are-checked", compounds_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/full-lists-refuse", full_lists_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { "/planes-are-counted", planes_are_counted, api_setup, wrapper_tear_down, 0, NULL },
    { "/sensors-push-no-particle", sensors_push_no_particle, api_setup, wrapper_tear_down, 0, NULL },
    { "/bodies-are-checked", bodies_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_shapes_suite = { "/shapes", tests, NULL, 1, 0 };
