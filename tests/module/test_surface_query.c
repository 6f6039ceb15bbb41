// Queries through the API: places that geometry knows, velocities of what moves, and answers in their order whatever is
// in flight. The kernels' own tests are those of tests/subdivision/test_query.c.
#include "host.h"
#include "module/world.h"
#include "surface_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct due // what a query was about
{
    uint64_t step;
    uint32_t query, surface;
    bool reaches;
} due;

typedef struct asked // at most 32 a step
{
    surface_scene scene;
    due of[256];
    uint32_t of_count;
    massa_surface_hit hit[4096];
    uint32_t count;
} asked;

static void keep(test_world* t, const massa_poll_result* news)
{
    asked* a = t->user;
    munit_assert_uint32(a->count + news->hit_count, <=, MAS_COUNT(a->hit));
    memcpy(a->hit + a->count, news->hits, news->hit_count * sizeof *news->hits);
    a->count += news->hit_count;
}

static void begin(test_world* t, test_gpu* gpu, asked* a, uint32_t per_command, uint32_t in_flight)
{
    memset(a, 0, sizeof *a);
    surface_scene_create(&a->scene, gpu->device);
    test_world_create(t, gpu, surface_scene_desc(&a->scene), per_command, in_flight);
    t->user  = a;
    t->heard = keep;
}

static void end(test_world* t)
{
    asked* a = t->user;
    test_world_destroy(t);
    surface_scene_destroy(&a->scene);
}

static void expect_place(massa_vec3 has, double x, double y, double z, double within)
{
    munit_assert_double(fabs((double)has.x - x), <, within);
    munit_assert_double(fabs((double)has.y - y), <, within);
    munit_assert_double(fabs((double)has.z - z), <, within);
}

// The sheet is flat, from 0 to 5: closest places are feet of perpendiculars, or on the rim; rays go straight down.
static MunitResult on_a_sheet(const MunitParameter params[], void* fixture)
{
    (void)params;
    static asked a;
    test_world t;
    begin(&t, fixture, &a, 1, 1);
    const massa_vec3 down = { 0.0f, -2.0f, 0.0f };
    for (uint32_t n = 0; n < 8; ++n)
    {
        const float x = -1.0f + (float)n * 0.97f, z = 0.3f + 0.55f * (float)n;
        uint32_t closest, near, ray;
        test_try(massa_surface_ask_closest(t.world, SCENE_SHEET, (massa_vec3){ x, 1.5f, z }, 9.0f, &closest));
        test_try(massa_surface_ask_closest(t.world, SCENE_SHEET, (massa_vec3){ x, 1.5f, z }, 1.0f, &near));
        test_try(massa_surface_ask_ray(t.world, SCENE_SHEET, (massa_vec3){ x, 1.5f, z }, down, 9.0f, &ray));
        test_world_run(&t, 1);
        munit_assert_uint32(a.count, ==, 3 * n + 3);
        const massa_surface_hit *c = &a.hit[3 * n + closest], *o = &a.hit[3 * n + near], *r = &a.hit[3 * n + ray];
        const double u = x < 0.0f ? 0.0 : x > 5.0f ? 5.0 : (double)x, away = (double)x - u;
        munit_assert_true(c->hit && !c->stopped);
        expect_place(c->position, u, 0.0, z, 1e-4);
        expect_place(c->normal, 0.0, 1.0, 0.0, 1e-5);
        expect_place(c->velocity, 0.0, 0.0, 0.0, 1e-6);
        munit_assert_double(fabs((double)c->distance - sqrt(2.25 + away * away)), <, 1e-4);
        munit_assert_uint32(c->surface, ==, SCENE_SHEET);
        const uint32_t i = u == 5.0 ? 4 : (uint32_t)u, j = (uint32_t)z;
        munit_assert_uint32(c->face, ==, j * SCENE_SHEET_CELLS + i);
        munit_assert_false(o->hit);
        munit_assert_float(o->distance, ==, 0.0f);
        munit_assert_int(r->hit, ==, x >= 0.0f && x <= 5.0f);
        if (!r->hit) continue;
        expect_place(r->position, x, 0.0, z, 1e-4);
        munit_assert_double(fabs((double)r->distance - 1.5), <, 1e-4);
        munit_assert_uint32(r->face, ==, c->face);
        massa_surface_range range;
        test_try(massa_surface_get_range(t.world, SCENE_SHEET, &range));
        munit_assert_uint32(r->patch - range.first_patch, <, range.patch_count);
        munit_assert_true(r->u >= 0.0f && r->u <= 1.0f && r->v >= 0.0f && r->v <= 1.0f);
    }
    end(&t);
    return MUNIT_OK;
}

// A ball from all sides: whatever is closest is not farther than any vertex that is drawn, looks at who asks, and a ray
// to the middle finds the same neighbourhood.
static MunitResult around_a_ball(const MunitParameter params[], void* fixture)
{
    (void)params;
    static asked a;
    test_world t;
    enum
    {
        RAYS = 16
    };
    massa_vec3 from[RAYS];
    uint64_t seed = 9;
    begin(&t, fixture, &a, 1, 1);
    test_try(massa_surface_set_draw_level(t.world, SCENE_BALL, 8));
    for (uint32_t i = 0; i < RAYS; ++i)
    {
        uint32_t query;
        float x[3], length = 0.0f;
        for (int k = 0; k < 3; ++k)
            x[k] = (float)(test_random(&seed) % 2001) * 1e-3f - 1.0f, length += x[k] * x[k];
        for (int k = 0; k < 3; ++k)
            x[k] *= 3.0f / sqrtf(length);
        from[i] = (massa_vec3){ x[0], x[1], x[2] };
        test_try(massa_surface_ask_closest(t.world, SCENE_BALL, from[i], 10.0f, &query));
        test_try(
            massa_surface_ask_ray(t.world, SCENE_BALL, from[i], (massa_vec3){ -x[0], -x[1], -x[2] }, 10.0f, &query));
        munit_assert_uint32(query, ==, 2 * i + 1);
    }
    test_world_run(&t, 1);
    munit_assert_uint32(a.count, ==, 2 * RAYS);
    massa_view view;
    VkDrawIndexedIndirectCommand draw;
    test_try(massa_world_view(t.world, MASSA_VIEW_SURFACE_POSITIONS, &view));
    surface_read(t.gpu, t.world, MASSA_VIEW_SURFACE_DRAWS, SCENE_BALL, 1, &draw);
    mas_vec4* position = munit_malloc(view.count * sizeof *position);
    uint32_t* index    = munit_malloc(draw.indexCount * sizeof *index);
    surface_read(t.gpu, t.world, MASSA_VIEW_SURFACE_POSITIONS, 0, view.count, position);
    surface_read(t.gpu, t.world, MASSA_VIEW_SURFACE_INDICES, draw.firstIndex, draw.indexCount, index);
    for (uint32_t i = 0; i < RAYS; ++i)
    {
        const massa_surface_hit *c = &a.hit[2 * i], *r = &a.hit[2 * i + 1];
        munit_assert_true(c->hit && r->hit && !c->stopped);
        double least = 1e9;
        for (uint32_t k = 0; k < draw.indexCount; ++k)
        {
            const mas_vec4 p = position[index[k]];
            const double x = (double)p.x - from[i].x, y = (double)p.y - from[i].y, z = (double)p.z - from[i].z;
            least = fmin(least, sqrt(x * x + y * y + z * z));
        }
        munit_assert_double(c->distance, <, least + 1e-5);
        munit_assert_double(c->distance, >, least - 0.01); // vertices are about 0.1 m apart
        const double x = (double)from[i].x - c->position.x, y = (double)from[i].y - c->position.y,
                     z = (double)from[i].z - c->position.z;
        munit_assert_double(x * c->normal.x + y * c->normal.y + z * c->normal.z, >, 0.9999 * c->distance);
        munit_assert_double(r->distance, >, c->distance - 1e-5);
        munit_assert_double(r->distance, <, c->distance + 0.05);
        expect_place(r->position, from[i].x * (1.0 - r->distance / 3.0), from[i].y * (1.0 - r->distance / 3.0),
                     from[i].z * (1.0 - r->distance / 3.0), 1e-4);
    }
    free(position), free(index);
    end(&t);
    return MUNIT_OK;
}

// The sheet rises by 1/64 m a step, rests, and falls.
static float height(uint64_t step)
{
    const float n = (float)step;
    return step <= 8 ? n / 64.0f : step <= 12 ? 8.0f / 64.0f : (20.0f - n) / 64.0f;
}

static void rise(test_world* t, uint64_t step)
{
    const asked* a = t->user;
    massa_vec3 p[SCENE_MAX_POINTS];
    uint32_t query;
    for (uint32_t i = 0; i < a->scene.points[SCENE_SHEET]; ++i)
    {
        p[i]   = a->scene.rest[SCENE_SHEET][i];
        p[i].y = height(step);
    }
    if (step == 1 || height(step) != height(step - 1))
        test_try(massa_surface_set_points(t->world, SCENE_SHEET, 0, p, a->scene.points[SCENE_SHEET]));
    for (uint64_t k = 0; k < step % 4; ++k) // as many as the step says
        test_try(massa_surface_ask_closest(t->world, SCENE_SHEET, (massa_vec3){ 2.5f, 1.0f, 2.5f }, 4.0f, &query));
}

static MunitResult of_what_moves(const MunitParameter params[], void* fixture)
{
    (void)params;
    static asked a;
    const uint32_t way[][2] = { { 1, 1 }, { 1, 3 }, { 3, 2 } };
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
    {
        test_world t;
        begin(&t, fixture, &a, way[i][0], way[i][1]);
        t.edit    = rise;
        t.step.dt = 1.0f / 64.0f;
        test_world_run(&t, 20);
        uint32_t n = 0;
        for (uint64_t step = 1; step <= 20; ++step)
            for (uint32_t k = 0; k < step % 4; ++k, ++n)
            {
                const massa_surface_hit* h = &a.hit[n];
                munit_assert_true(h->hit);
                munit_assert_uint64(h->step, ==, step);
                munit_assert_uint32(h->query, ==, k);
                expect_place(h->position, 2.5, height(step), 2.5, 1e-4);
                const double speed = step == 1 ? 0.0 : ((double)height(step) - height(step - 1)) * 64.0;
                expect_place(h->velocity, 0.0, speed, 0.0, 1e-4);
            }
        munit_assert_uint32(a.count, ==, n);
        end(&t);
    }
    return MUNIT_OK;
}

// All surfaces in turns, another one first in each step, another number of queries in each; every third query stops
// short of its surface.
static void ask_all(test_world* t, uint64_t step)
{
    asked* a = t->user;
    for (uint32_t k = 0; k < 3 + step % 4; ++k)
    {
        due* d = &a->of[a->of_count++];
        munit_assert_uint32(a->of_count, <=, MAS_COUNT(a->of));
        d->step               = step;
        d->surface            = (uint32_t)(step + k * (1 + step % 2)) % SCENE_SURFACES;
        d->reaches            = (step + k) % 3 != 0;
        const massa_vec3 from = { 0.25f, 8.0f, 0.25f };
        const float reach     = d->reaches ? 20.0f : 1.0f;
        if (k % 2 == 0)
            test_try(massa_surface_ask_closest(t->world, d->surface, from, reach, &d->query));
        else
            test_try(
                massa_surface_ask_ray(t->world, d->surface, from, (massa_vec3){ 0.0f, -1.0f, 0.0f }, reach, &d->query));
    }
}

// Red when a hit, or the answer that there is none, names another surface than the one that was asked.
static MunitResult of_the_surface_asked(const MunitParameter params[], void* fixture)
{
    (void)params;
    static asked a;
    const uint32_t way[][2] = { { 1, 1 }, { 3, 2 } };
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
    {
        test_world t;
        begin(&t, fixture, &a, way[i][0], way[i][1]);
        t.edit = ask_all;
        test_world_run(&t, 12);
        munit_assert_uint32(a.count, ==, a.of_count);
        for (uint32_t n = 0; n < a.count; ++n)
        {
            const massa_surface_hit* h = &a.hit[n];
            massa_surface_range range;
            munit_assert_uint64(h->step, ==, a.of[n].step);
            munit_assert_uint32(h->query, ==, a.of[n].query);
            munit_assert_uint32(h->surface, ==, a.of[n].surface);
            munit_assert(h->hit == a.of[n].reaches);
            if (!h->hit) continue;
            test_try(massa_surface_get_range(t.world, h->surface, &range));
            munit_assert_uint32(h->patch - range.first_patch, <, range.patch_count);
        }
        end(&t);
    }
    return MUNIT_OK;
}

// Red when queries that wait for the next step are lost or changed by a resize.
static MunitResult over_a_resize(const MunitParameter params[], void* fixture)
{
    (void)params;
    static asked a;
    test_world t;
    begin(&t, fixture, &a, 1, 1);
    massa_capacity c = surface_scene_desc(&a.scene).capacity;
    for (uint32_t n = 0; n < 3; ++n)
    {
        ask_all(&t, n + 1);
        c.queries = n % 2 == 0 ? 64 : 32;
        test_try(massa_world_resize(t.world, &c));
        test_world_run(&t, 1);
        munit_assert_uint32(a.count, ==, a.of_count);
    }
    for (uint32_t n = 0; n < a.count; ++n)
    {
        munit_assert_uint64(a.hit[n].step, ==, a.of[n].step);
        munit_assert_uint32(a.hit[n].surface, ==, a.of[n].surface);
        munit_assert(a.hit[n].hit == a.of[n].reaches);
    }
    end(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/on-a-sheet", on_a_sheet, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/around-a-ball", around_a_ball, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/of-what-moves", of_what_moves, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/of-the-surface-asked", of_the_surface_asked, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/over-a-resize", over_a_resize, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_query_suite = { "/surface_query", tests, NULL, 1, 0 };
