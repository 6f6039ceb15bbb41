// Bodies as the samples' renderer draws them: one instanced draw from the simulation's own arrays, looked at pixel by
// pixel.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "renderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WIDE   = 240,
    HIGH   = 160,
    BODIES = 3
};

typedef struct patch // the pixels that changed, about one spot of the picture
{
    uint32_t count;
    double x, y;               // pixels, their middle
    double spread_x, spread_y; // pixels, root mean square from there
} patch;

// The eye looks along -z from 10 m: one metre at the origin's depth is that many pixels.
static const double SCALE = HIGH / (2.0 * 10.0 * 0.4142135623730951); // fov of a quarter turn's half: tan(pi / 8)

static patch find(const uint8_t* picture, const uint8_t* empty, double at_x, double at_y)
{
    patch p   = { 0 };
    double xx = 0, yy = 0;
    for (uint32_t i = 0; i < WIDE * HIGH; ++i)
    {
        const double x = i % WIDE + 0.5, y = HIGH - 0.5 - i / WIDE; // up
        if (memcmp(picture + 4 * i, empty + 4 * i, 3) == 0) continue;
        if (fabs(x - WIDE / 2.0 - at_x * SCALE) > 20 || fabs(y - HIGH / 2.0 - at_y * SCALE) > 20) continue;
        ++p.count;
        p.x += x;
        p.y += y;
        xx += x * x;
        yy += y * y;
    }
    if (p.count == 0) return p;
    p.x /= p.count;
    p.y /= p.count;
    p.spread_x = sqrt(xx / p.count - p.x * p.x);
    p.spread_y = sqrt(yy / p.count - p.y * p.y);
    return p;
}

static void draw(test_gpu* gpu, renderer* r, const renderer_item* item, uint32_t items, uint8_t* picture)
{
    renderer_frame f  = renderer_default_frame();
    const float eye[] = { 0.0f, 0.0f, 10.0f }, target[] = { 0.0f, 0.0f, 0.0f };
    memcpy(f.eye, eye, sizeof eye);
    memcpy(f.target, target, sizeof target);
    f.fov               = 0.7853981634f;
    f.ground            = false;
    f.items             = item;
    f.item_count        = items;
    f.fade_distance     = 1e4f;
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    munit_assert_true(renderer_draw(r, cmd, &f));
    munit_assert_true(renderer_read(r, cmd));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(picture, renderer_pixels(r), (size_t)4 * WIDE * HIGH);
}

// proves: 000-61. Red when an instance is drawn anywhere but at its body's pose, turned otherwise, or after its body.
static MunitResult bodies_are_drawn_where_they_are(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    const massa_world_desc desc = api_desc(BODIES);
    massa_world* w;
    massa_body_id id[BODIES];
    renderer* r = renderer_create(&gpu->host, WIDE, HIGH);
    if (r == NULL) munit_error(gpu->host.error);
    const float half[]  = { 0.6f, 0.15f, 0.15f };
    renderer_mesh* mesh = renderer_mesh_box(r, half, 0.0f);
    test_try(massa_create_world(gpu->device, &desc, &w));
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        d.kind            = MASSA_BODY_KINEMATIC;
        d.position        = (massa_vec3){ 3.0f * (float)i - 3.0f, 0.5f * (float)i, 0.0f };
        d.velocity        = (massa_vec3){ 0.0f, 2.0f, 0.0f };
        if (i == 1) d.rotation = (massa_quat){ 0.0f, 0.0f, 0.70710678f, 0.70710678f }; // upright
        test_try(massa_create_body(w, &d, &id[i]));
    }
    massa_view pose, trait;
    test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &pose));
    test_try(massa_world_view(w, MASSA_VIEW_BODY_TRAIT, &trait));
    renderer_item item = renderer_default_item(RENDERER_MESHES);
    item.mesh          = mesh;
    item.count         = BODIES;
    item.position      = (renderer_view){ pose.buffer, pose.offset, pose.size, pose.stride };
    item.rotation      = (renderer_view){ pose.buffer, pose.offset + 16, pose.size - 16, pose.stride };
    item.tag           = (renderer_view){ trait.buffer, trait.offset, trait.size, trait.stride };
    static uint8_t empty[4 * WIDE * HIGH], picture[4 * WIDE * HIGH];
    draw(gpu, r, NULL, 0, empty);
    for (uint32_t steps = 1; steps <= 31; ++steps)
    {
        if (steps == 31) test_try(massa_destroy_body(w, id[2]));
        api_step(gpu, w);
        if (steps % 15 != 1) continue;
        draw(gpu, r, &item, 1, picture);
        uint32_t changed = 0;
        for (uint32_t i = 0; i < WIDE * HIGH; ++i)
            changed += memcmp(picture + 4 * i, empty + 4 * i, 3) != 0;
        for (uint32_t i = 0; i < BODIES; ++i)
        {
            const double x = 3.0 * i - 3.0, y = 0.5 * i + 2.0 / 60.0 * steps;
            const patch p = find(picture, empty, x, y);
            changed -= p.count;
            if (i == 2 && steps == 31)
            {
                munit_assert_uint32(p.count, ==, 0);
                continue;
            }
            // The near face is 10 - 0.15 m away and hides the rest, but for a sliver of a side: within 1.5 pixels.
            const double closer = 10.0 / (10.0 - 0.15), middle_x = WIDE / 2.0 + x * SCALE * closer;
            const double middle_y = HIGH / 2.0 + y * SCALE * closer, area = 1.2 * 0.3 * SCALE * SCALE;
            munit_assert_double(fabs(p.x - middle_x), <, 1.5);
            munit_assert_double(fabs(p.y - middle_y), <, 1.5);
            munit_assert_double(fabs(p.count / area - 1.3), <, 0.4); // with the pixels of its outline
            munit_assert_true(i == 1 ? p.spread_y > 2.5 * p.spread_x : p.spread_x > 2.5 * p.spread_y);
        }
        munit_assert_uint32(changed, ==, 0); // and nothing else
    }
    renderer_mesh_destroy(r, mesh);
    renderer_destroy(r);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/bodies-are-drawn-where-they-are", bodies_are_drawn_where_they_are, test_gpu_setup, test_gpu_tear_down, 0,
      NULL },
    { 0 },
};
MunitSuite test_instances_suite = { "/instances", tests, NULL, 1, 0 };
