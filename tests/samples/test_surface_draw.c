// One surface of massa's, drawn in two ways from the world's own buffers: the mesh that its kernels made, and the
// device's tessellator fed with its control points. The two pictures are nearly the same; a device without a
// tessellator refuses.
#include "api.h"
#include "cages/cages.h"
#include "renderer/renderer.h"

#include <stdlib.h>
#include <string.h>

enum
{
    WIDTH  = 240,
    HEIGHT = 160,
    LEVEL  = 10,
    POINTS = 96,
};

typedef struct picture
{
    test_gpu* gpu;
    massa_cage* cage;
    massa_world* world;
    renderer* r;
    renderer_item item;
    renderer_frame frame;
    massa_vec3 point[POINTS];
    uint32_t points;
    massa_surface_range range;
    uint8_t kept[WIDTH * HEIGHT * 4];
} picture;

// Odd vertices, a tube, an open side (ghost points), a sharp ring: all kinds of patches.
static massa_cage* make_cage(picture* p, massa_device* device)
{
    static const double at[] = { -0.5, -0.2, 0.2, 0.5 };
    cage c                   = { 0 };
    uint32_t size[POINTS], corner[4 * POINTS], n = 0;
    cage_lattice(&c, at, 4, at, 4, at, 4);
    cage_pull(&c, cage_near(&c, 0.0, 0.5, 0.0), 0.1, 0.5, 0.0, 0.5);
    cage_pull(&c, cage_near(&c, 0.5, 0.0, 0.0), 0.4, 0.1, 0.0, 0.6);
    cage_sharpen_face(&c, cage_near(&c, 0.9, 0.1, 0.0), 10.0);
    cage_drop(&c, cage_near(&c, 0.0, 0.0, 0.5));
    munit_assert_true(cage_pack(&c) && c.points <= POINTS && c.faces <= POINTS);
    p->points = c.points;
    for (uint32_t i = 0; i < c.points; ++i)
        p->point[i] = (massa_vec3){ (float)c.point[i].x, (float)c.point[i].y, (float)c.point[i].z };
    for (uint32_t i = 0; i < c.faces; ++i)
    {
        size[i] = c.face[i].count;
        for (uint32_t k = 0; k < c.face[i].count; ++k)
            corner[n++] = c.face[i].point[k];
    }
    massa_crease crease[16];
    munit_assert_uint32(c.creases, <=, 16);
    for (uint32_t i = 0; i < c.creases; ++i)
        crease[i] = (massa_crease){ c.crease[i].a, c.crease[i].b, c.crease[i].sharpness };
    massa_cage_desc d = massa_default_cage_desc();
    d.points          = p->point;
    d.point_count     = c.points;
    d.face_sizes      = size;
    d.face_count      = c.faces;
    d.face_points     = corner;
    d.creases         = crease;
    d.crease_count    = c.creases;
    d.isolation       = 0; // patches of one size: the tessellator's levels are the same everywhere
    massa_cage* made;
    test_try(massa_create_cage(device, &d, &made));
    cage_free(&c);
    return made;
}

static renderer_view view(massa_world* w, massa_view_kind kind)
{
    massa_view v;
    test_try(massa_world_view(w, kind, &v));
    return (renderer_view){ v.buffer, v.offset, v.size, v.stride };
}

static void step(picture* p)
{
    const massa_step_desc d = massa_default_step_desc();
    VkCommandBuffer cmd     = platform_begin(&p->gpu->host);
    test_try(massa_cmd_step(p->world, cmd, &d));
    munit_assert_true(platform_submit_and_wait(&p->gpu->host, cmd));
    massa_poll_result heard;
    test_try(massa_world_poll(p->world, massa_world_last_step(p->world), &heard));
}

static void start(picture* p, test_gpu* gpu)
{
    p->gpu                = gpu;
    p->cage               = make_cage(p, gpu->device);
    massa_surface_desc sd = massa_default_surface_desc();
    sd.cage               = p->cage;
    sd.draw_level         = LEVEL;
    massa_world_desc wd   = massa_default_world_desc();
    wd.capacity.bodies    = 1;
    wd.surfaces           = &sd;
    wd.surface_count      = 1;
    test_try(massa_create_world(gpu->device, &wd, &p->world));
    massa_body_desc bd = massa_default_body_desc();
    massa_body_id body;
    bd.kind       = MASSA_BODY_STATIC;
    bd.position.y = 0.75f;
    bd.rotation   = (massa_quat){ 0.0f, -0.25881905f, 0.0f, 0.96592583f };
    test_try(massa_create_body(p->world, &bd, &body));
    step(p);

    p->r = renderer_create(&gpu->host, WIDTH, HEIGHT);
    if (p->r == NULL) munit_errorf("%s", gpu->host.error);
    renderer_view pose = view(p->world, MASSA_VIEW_BODY_POSE);
    test_try(massa_surface_get_range(p->world, 0, &p->range));
    renderer_item* item         = &p->item;
    *item                       = renderer_default_item(RENDERER_SURFACES);
    item->count                 = 1;
    item->position              = pose;
    item->rotation              = (renderer_view){ pose.buffer, pose.offset + 16, pose.size - 16, pose.stride };
    item->triangles.vertex      = view(p->world, MASSA_VIEW_SURFACE_POSITIONS);
    item->triangles.normal      = view(p->world, MASSA_VIEW_SURFACE_NORMALS);
    item->triangles.index       = view(p->world, MASSA_VIEW_SURFACE_INDICES);
    item->indirect              = view(p->world, MASSA_VIEW_SURFACE_DRAWS);
    item->indirect.offset       = p->range.draw_indirect;
    item->patches.point         = view(p->world, MASSA_VIEW_SURFACE_POINTS);
    item->patches.regular       = view(p->world, MASSA_VIEW_SURFACE_REGULAR);
    item->patches.gregory       = view(p->world, MASSA_VIEW_SURFACE_GREGORY);
    item->patches.rows          = view(p->world, MASSA_VIEW_SURFACE_ROWS);
    item->patches.entries       = view(p->world, MASSA_VIEW_SURFACE_ENTRIES);
    item->patches.regular_count = p->range.regular_count;
    item->patches.gregory_count = p->range.gregory_count;
    item->patches.given_end     = p->range.cage_points;
    item->patches.row_shift     = (int32_t)p->range.first_row - (int32_t)p->range.cage_points;
    item->patches.level         = LEVEL;
    p->frame                    = renderer_default_frame();
    p->frame.fov                = 0.6f;
    p->frame.grid_spacing       = 0.0f;
    memcpy(p->frame.eye, (float[3]){ 1.2f, 2.4f, 3.4f }, sizeof p->frame.eye);
    memcpy(p->frame.target, (float[3]){ 0.1f, 0.8f, 0.0f }, sizeof p->frame.target);
    memcpy(p->frame.bounds, (float[2][3]){ { -2, 0, -2 }, { 2, 2, 2 } }, sizeof p->frame.bounds);
    p->frame.items      = item;
    p->frame.item_count = 1;
}

static void end(picture* p)
{
    renderer_destroy(p->r);
    massa_destroy_world(p->world);
    massa_destroy_cage(p->cage);
}

static const uint8_t* draw(picture* p)
{
    VkCommandBuffer cmd = platform_begin(&p->gpu->host);
    if (!renderer_draw(p->r, cmd, &p->frame)) munit_errorf("%s", p->gpu->host.error);
    munit_assert_true(renderer_read(p->r, cmd));
    munit_assert_true(platform_submit_and_wait(&p->gpu->host, cmd));
    return renderer_pixels(p->r);
}

// Pixels, in a thousand, that differ from the kept picture by more than a step that an eye would see.
static double changed(picture* p)
{
    const uint8_t* now = draw(p);
    uint32_t n         = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i)
    {
        int most = 0;
        for (uint32_t k = 4 * i; k < 4 * i + 3; ++k)
            most = abs(now[k] - p->kept[k]) > most ? abs(now[k] - p->kept[k]) : most;
        n += most > 12;
    }
    return 1000.0 * n / (WIDTH * HEIGHT);
}

// The highest point of the cage goes up, by the next step.
static void lift(picture* p)
{
    uint32_t top = 0;
    for (uint32_t i = 1; i < p->points; ++i)
        if (p->point[i].y > p->point[top].y) top = i;
    p->point[top].y += 0.6f;
    test_try(massa_surface_set_points(p->world, 0, top, &p->point[top], 1));
    step(p);
}

// proves: 004-17, 004-S01. Red when the mesh of the kernels and the tessellator's differ on the same surface at the
// same level: a patch, a ghost point, a row of a matrix or a normal is wrong in one of the two.
static MunitResult two_ways(const MunitParameter params[], void* fixture)
{
    (void)params;
    picture* p = calloc(1, sizeof *p);
    munit_assert_not_null(p);
    start(p, fixture);
    munit_assert_true(p->range.regular_count > 0 && p->range.gregory_count > 0);
    memcpy(p->kept, draw(p), sizeof p->kept);
    if (renderer_can_patch(p->r))
    {
        p->item.kind_of_item = RENDERER_PATCHES;
        for (int matrix = 0; matrix < 2; ++matrix)
        {
            p->item.patches.matrix = matrix;
            const double differ    = changed(p);
            munit_logf(MUNIT_LOG_INFO, "%g of a thousand pixels differ", differ);
            munit_assert_double(differ, <, 8.0); // diagonals run elsewhere, a sharp ring is lit from one side
        }
        // What must not pass: another level; a point that has moved.
        p->item.patches.level = 2.0f;
        munit_assert_double(changed(p), >, 12.0);
        p->item.patches.level = LEVEL;
        lift(p);
        munit_assert_double(changed(p), >, 12.0);
        memcpy(p->kept, renderer_pixels(p->r), sizeof p->kept); // and then the kernels' mesh has moved with it
    }
    else
    {
        lift(p);
        munit_assert_double(changed(p), >, 12.0);
        memcpy(p->kept, renderer_pixels(p->r), sizeof p->kept);
    }
    p->item.kind_of_item = RENDERER_SURFACES;
    munit_assert_double(changed(p), <, 8.0);
    end(p);
    free(p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/two-ways", two_ways, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_draw_suite = { "/surface-draw", tests, NULL, 1, 0 };
