// What a host draws of surfaces is what the step wrote: meshes of any levels are closed and have the counts that were
// promised, points of the step before are kept, and points that a shader of the host's wrote count as if they were set.
#include "api.h"
#include "module/world.h"
#include "surface_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct seen
{
    test_gpu* gpu;
    surface_scene scene;
    massa_world* w;
} seen;

static seen begin(test_gpu* gpu)
{
    seen s = { .gpu = gpu };
    surface_scene_create(&s.scene, gpu->device);
    const massa_world_desc d = surface_scene_desc(&s.scene);
    test_try(massa_create_world(gpu->device, &d, &s.w));
    return s;
}

static void end(seen* s)
{
    massa_destroy_world(s->w);
    surface_scene_destroy(&s->scene);
}

// Directed edges of triangles, sorted.
static int by_number(const void* a, const void* b)
{
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

// Each directed edge is there once; of a closed cage so is its way back. Vertices lie on the surface. Returns
// triangles.
static uint32_t expect_mesh(const seen* s, uint32_t surface, bool closed)
{
    VkDrawIndexedIndirectCommand draw;
    massa_surface_range range;
    massa_view positions, draws;
    test_try(massa_surface_get_range(s->w, surface, &range));
    test_try(massa_world_view(s->w, MASSA_VIEW_SURFACE_POSITIONS, &positions));
    test_try(massa_world_view(s->w, MASSA_VIEW_SURFACE_DRAWS, &draws));
    munit_assert_uint64(range.draw_indirect, ==, draws.offset + surface * sizeof draw);
    surface_read(s->gpu, s->w, MASSA_VIEW_SURFACE_DRAWS, surface, 1, &draw);
    munit_assert_uint32(draw.indexCount % 3, ==, 0);
    munit_assert_uint32(draw.instanceCount, ==, 1);
    munit_assert_int32(draw.vertexOffset, ==, 0);
    munit_assert_uint32(draw.indexCount, <=, 3 * range.draw_triangles);
    uint32_t* index    = munit_malloc(draw.indexCount * sizeof *index);
    uint64_t* edge     = munit_malloc(draw.indexCount * sizeof *edge);
    mas_vec4* position = munit_malloc(positions.count * sizeof *position);
    mas_vec4* normal   = munit_malloc(positions.count * sizeof *normal);
    surface_read(s->gpu, s->w, MASSA_VIEW_SURFACE_INDICES, draw.firstIndex, draw.indexCount, index);
    surface_read(s->gpu, s->w, MASSA_VIEW_SURFACE_POSITIONS, 0, positions.count, position);
    surface_read(s->gpu, s->w, MASSA_VIEW_SURFACE_NORMALS, 0, positions.count, normal);
    for (uint32_t i = 0; i < draw.indexCount; ++i)
    {
        const uint32_t a = index[i], b = index[i % 3 == 2 ? i - 2 : i + 1];
        munit_assert_uint32(a, <, positions.count);
        const mas_vec4 n = normal[a];
        munit_assert_double(fabs((double)n.x * n.x + (double)n.y * n.y + (double)n.z * n.z - 1.0), <, 1e-5);
        munit_assert_float(fabsf(position[a].x), <, 8.0f); // of the scene at rest
        edge[i] = (uint64_t)a << 32 | b;
    }
    qsort(edge, draw.indexCount, sizeof *edge, by_number);
    uint32_t alone = 0;
    for (uint32_t i = 0; i < draw.indexCount; ++i)
    {
        const uint64_t back = edge[i] << 32 | edge[i] >> 32;
        if (i > 0) munit_assert_uint64(edge[i], !=, edge[i - 1]);
        alone += bsearch(&back, edge, draw.indexCount, sizeof *edge, by_number) == NULL;
    }
    munit_assert_true(closed ? alone == 0 : alone > 0);
    free(index), free(edge), free(position), free(normal);
    return draw.indexCount / 3;
}

// Red when a draw level does not arrive, disturbs another surface's mesh, or has another number of triangles than it
// says.
static MunitResult any_level_is_closed(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen s = begin(fixture);
    for (uint32_t level = 1; level <= 8; ++level)
    {
        for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
            test_try(massa_surface_set_draw_level(s.w, i, 1 + (level + 3 * i) % 8));
        api_step(s.gpu, s.w);
        for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
        {
            massa_surface_range range;
            test_try(massa_surface_get_range(s.w, i, &range));
            munit_assert_uint32(expect_mesh(&s, i, i != SCENE_SHEET), ==, range.draw_triangles);
        }
    }
    end(&s);
    return MUNIT_OK;
}

static MunitResult edges_of_any_level(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen s        = begin(fixture);
    uint64_t seed = 3;
    for (uint32_t round = 0; round < 6; ++round)
    {
        uint32_t before[SCENE_SURFACES];
        for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
        {
            massa_cage_info info;
            test_try(massa_cage_get_info(s.scene.cage[i], &info));
            uint8_t* level = munit_malloc(info.edges);
            for (uint32_t k = 0; k < info.edges; ++k)
            {
                massa_cage_edge e;
                test_try(massa_cage_get_edge(s.scene.cage[i], k, &e));
                level[k] = (uint8_t)(1 + test_random(&seed) % ((8 + (1u << e.depth) - 1) >> e.depth));
            }
            if (round % 3 != i) test_try(massa_surface_set_edge_levels(s.w, i, level, info.edges));
            free(level);
        }
        api_step(s.gpu, s.w);
        for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
            before[i] = expect_mesh(&s, i, i != SCENE_SHEET);
        // A resize forgets nothing.
        massa_capacity c = surface_scene_desc(&s.scene).capacity;
        c.bodies         = 5 + round;
        test_try(massa_world_resize(s.w, &c));
        api_step(s.gpu, s.w);
        for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
            munit_assert_uint32(expect_mesh(&s, i, i != SCENE_SHEET), ==, before[i]);
    }
    for (uint32_t i = 0; i < SCENE_SURFACES; ++i) // and back
        test_try(massa_surface_set_draw_level(s.w, i, 8));
    api_step(s.gpu, s.w);
    massa_surface_range range;
    test_try(massa_surface_get_range(s.w, SCENE_SHEET, &range));
    munit_assert_uint32(expect_mesh(&s, SCENE_SHEET, false), ==, range.draw_triangles);
    munit_assert_uint32(range.draw_triangles, ==, 2 * 8 * 8 * SCENE_SHEET_CELLS * SCENE_SHEET_CELLS);
    end(&s);
    return MUNIT_OK;
}

// A sheet that is lifted: the very buffer that the host binds shows it after the step, every vertex of it.
static MunitResult drawn_is_simulated(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen s = begin(fixture);
    massa_view view, now;
    api_step(s.gpu, s.w);
    test_try(massa_world_view(s.w, MASSA_VIEW_SURFACE_POSITIONS, &view));
    for (uint32_t n = 1; n <= 5; ++n)
    {
        massa_vec3 p[SCENE_MAX_POINTS];
        massa_surface_range range;
        const uint32_t count = s.scene.points[SCENE_SHEET];
        for (uint32_t i = 0; i < count; ++i)
        {
            p[i]   = s.scene.rest[SCENE_SHEET][i];
            p[i].y = 0.5f * (float)n;
        }
        test_try(massa_surface_set_points(s.w, SCENE_SHEET, 0, p, count));
        api_step(s.gpu, s.w);
        test_try(massa_world_view(s.w, MASSA_VIEW_SURFACE_POSITIONS, &now));
        munit_assert_memory_equal(sizeof now, &now, &view);
        test_try(massa_surface_get_range(s.w, SCENE_SHEET, &range));
        for (int k = 0; k < 2; ++k) // for drawing, and for collision
        {
            VkDrawIndexedIndirectCommand draw = { .indexCount = 3 * range.collision_triangles,
                                                  .firstIndex = 3 * range.first_collision_triangle };
            if (k == 0) surface_read(s.gpu, s.w, MASSA_VIEW_SURFACE_DRAWS, SCENE_SHEET, 1, &draw);
            uint32_t* index = munit_malloc(draw.indexCount * sizeof *index);
            surface_read(s.gpu, s.w, k == 0 ? MASSA_VIEW_SURFACE_INDICES : MASSA_VIEW_SURFACE_COLLISION_INDICES,
                         draw.firstIndex, draw.indexCount, index);
            massa_view all;
            const massa_view_kind kind = k == 0 ? MASSA_VIEW_SURFACE_POSITIONS : MASSA_VIEW_SURFACE_COLLISION_POSITIONS;
            test_try(massa_world_view(s.w, kind, &all));
            mas_vec4* position = munit_malloc(all.count * sizeof *position);
            surface_read(s.gpu, s.w, kind, 0, all.count, position);
            for (uint32_t i = 0; i < draw.indexCount; ++i)
                munit_assert_double_equal(position[index[i]].y, 0.5 * n, 5);
            free(index), free(position);
        }
    }
    end(&s);
    return MUNIT_OK;
}

static void expect_points(const seen* s, massa_view_kind kind, uint32_t surface, const massa_vec3* due)
{
    mas_vec4 has[SCENE_MAX_POINTS];
    massa_surface_range range;
    test_try(massa_surface_get_range(s->w, surface, &range));
    surface_read(s->gpu, s->w, kind, range.first_point, range.cage_points, has);
    for (uint32_t i = 0; i < range.cage_points; ++i)
    {
        const mas_vec4 want = { due[i].x, due[i].y, due[i].z, 0.0f };
        munit_assert_memory_equal(sizeof want, &has[i], &want);
    }
}

// Red when a surface that stops goes on moving, or one that begins to move has always been there.
static MunitResult previous_points(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen s                = begin(fixture);
    const massa_vec3* old = s.scene.rest[SCENE_DIE];
    massa_vec3 now[8], twice[8];
    for (uint32_t i = 0; i < 8; ++i)
    {
        now[i]   = (massa_vec3){ old[i].x + 1.0f, old[i].y, old[i].z };
        twice[i] = (massa_vec3){ old[i].x + 3.0f, old[i].y, old[i].z };
    }
    const massa_vec3* const way[] = { old, now, twice, twice, old, old }; // after each step
    for (uint32_t n = 0; n < MAS_COUNT(way); ++n)
    {
        if (n > 0 && way[n] != way[n - 1]) test_try(massa_surface_set_points(s.w, SCENE_DIE, 0, way[n], 8));
        api_step(s.gpu, s.w);
        expect_points(&s, MASSA_VIEW_SURFACE_POINTS, SCENE_DIE, way[n]);
        expect_points(&s, MASSA_VIEW_SURFACE_PREVIOUS_POINTS, SCENE_DIE, n == 0 ? old : way[n - 1]);
    }
    end(&s);
    return MUNIT_OK;
}

// The host writes the buffer itself, in the command buffer of the step and with no barrier but the step's own. The
// state is that of a world whose points were set, and numbers that are no place are left out.
static MunitResult written_by_the_host(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen s = begin(fixture), set = begin(fixture);
    const massa_vec3* old = s.scene.rest[SCENE_DIE];
    massa_vec3 last[8];
    memcpy(last, old, sizeof last);
    for (uint32_t n = 0; n < 6; ++n)
    {
        massa_surface_range range;
        massa_view view;
        massa_vec3 due[8];
        mas_vec4 given[8];
        const bool moves = n != 3;
        for (uint32_t i = 0; i < 8; ++i)
        {
            due[i]   = (massa_vec3){ old[i].x, old[i].y + 0.25f * (float)n, old[i].z };
            given[i] = (mas_vec4){ due[i].x, due[i].y, due[i].z, 7.0f };
        }
        given[2].y = NAN, given[5].x = INFINITY, given[6].z = 1.5e4f;
        due[2] = last[2], due[5] = last[5], due[6] = last[6];
        test_try(massa_surface_get_range(s.w, SCENE_DIE, &range));
        test_try(massa_world_view(s.w, MASSA_VIEW_SURFACE_POINTS, &view));
        VkCommandBuffer cmd  = platform_begin(&s.gpu->host);
        massa_step_desc step = massa_default_step_desc();
        massa_poll_result news;
        step.hash = true;
        if (moves && n > 0)
        {
            vkCmdUpdateBuffer(cmd, view.buffer, view.offset + range.first_point * sizeof(mas_vec4), sizeof given,
                              given);
            test_try(massa_surface_refresh(s.w, SCENE_DIE));
            test_try(massa_surface_set_points(set.w, SCENE_DIE, 0, due, 8));
        }
        test_try(massa_cmd_step(s.w, cmd, &step));
        munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
        test_try(massa_world_poll(s.w, massa_world_last_step(s.w), &news));
        munit_assert_uint64(news.hash, ==, api_step(s.gpu, set.w));
        for (massa_view_kind k = MASSA_VIEW_SURFACE_POINTS; k <= MASSA_VIEW_SURFACE_PREVIOUS_POINTS; ++k)
        {
            mas_vec4 *a = munit_malloc(view.size), *b = munit_malloc(view.size);
            surface_read(s.gpu, s.w, k, 0, view.count, a);
            surface_read(s.gpu, set.w, k, 0, view.count, b);
            munit_assert_memory_equal(view.size, a, b);
            free(a), free(b);
        }
        if (moves && n > 0) memcpy(last, due, sizeof last);
    }
    end(&s);
    end(&set);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/any-level-is-closed", any_level_is_closed, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/edges-of-any-level", edges_of_any_level, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/drawn-is-simulated", drawn_is_simulated, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/previous-points", previous_points, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/written-by-the-host", written_by_the_host, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_seen_suite = { "/surface_seen", tests, NULL, 1, 0 };
