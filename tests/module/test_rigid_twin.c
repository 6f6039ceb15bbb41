// Worlds of all that bodies can be and do, step by step against the twin in plain C that plays their recording.
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "twin_scene.h"

static void heap_on(test_gpu* gpu, const twin_way* way)
{
    twin w;
    twin_scene s;
    const massa_world_desc d = twin_desc(way);
    twin_play(gpu, &w, &d, way->in_flight, &s, twin_make_heap, twin_edit_heap);
    munit_assert_uint32(w.most_touching, >, 20);
    for (uint32_t k = EVENT_CONTACT_END; k <= EVENT_SENSOR_ENTER; ++k)
        munit_assert_uint64(w.told[k], >, 0);
}

// proves: 002-01, 002-02, 002-03. The engine's stages in plain C and on the device: red when any per-item function, or
// the order of the stages, gives another bit on one of the two.
static MunitResult heap(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < TWIN_WAYS; ++i)
        heap_on(fixture, &twin_ways[i]);
    return MUNIT_OK;
}

// Each finds pairs in an order of its own.
static MunitResult other_broad_phases(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = TWIN_WAYS; i < TWIN_ALL_WAYS; ++i)
        heap_on(fixture, &twin_ways[i]);
    return MUNIT_OK;
}

// Lists that are too short: who is dropped, and which events wait, is the same too.
static MunitResult short_lists(const MunitParameter params[], void* fixture)
{
    (void)params;
    twin w;
    twin_scene s;
    massa_world_desc d  = twin_desc(&twin_ways[0]);
    d.capacity.pairs    = 96;
    d.capacity.contacts = 24;
    d.capacity.events   = 12;
    twin_play(fixture, &w, &d, 2, &s, twin_make_heap, twin_edit_heap);
    munit_assert_uint32(w.most_touching, >, 24);
    return MUNIT_OK;
}

// ---- Materials, and what a body may be held to ----

static massa_shape_id material(twin_scene* s, massa_shape_kind kind, float restitution, float rolling, float belt)
{
    massa_shape_desc d   = massa_default_shape_desc();
    d.kind               = kind;
    d.box.half           = kind == MASSA_SHAPE_BOX ? twin_vec(0.5f, 0.25f, 0.5f) : d.box.half;
    d.sphere.radius      = 0.25f;
    d.restitution        = restitution;
    d.rolling            = rolling;
    d.surface_velocity.x = belt;
    massa_shape_id id;
    test_try(massa_create_shape(s->world, &d, &id));
    return id;
}

static void make_materials(twin_scene* s)
{
    const massa_shape_id ball   = material(s, MASSA_SHAPE_SPHERE, 0.75f, 0.0f, 0.0f);
    const massa_shape_id roller = material(s, MASSA_SHAPE_SPHERE, 0.0f, 0.02f, 0.0f);
    const massa_shape_id dead   = material(s, MASSA_SHAPE_BOX, 0.0f, 0.0f, 0.0f);
    twin_add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    twin_add(s, MASSA_BODY_STATIC, material(s, MASSA_SHAPE_BOX, 0.0f, 0.0f, 2.0f), 0.0f, 0.25f, 0.0f);
    twin_add(s, MASSA_BODY_DYNAMIC, dead, 0.0f, 0.75f, 0.0f); // on the belt
    for (uint32_t i = 0; i < 6; ++i)                          // a row that hands a blow on
        twin_add(s, MASSA_BODY_DYNAMIC, ball, 4.0f + 0.5f * (float)i + (i == 0 ? -0.75f : 0.0f), 0.25f, 0.0f);
    test_try(massa_body_set_velocity(s->world, s->body[3], twin_vec(4.0f, 0.0f, 0.0f)));
    for (uint32_t i = 0; i < 4; ++i)
    {
        const massa_body_id b = twin_add(s, MASSA_BODY_DYNAMIC, roller, -4.0f, 0.25f, (float)i);
        test_try(massa_body_set_velocity(s->world, b, twin_vec(-(float)i, 0.0f, 0.25f)));
        twin_add(s, MASSA_BODY_DYNAMIC, ball, 2.0f, 1.5f + (float)i, (float)i + 2.0f);
    }
    for (uint32_t i = 0; i < 6; ++i) // held on each axis in turn
    {
        const massa_body_id b = twin_add(s, MASSA_BODY_DYNAMIC, dead, -2.0f, 0.5f + 0.625f * (float)i, -3.0f);
        test_try(massa_body_set_locks(s->world, b, i == 0 ? 8 | 16 | 32 : 1u << i));
        test_try(massa_body_set_angular_velocity(s->world, b, twin_vec(1.0f, 2.0f, 3.0f)));
    }
    const massa_shape_id bead = meeting_sphere(s->world, 0.125f);
    twin_add(s, MASSA_BODY_DYNAMIC, meeting_box(s->world, 1.0f, 0.125f, 1.0f), 8.0f, 0.125f, 3.0f);
    for (uint32_t i = 0; i < 36; ++i) // a tray with more on it than there are colours
        twin_add(s, MASSA_BODY_DYNAMIC, bead, 7.25f + 0.3f * (float)(i % 6), 0.375f, 2.25f + 0.3f * (float)(i / 6));
    massa_body_desc heavy = massa_default_body_desc(); // on top of a light one: the guard of masses
    heavy.shape           = dead;
    heavy.mass            = 1e5f;
    heavy.position        = twin_vec(0.0f, 1.75f, 0.0f);
    test_try(massa_create_body(s->world, &heavy, &s->body[s->bodies++]));
}

static MunitResult materials(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < TWIN_WAYS; ++i)
    {
        twin w;
        twin_scene s;
        massa_world_desc d = twin_desc(&twin_ways[i]);
        d.mass_guard       = i == 0 ? 10.0f : 0.0f;
        twin_play(fixture, &w, &d, twin_ways[i].in_flight, &s, make_materials, NULL);
        munit_assert_uint64(w.told[EVENT_CONTACT_HIT], >, 0);
        munit_assert_uint32(w.most_late_contacts, >, 0);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heap", heap, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/other-broad-phases", other_broad_phases, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/short-lists", short_lists, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/materials", materials, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_twin_suite = { "/rigid-twin", tests, NULL, 1, 0 };
