// On failure outputs are null or zero, as module/docs/embedding.md promises: every call that has one, by every way of
// refusal that a test can take. Red when a refused call leaves what was there, or writes half an answer.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "surface_scene.h"

#include <math.h>
#include <string.h>

static bool all_zero(const void* data, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (((const uint8_t*)data)[i] != 0) return false;
    return true;
}

// The call fails with this code, and what is in out, which holds anything before, is zero behind it.
#define EMPTY(call, code, out)                                                                                         \
    do                                                                                                                 \
    {                                                                                                                  \
        memset(&(out), 0xa5, sizeof(out));                                                                             \
        munit_assert_int((call), ==, (code));                                                                          \
        if (!all_zero(&(out), sizeof(out))) munit_errorf("%s leaves something in its output.", #call);                 \
    } while (0)

static MunitResult devices(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_device* d;
    massa_device_desc desc = massa_default_device_desc();
    massa_device_needs n;
    massa_determinism level;
    massa_memory m;
    massa_world* w;
    massa_world_desc world = api_desc(4);
    EMPTY(massa_create_device(NULL, &d), MASSA_ERROR_NULL, d);
    EMPTY(massa_create_device(&desc, &d), MASSA_ERROR_NULL, d);
    desc.cookie = 0;
    EMPTY(massa_create_device(&desc, &d), MASSA_ERROR_COOKIE, d);
    munit_assert_int(massa_query_device_needs(NULL, NULL, NULL, &n), ==, MASSA_ERROR_NULL);
    munit_assert_false(n.supported); // what it has of answers is that there is none
    munit_assert_uint32(n.queue_family, ==, UINT32_MAX);
    EMPTY(massa_device_poll_probe(NULL, &level), MASSA_ERROR_NULL, level);
    EMPTY(massa_device_poll_probe(gpu->device, &level), MASSA_NOT_READY, level);
    EMPTY(massa_create_world(NULL, &world, &w), MASSA_ERROR_NULL, w);
    EMPTY(massa_create_world(gpu->device, NULL, &w), MASSA_ERROR_NULL, w);
    EMPTY(massa_query_world_memory(NULL, &world, &m), MASSA_ERROR_NULL, m);
    EMPTY(massa_query_world_memory(gpu->device, NULL, &m), MASSA_ERROR_NULL, m);
    world.cookie = 3;
    EMPTY(massa_create_world(gpu->device, &world, &w), MASSA_ERROR_COOKIE, w);
    EMPTY(massa_query_world_memory(gpu->device, &world, &m), MASSA_ERROR_COOKIE, m);
    world          = api_desc(4);
    world.substeps = 0;
    EMPTY(massa_create_world(gpu->device, &world, &w), MASSA_ERROR_RANGE, w);
    EMPTY(massa_query_world_memory(gpu->device, &world, &m), MASSA_ERROR_RANGE, m);
    world                    = api_desc(4);
    world.capacity.colliders = 4;
    world.capacity.pairs     = 1 << 23; // more than the floor's device binds
    EMPTY(massa_create_world(gpu->device, &world, &w), MASSA_ERROR_DEVICE_LIMIT, w);
    EMPTY(massa_query_world_memory(gpu->device, &world, &m), MASSA_ERROR_DEVICE_LIMIT, m);
    return MUNIT_OK;
}

static MunitResult worlds(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    massa_world_desc desc = api_desc(4);
    massa_world* w;
    massa_view view;
    massa_poll_result news;
    massa_snapshot* s;
    uint64_t hash;
    struct
    {
        const void* data;
        size_t size;
    } bytes;
    test_try(massa_create_world(gpu->device, &desc, &w));
    EMPTY(massa_world_view(NULL, MASSA_VIEW_BODY_POSE, &view), MASSA_ERROR_NULL, view);
    EMPTY(massa_world_view(w, MASSA_VIEW_COUNT, &view), MASSA_ERROR_RANGE, view);
    EMPTY(massa_world_view(w, (massa_view_kind)-1, &view), MASSA_ERROR_RANGE, view);
    EMPTY(massa_world_view(w, MASSA_VIEW_DEBUG_LINES, &view), MASSA_ERROR_CAPACITY, view);
    EMPTY(massa_world_view(w, MASSA_VIEW_LIQUID_DENSITY, &view), MASSA_ERROR_CAPACITY, view);
    EMPTY(massa_world_view(w, MASSA_VIEW_SURFACE_POINTS, &view), MASSA_ERROR_RANGE, view);
    EMPTY(massa_world_hash(NULL, &hash), MASSA_ERROR_NULL, hash);
    EMPTY(massa_world_hash(w, &hash), MASSA_NOT_READY, hash);
    EMPTY(massa_world_poll(NULL, 0, &news), MASSA_ERROR_NULL, news);
    EMPTY(massa_world_poll(w, 1, &news), MASSA_ERROR_RANGE, news);
    EMPTY(massa_create_snapshot(NULL, &s), MASSA_ERROR_NULL, s);
    EMPTY(massa_snapshot_bytes(NULL, &bytes.data, &bytes.size), MASSA_ERROR_NULL, bytes);
    test_try(massa_create_snapshot(w, &s));
    EMPTY(massa_snapshot_bytes(s, &bytes.data, &bytes.size), MASSA_ERROR_SNAPSHOT, bytes);
    EMPTY(massa_snapshot_bytes(s, NULL, &bytes.size), MASSA_ERROR_NULL, bytes.size);
    EMPTY(massa_snapshot_bytes(s, &bytes.data, NULL), MASSA_ERROR_NULL, bytes.data);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult bodies_shapes_and_joints(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    massa_world_desc desc   = api_desc(2);
    desc.capacity.shapes    = 1;
    desc.capacity.colliders = 4;
    desc.capacity.joints    = 1;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    massa_body_desc body   = massa_default_body_desc();
    massa_shape_desc shape = massa_default_shape_desc();
    massa_joint_desc joint = massa_default_joint_desc();
    massa_body_id b, keep, none       = { 0 };
    massa_shape_id s, plane, no_shape = { 0 };
    massa_joint_id j, no_joint = { 7 };
    massa_mass mass;
    massa_pose offset;
    uint64_t user;
    EMPTY(massa_create_shape(NULL, &shape, &s), MASSA_ERROR_NULL, s);
    EMPTY(massa_create_shape(w, NULL, &s), MASSA_ERROR_NULL, s);
    test_try(massa_create_shape(w, &shape, &plane));
    EMPTY(massa_create_shape(w, &shape, &s), MASSA_ERROR_CAPACITY, s);
    EMPTY(massa_shape_get_mass(NULL, plane, &mass), MASSA_ERROR_NULL, mass);
    EMPTY(massa_shape_get_mass(w, no_shape, &mass), MASSA_ERROR_STALE_ID, mass);
    EMPTY(massa_shape_get_mass(w, plane, &mass), MASSA_ERROR_RANGE, mass);
    EMPTY(massa_shape_get_user(NULL, plane, &user), MASSA_ERROR_NULL, user);
    EMPTY(massa_shape_get_user(w, no_shape, &user), MASSA_ERROR_STALE_ID, user);

    EMPTY(massa_create_body(NULL, &body, &b), MASSA_ERROR_NULL, b);
    EMPTY(massa_create_body(w, NULL, &b), MASSA_ERROR_NULL, b);
    test_try(massa_create_body(w, &body, &keep));
    test_try(massa_create_body(w, &body, &b));
    EMPTY(massa_create_body(w, &body, &b), MASSA_ERROR_CAPACITY, b);
    body.mass = NAN;
    EMPTY(massa_create_body(w, &body, &b), MASSA_ERROR_RANGE, b);
    EMPTY(massa_body_get_user(NULL, keep, &user), MASSA_ERROR_NULL, user);
    EMPTY(massa_body_get_user(w, none, &user), MASSA_ERROR_STALE_ID, user);
    EMPTY(massa_body_get_shape_offset(NULL, keep, &offset), MASSA_ERROR_NULL, offset);
    EMPTY(massa_body_get_shape_offset(w, none, &offset), MASSA_ERROR_STALE_ID, offset);

    joint.body_a = keep;
    EMPTY(massa_create_joint(NULL, &joint, &j), MASSA_ERROR_NULL, j);
    EMPTY(massa_create_joint(w, NULL, &j), MASSA_ERROR_NULL, j);
    test_try(massa_create_joint(w, &joint, &j));
    EMPTY(massa_create_joint(w, &joint, &j), MASSA_ERROR_CAPACITY, j);
    EMPTY(massa_joint_get_user(NULL, no_joint, &user), MASSA_ERROR_NULL, user);
    EMPTY(massa_joint_get_user(w, no_joint, &user), MASSA_ERROR_STALE_ID, user);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult particles(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                = fixture;
    massa_world_desc desc        = api_desc(2);
    desc.capacity.particle_edits = 16;
    desc.capacity.particles      = 8;
    massa_world* w;
    massa_grains_desc grains   = massa_default_grains_desc();
    massa_liquid_desc liquid   = massa_default_liquid_desc();
    massa_emitter_desc emitter = massa_default_emitter_desc();
    massa_grains_id g, no_grains   = { 0 };
    massa_liquid_id l, no_liquid   = { 0 };
    massa_emitter_id e, no_emitter = { 0 };
    massa_particle drop[8]  = { 0 };
    massa_particle_id id[8] = { 0 };
    uint64_t many;
    uint32_t few;
    test_try(massa_create_world(gpu->device, &desc, &w));
    EMPTY(massa_create_grains(NULL, &grains, &g), MASSA_ERROR_NULL, g);
    EMPTY(massa_create_grains(w, NULL, &g), MASSA_ERROR_NULL, g);
    EMPTY(massa_create_liquid(w, &liquid, &l), MASSA_ERROR_CAPACITY, l);
    EMPTY(massa_grains_add(w, no_grains, drop, 8, id), MASSA_ERROR_STALE_ID, id);
    test_try(massa_create_grains(w, &grains, &g));
    EMPTY(massa_grains_add(w, g, NULL, 8, id), MASSA_ERROR_NULL, id);
    drop[7].position.x = NAN;
    EMPTY(massa_grains_add(w, g, drop, 8, id), MASSA_ERROR_RANGE, id);
    drop[7].position.x = 0.0f;
    test_try(massa_grains_add(w, g, drop, 8, id));
    EMPTY(massa_grains_add(w, g, drop, 8, id), MASSA_ERROR_CAPACITY, id);
    massa_destroy_world(w);

    desc.capacity.particles = 0;
    desc.capacity.liquid    = 8;
    desc.capacity.shapes    = 1;
    desc.capacity.colliders = 1;
    massa_shape_desc shape  = massa_default_shape_desc();
    massa_shape_id plane, no_shape = { 0 };
    const massa_vec3 o    = { 0 };
    const massa_quat turn = { 0.0f, 0.0f, 0.0f, 1.0f };
    test_try(massa_create_world(gpu->device, &desc, &w));
    test_try(massa_create_shape(w, &shape, &plane));
    EMPTY(massa_create_liquid(NULL, &liquid, &l), MASSA_ERROR_NULL, l);
    EMPTY(massa_create_liquid(w, NULL, &l), MASSA_ERROR_NULL, l);
    EMPTY(massa_liquid_get_user(NULL, no_liquid, &many), MASSA_ERROR_NULL, many);
    EMPTY(massa_liquid_get_user(w, no_liquid, &many), MASSA_ERROR_STALE_ID, many);
    EMPTY(massa_liquid_get_colour(NULL, no_liquid, &few), MASSA_ERROR_NULL, few);
    EMPTY(massa_liquid_get_colour(w, no_liquid, &few), MASSA_ERROR_STALE_ID, few);
    EMPTY(massa_create_emitter(NULL, &emitter, &e), MASSA_ERROR_NULL, e);
    EMPTY(massa_create_emitter(w, &emitter, &e), MASSA_ERROR_STALE_ID, e);
    EMPTY(massa_emitter_get_sent(NULL, no_emitter, &many), MASSA_ERROR_NULL, many);
    EMPTY(massa_emitter_get_sent(w, no_emitter, &many), MASSA_ERROR_STALE_ID, many);
    test_try(massa_create_liquid(w, &liquid, &l));
    EMPTY(massa_liquid_fill(NULL, l, plane, o, turn, o, &few), MASSA_ERROR_NULL, few);
    EMPTY(massa_liquid_fill(w, l, no_shape, o, turn, o, &few), MASSA_ERROR_STALE_ID, few);
    EMPTY(massa_liquid_fill(w, l, plane, o, turn, o, &few), MASSA_ERROR_RANGE, few);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult surfaces(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    massa_world* w;
    massa_cage* cage;
    massa_cage_info info;
    massa_cage_edge edge;
    massa_mass mass;
    massa_surface_range range;
    massa_cage_desc bad = massa_default_cage_desc();
    uint32_t query;
    const massa_vec3 o = { 0 }, up = { 0.0f, 1.0f, 0.0f };
    surface_scene_create(&scene, gpu->device);
    massa_world_desc desc = surface_scene_desc(&scene);
    desc.capacity.queries = 1;
    test_try(massa_create_world(gpu->device, &desc, &w));
    EMPTY(massa_create_cage(NULL, &bad, &cage), MASSA_ERROR_NULL, cage);
    EMPTY(massa_create_cage(gpu->device, NULL, &cage), MASSA_ERROR_NULL, cage);
    EMPTY(massa_create_cage(gpu->device, &bad, &cage), MASSA_ERROR_NULL, cage);
    bad.cookie = 1;
    EMPTY(massa_create_cage(gpu->device, &bad, &cage), MASSA_ERROR_COOKIE, cage);
    EMPTY(massa_cage_get_info(NULL, &info), MASSA_ERROR_NULL, info);
    EMPTY(massa_cage_get_edge(NULL, 0, &edge), MASSA_ERROR_NULL, edge);
    EMPTY(massa_cage_get_edge(scene.cage[0], UINT32_MAX, &edge), MASSA_ERROR_RANGE, edge);
    EMPTY(massa_cage_mass(NULL, 1.0f, &mass), MASSA_ERROR_NULL, mass);
    EMPTY(massa_cage_mass(scene.cage[SCENE_BALL], -1.0f, &mass), MASSA_ERROR_RANGE, mass);
    EMPTY(massa_cage_mass(scene.cage[SCENE_SHEET], 1.0f, &mass), MASSA_ERROR_RANGE, mass); // open
    EMPTY(massa_surface_get_range(NULL, 0, &range), MASSA_ERROR_NULL, range);
    EMPTY(massa_surface_get_range(w, SCENE_SURFACES, &range), MASSA_ERROR_RANGE, range);
    EMPTY(massa_surface_ask_closest(NULL, 0, o, 1.0f, &query), MASSA_ERROR_NULL, query);
    EMPTY(massa_surface_ask_closest(w, SCENE_SURFACES, o, 1.0f, &query), MASSA_ERROR_RANGE, query);
    EMPTY(massa_surface_ask_closest(w, 0, o, -1.0f, &query), MASSA_ERROR_RANGE, query);
    EMPTY(massa_surface_ask_ray(NULL, 0, o, up, 1.0f, &query), MASSA_ERROR_NULL, query);
    EMPTY(massa_surface_ask_ray(w, 0, o, o, 1.0f, &query), MASSA_ERROR_RANGE, query);
    test_try(massa_surface_ask_closest(w, 0, o, 1.0f, &query));
    EMPTY(massa_surface_ask_closest(w, 0, o, 1.0f, &query), MASSA_ERROR_EDITS_FULL, query);
    EMPTY(massa_surface_ask_ray(w, 0, o, up, 1.0f, &query), MASSA_ERROR_EDITS_FULL, query);
    massa_destroy_world(w);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/devices", devices, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/worlds", worlds, api_setup, wrapper_tear_down, 0, NULL },
    { "/bodies-shapes-and-joints", bodies_shapes_and_joints, api_setup, wrapper_tear_down, 0, NULL },
    { "/particles", particles, api_setup, wrapper_tear_down, 0, NULL },
    { "/surfaces", surfaces, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_outputs_suite = { "/outputs", tests, NULL, 1, 0 };
