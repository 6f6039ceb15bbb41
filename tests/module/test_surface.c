// The calls for cages and surfaces: what they refuse, in one sentence each, and that a refusal changes nothing; what a
// world with surfaces says it needs; that one without pays nothing.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "surface_scene.h"

#include <math.h>
#include <string.h>

static massa_world* make(test_gpu* gpu, const surface_scene* s)
{
    const massa_world_desc d = surface_scene_desc(s);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static MunitResult cages_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_vec3 points[SCENE_MAX_POINTS];
    uint32_t count;
    massa_cage *cage = test_sheet_cage(gpu->device, 2, points, &count), *none = cage;
    massa_cage_desc d = massa_default_cage_desc();
    massa_cage_info info;
    massa_cage_edge edge;
    massa_mass mass;
    REFUSED(massa_create_cage(NULL, &d, &none), MASSA_ERROR_NULL, NULL);
    munit_assert_null(none);
    REFUSED(massa_create_cage(gpu->device, &d, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_create_cage(gpu->device, NULL, &none), MASSA_ERROR_NULL, "massa_cage_desc");
    d.cookie = 7;
    REFUSED(massa_create_cage(gpu->device, &d, &none), MASSA_ERROR_COOKIE, "massa_default_cage_desc");
    REFUSED(massa_cage_get_info(NULL, &info), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cage_get_info(cage, NULL), MASSA_ERROR_NULL, "nowhere");
    test_try(massa_cage_get_info(cage, &info));
    munit_assert_uint32(info.points, ==, 9);
    munit_assert_uint32(info.faces, ==, 4);
    munit_assert_false(info.closed);
    REFUSED(massa_cage_get_edge(NULL, 0, &edge), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cage_get_edge(cage, 0, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_cage_get_edge(cage, info.edges, &edge), MASSA_ERROR_RANGE, "no edge");
    for (uint32_t i = 0; i < info.edges; ++i)
    {
        test_try(massa_cage_get_edge(cage, i, &edge));
        munit_assert_uint32(edge.vertex_a, <, info.vertices);
        munit_assert_uint32(edge.vertex_b, <, info.vertices);
        munit_assert_uint32(edge.face, <, info.faces);
    }
    REFUSED(massa_cage_mass(NULL, 1.0f, &mass), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cage_mass(cage, 1000.0f, &mass), MASSA_ERROR_RANGE, "open");
    massa_destroy_cage(cage);
    massa_destroy_cage(NULL);
    return MUNIT_OK;
}

// Red when a world takes a surface that cannot be.
static MunitResult worlds_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene s;
    massa_world* w;
    massa_memory memory;
    surface_scene_create(&s, gpu->device);
    massa_world_desc d            = surface_scene_desc(&s);
    massa_surface_desc* second    = &s.surface[1];
    const massa_surface_desc good = *second;
#define WORLD_REFUSED(code, words)                                                                                     \
    REFUSED(massa_create_world(gpu->device, &d, &w), code, words);                                                     \
    munit_assert_null(w);                                                                                              \
    REFUSED(massa_query_world_memory(gpu->device, &d, &memory), code, words)
    d.surfaces = NULL;
    WORLD_REFUSED(MASSA_ERROR_NULL, "surfaces is null");
    d.surfaces      = s.surface;
    d.surface_count = 1025;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surface_count is 1025");
    d.surface_count    = SCENE_SURFACES;
    d.capacity.queries = 1 << 17;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "capacity.queries");
    d.capacity.queries = 8;
    second->cookie     = 0;
    WORLD_REFUSED(MASSA_ERROR_COOKIE, "surfaces[1]");
    *second      = good;
    second->cage = NULL;
    WORLD_REFUSED(MASSA_ERROR_NULL, "surfaces[1].cage is null");
    *second                 = good;
    second->collision_level = 0;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].collision_level is 0");
    second->collision_level = 17;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].collision_level is 17");
    *second            = good;
    second->draw_level = 65;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].draw_level is 65");
    second->draw_level = 0; // its max_draw_level is 8
    WORLD_REFUSED(MASSA_ERROR_RANGE, "never drawn");
    *second                = good;
    second->max_draw_level = 3;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].max_draw_level is 3");
    second->max_draw_level = 65;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].max_draw_level is 65");
    *second = good;

    // Another device's.
    massa_device* other;
    massa_device_desc desc = wrapper_desc();
    test_try(massa_create_device(&desc, &other));
    massa_vec3 points[SCENE_MAX_POINTS];
    uint32_t count;
    massa_cage* foreign = test_sheet_cage(other, 1, points, &count);
    second->cage        = foreign;
    WORLD_REFUSED(MASSA_ERROR_RANGE, "surfaces[1].cage was made with another");
    massa_destroy_cage(foreign);
    massa_destroy_device(other);
    *second = good;
    test_try(massa_create_world(gpu->device, &d, &w));
    massa_destroy_world(w);
    surface_scene_destroy(&s);
    return MUNIT_OK;
}

// Red when meshes are planned that the device cannot bind. The floor binds 128 MiB: 2^23 vertices.
static MunitResult too_fine_for_the_device(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        CELLS = 24 // 3456 faces, of 8192 triangles each at level 64
    };
    massa_vec3* points = munit_malloc(6 * (CELLS + 1) * (CELLS + 1) * sizeof *points);
    uint32_t count;
    massa_cage* cage       = test_ball_cage(gpu->device, CELLS, points, &count);
    massa_surface_desc s[] = { massa_default_surface_desc(), massa_default_surface_desc() };
    massa_world_desc d     = api_desc(1);
    massa_memory memory;
    s[0].cage = s[1].cage = cage;
    s[1].max_draw_level   = 64;
    d.surfaces            = s;
    d.surface_count       = 2;
    REFUSED(massa_query_world_memory(gpu->device, &d, &memory), MASSA_ERROR_DEVICE_LIMIT, "Surface 1 at draw level 64");
    s[1].max_draw_level = 0;
    test_try(massa_query_world_memory(gpu->device, &d, &memory));
    massa_destroy_cage(cage);
    free(points);
    return MUNIT_OK;
}

static MunitResult surfaces_refuse(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene s;
    surface_scene_create(&s, gpu->device);
    s.surface[SCENE_DIE].draw_level = s.surface[SCENE_DIE].max_draw_level = 0;
    massa_world* w                                                        = make(gpu, &s);
    const uint64_t before                                                 = api_tables(w);
    massa_vec3 p[4]                                                       = { 0 };
    uint8_t level[4]                                                      = { 1, 1, 1, 1 };
    massa_surface_range range;
    massa_view view;
    uint32_t query = 77;
    REFUSED(massa_surface_set_points(NULL, 0, 0, p, 1), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_surface_set_points(w, 3, 0, p, 1), MASSA_ERROR_RANGE, "no surface 3: the world has 3");
    REFUSED(massa_surface_set_points(w, 0, 0, NULL, 1), MASSA_ERROR_NULL, "null");
    REFUSED(massa_surface_set_points(w, SCENE_DIE, 8, p, 1), MASSA_ERROR_RANGE, "has 8");
    REFUSED(massa_surface_set_points(w, SCENE_DIE, 5, p, 4), MASSA_ERROR_RANGE, "has 8");
    REFUSED(massa_surface_set_points(w, SCENE_DIE, 0xFFFFFFFF, p, 2), MASSA_ERROR_RANGE, "has 8");
    p[3].y = NAN;
    REFUSED(massa_surface_set_points(w, SCENE_DIE, 2, p, 4), MASSA_ERROR_RANGE, "Point 5 of surface 2");
    p[3].y = -1.1e4f;
    REFUSED(massa_surface_set_points(w, SCENE_DIE, 2, p, 4), MASSA_ERROR_RANGE, "Point 5 of surface 2");
    REFUSED(massa_surface_refresh(NULL, 0), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_surface_refresh(w, 99), MASSA_ERROR_RANGE, "no surface 99");
    REFUSED(massa_surface_set_draw_level(w, 3, 1), MASSA_ERROR_RANGE, "no surface 3");
    REFUSED(massa_surface_set_draw_level(w, 0, 0), MASSA_ERROR_RANGE, "1 to 8");
    REFUSED(massa_surface_set_draw_level(w, 0, 9), MASSA_ERROR_RANGE, "1 to 8");
    REFUSED(massa_surface_set_draw_level(w, SCENE_DIE, 1), MASSA_ERROR_RANGE, "never drawn");
    REFUSED(massa_surface_set_edge_levels(w, 3, level, 4), MASSA_ERROR_RANGE, "no surface 3");
    REFUSED(massa_surface_set_edge_levels(w, SCENE_DIE, level, 4), MASSA_ERROR_RANGE, "never drawn");
    REFUSED(massa_surface_set_edge_levels(w, 0, NULL, 4), MASSA_ERROR_NULL, "null");
    REFUSED(massa_surface_set_edge_levels(w, 0, level, 4), MASSA_ERROR_RANGE, "4 levels");
    massa_cage_info info;
    test_try(massa_cage_get_info(s.cage[SCENE_SHEET], &info));
    uint8_t* levels = munit_malloc(info.edges);
    memset(levels, 1, info.edges);
    levels[7] = 0;
    REFUSED(massa_surface_set_edge_levels(w, SCENE_SHEET, levels, info.edges), MASSA_ERROR_RANGE,
            "edge 7 of surface 1");
    levels[7] = 9;
    REFUSED(massa_surface_set_edge_levels(w, SCENE_SHEET, levels, info.edges), MASSA_ERROR_RANGE,
            "edge 7 of surface 1");
    free(levels);
    REFUSED(massa_surface_get_range(w, 3, &range), MASSA_ERROR_RANGE, "no surface 3");
    REFUSED(massa_surface_get_range(w, 0, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_world_view(w, MASSA_VIEW_COUNT, &view), MASSA_ERROR_RANGE, "massa_view_kind");

    const massa_vec3 at = { 0.0f, 2.0f, 0.0f }, bad = { 0.0f, NAN, 0.0f }, far = { 2e5f, 0.0f, 0.0f };
    const massa_vec3 down = { 0.0f, -1.0f, 0.0f }, none = { 0.0f, 0.0f, 1e-5f };
    REFUSED(massa_surface_ask_closest(w, 3, at, 1.0f, &query), MASSA_ERROR_RANGE, "no surface 3");
    REFUSED(massa_surface_ask_closest(w, 0, bad, 1.0f, &query), MASSA_ERROR_RANGE, "point.y");
    REFUSED(massa_surface_ask_closest(w, 0, far, 1.0f, &query), MASSA_ERROR_RANGE, "point.x");
    REFUSED(massa_surface_ask_closest(w, 0, at, -1.0f, &query), MASSA_ERROR_RANGE, "reach");
    REFUSED(massa_surface_ask_closest(w, 0, at, 1.0f, NULL), MASSA_ERROR_NULL, "nowhere");
    REFUSED(massa_surface_ask_ray(w, 3, at, down, 1.0f, &query), MASSA_ERROR_RANGE, "no surface 3");
    REFUSED(massa_surface_ask_ray(w, 0, bad, down, 1.0f, &query), MASSA_ERROR_RANGE, "origin.y");
    REFUSED(massa_surface_ask_ray(w, 0, at, bad, 1.0f, &query), MASSA_ERROR_RANGE, "direction.y");
    REFUSED(massa_surface_ask_ray(w, 0, at, none, 1.0f, &query), MASSA_ERROR_RANGE, "direction");
    REFUSED(massa_surface_ask_ray(w, 0, at, down, NAN, &query), MASSA_ERROR_RANGE, "length");
    munit_assert_uint32(query, ==, 0);
    munit_assert_uint64(api_tables(w), ==, before);
    for (uint32_t i = 0; i < 32; ++i)
    {
        test_try(massa_surface_ask_ray(w, 0, at, down, 1.0f, &query));
        munit_assert_uint32(query, ==, i);
    }
    REFUSED(massa_surface_ask_closest(w, 0, at, 1.0f, &query), MASSA_ERROR_EDITS_FULL, "capacity.queries is 32");
    massa_capacity small = surface_scene_desc(&s).capacity;
    small.queries        = 31;
    REFUSED(massa_world_resize(w, &small), MASSA_ERROR_CAPACITY, "32 queries");
    massa_destroy_world(w);
    surface_scene_destroy(&s);
    return MUNIT_OK;
}

// Red when a world without surfaces has views, ranges or memory for them, or one with them needs other bytes than it
// says.
static MunitResult nothing_without_surfaces(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene s;
    surface_scene_create(&s, gpu->device);
    massa_world_desc d = surface_scene_desc(&s);
    massa_memory with, without, asking;
    test_try(massa_query_world_memory(gpu->device, &d, &with));
    d.surface_count = 0;
    test_try(massa_query_world_memory(gpu->device, &d, &asking));
    d.capacity.queries = 0;
    test_try(massa_query_world_memory(gpu->device, &d, &without));
    munit_assert_memory_equal(sizeof without, &without, &asking); // what cannot be asked needs no room
    munit_assert_uint64(with.state, >, without.state);
    munit_assert_uint64(with.scratch, >, without.scratch);
    munit_assert_uint64(with.host, >, without.host);
    massa_world* w;
    massa_view view;
    massa_surface_range range;
    uint32_t query;
    test_try(massa_create_world(gpu->device, &d, &w));
    for (int k = MASSA_VIEW_SURFACE_POINTS; k < MASSA_VIEW_COUNT; ++k)
        REFUSED(massa_world_view(w, (massa_view_kind)k, &view), MASSA_ERROR_RANGE, "surface_count is 0");
    REFUSED(massa_surface_get_range(w, 0, &range), MASSA_ERROR_RANGE, "no surface 0: the world has 0");
    REFUSED(massa_surface_ask_closest(w, 0, (massa_vec3){ 0 }, 1.0f, &query), MASSA_ERROR_RANGE, "no surface 0");
    massa_destroy_world(w);
    surface_scene_destroy(&s);
    return MUNIT_OK;
}

// Red when host or device memory that is missing while a cage or a world is made leads to a crash, a leak (wrapper_end
// counts) or the wrong code.
static MunitResult fail_cleanly(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene s;
    surface_scene_create(&s, gpu->device);
    const massa_world_desc d = surface_scene_desc(&s);
    uint32_t cages = 0, worlds = 0;
    for (uint32_t n = 1;; ++n, ++cages)
    {
        static const uint32_t sizes[] = { 4, 3 }, corners[] = { 0, 1, 2, 3, 1, 4, 2 };
        const massa_vec3 points[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 2, 1, 0 } };
        massa_cage* cage          = NULL;
        massa_cage_desc c         = massa_default_cage_desc();
        c.points = points, c.point_count = 5, c.face_sizes = sizes, c.face_count = 2, c.face_points = corners;
        mas_wrapper.errors = 0;
        wrapper_fail_host(n);
        const massa_result r = massa_create_cage(gpu->device, &c, &cage);
        const bool failed    = mas_wrapper.failed;
        wrapper_fail_host(0);
        massa_destroy_cage(cage);
        if (!failed) break;
        munit_assert_int(r, ==, MASSA_ERROR_HOST_MEMORY);
        munit_assert_null(cage);
        munit_assert_uint32(mas_wrapper.errors, ==, 1);
    }
    munit_assert_uint32(cages, >, 10);
    const uint32_t stride = test_is_lavapipe25() ? 5 : 37; // drivers without a cache take long to make pipelines
    for (uint32_t kind = 0; kind < 2; ++kind)
    {
        worlds = 0;
        for (uint32_t n = 1;; n += n < 8 ? 1 : stride, ++worlds)
        {
            massa_world* w     = NULL;
            mas_wrapper.errors = 0;
            if (kind == 0)
                wrapper_fail_host(n);
            else
                wrapper_fail(NULL, n, VK_ERROR_OUT_OF_DEVICE_MEMORY, true);
            const massa_result r = massa_create_world(gpu->device, &d, &w);
            const bool failed    = mas_wrapper.failed;
            wrapper_fail_host(0);
            wrapper_fail(NULL, 0, VK_SUCCESS, false);
            massa_destroy_world(w);
            if (!failed) break;
            munit_assert_int(r, ==, kind == 0 ? MASSA_ERROR_HOST_MEMORY : MASSA_ERROR_DEVICE_MEMORY);
            munit_assert_null(w);
            munit_assert_uint32(mas_wrapper.errors, ==, 1);
        }
        munit_assert_uint32(worlds, >=, 8); // how many calls there are is the driver's and the layers' affair
    }
    surface_scene_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/cages-refuse", cages_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { "/worlds-refuse", worlds_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { "/too-fine-for-the-device", too_fine_for_the_device, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/surfaces-refuse", surfaces_refuse, api_setup, wrapper_tear_down, 0, NULL },
    { "/fail-cleanly", fail_cleanly, api_setup, wrapper_tear_down, 0, NULL },
    { "/nothing-without-surfaces", nothing_without_surfaces, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_suite = { "/surface", tests, NULL, 1, 0 };
