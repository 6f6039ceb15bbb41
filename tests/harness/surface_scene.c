#include "surface_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static massa_cage* quads(massa_device* d, const massa_vec3* points, uint32_t count, const uint32_t* corners,
                         uint32_t faces, const massa_crease* creases, uint32_t crease_count)
{
    uint32_t* sizes      = munit_malloc(faces * sizeof *sizes);
    massa_cage_desc desc = massa_default_cage_desc();
    massa_cage* cage;
    for (uint32_t i = 0; i < faces; ++i)
        sizes[i] = 4;
    desc.points       = points;
    desc.point_count  = count;
    desc.face_sizes   = sizes;
    desc.face_count   = faces;
    desc.face_points  = corners;
    desc.creases      = creases;
    desc.crease_count = crease_count;
    test_try(massa_create_cage(d, &desc, &cage));
    free(sizes);
    return cage;
}

// The point of a grid on a cube's surface, which is made when it is first asked for.
static uint32_t cube_point(massa_vec3* points, uint32_t* count, massa_vec3 p)
{
    const float length = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
    const massa_vec3 q = { p.x / length, p.y / length, p.z / length };
    for (uint32_t i = 0; i < *count; ++i)
        if (memcmp(&points[i], &q, sizeof q) == 0) return i;
    points[*count] = q;
    return (*count)++;
}

massa_cage* test_ball_cage(massa_device* d, uint32_t cells, massa_vec3* points, uint32_t* count)
{
    uint32_t* corners = munit_malloc(24ull * cells * cells * sizeof *corners);
    uint32_t n        = 0;
    *count            = 0;
    for (uint32_t side = 0; side < 6; ++side)
        for (uint32_t j = 0; j < cells; ++j)
            for (uint32_t i = 0; i < cells; ++i)
                for (uint32_t k = 0; k < 4; ++k)
                {
                    // u x v is outward on sides 0 to 2, so on the others u and v change places.
                    const uint32_t step = side < 3 ? k : (4 - k) % 4;
                    const float u       = 2.0f * (float)(i + (step == 1 || step == 2)) - (float)cells;
                    const float v       = 2.0f * (float)(j + (step >= 2)) - (float)cells;
                    const float w       = side < 3 ? (float)cells : -(float)cells;
                    const massa_vec3 p  = side % 3 == 0   ? (massa_vec3){ w, u, v }
                                          : side % 3 == 1 ? (massa_vec3){ v, w, u }
                                                          : (massa_vec3){ u, v, w };
                    corners[n++]        = cube_point(points, count, p);
                }
    massa_cage* cage = quads(d, points, *count, corners, 6 * cells * cells, NULL, 0);
    free(corners);
    return cage;
}

massa_cage* test_sheet_cage(massa_device* d, uint32_t cells, massa_vec3* points, uint32_t* count)
{
    uint32_t* corners  = munit_malloc(4ull * cells * cells * sizeof *corners);
    const uint32_t row = cells + 1;
    for (uint32_t j = 0; j < row; ++j)
        for (uint32_t i = 0; i < row; ++i)
            points[j * row + i] = (massa_vec3){ (float)i, 0.0f, (float)j };
    for (uint32_t j = 0, n = 0; j < cells; ++j)
        for (uint32_t i = 0; i < cells; ++i)
        {
            const uint32_t a = j * row + i;
            corners[n++]     = a;
            corners[n++]     = a + row;
            corners[n++]     = a + row + 1;
            corners[n++]     = a + 1;
        }
    *count           = row * row;
    massa_cage* cage = quads(d, points, *count, corners, cells * cells, NULL, 0);
    free(corners);
    return cage;
}

massa_cage* test_die_cage(massa_device* d, massa_vec3* points, uint32_t* count)
{
    static const uint32_t corners[]    = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
    static const massa_crease crease[] = { { 0, 1, 10.0f }, { 6, 7, 1.5f } };
    for (uint32_t i = 0; i < 8; ++i)
        points[i] = (massa_vec3){ (float)(i & 1) * 2.0f - 1.0f, (float)(i >> 1 & 1) * 2.0f - 1.0f,
                                  (float)(i >> 2) * 2.0f - 1.0f };
    *count = 8;
    return quads(d, points, 8, corners, 6, crease, 2);
}

void surface_scene_create(surface_scene* s, massa_device* d)
{
    memset(s, 0, sizeof *s);
    s->cage[SCENE_BALL]  = test_ball_cage(d, SCENE_BALL_CELLS, s->rest[SCENE_BALL], &s->points[SCENE_BALL]);
    s->cage[SCENE_SHEET] = test_sheet_cage(d, SCENE_SHEET_CELLS, s->rest[SCENE_SHEET], &s->points[SCENE_SHEET]);
    s->cage[SCENE_DIE]   = test_die_cage(d, s->rest[SCENE_DIE], &s->points[SCENE_DIE]);
    for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
    {
        munit_assert_uint32(s->points[i], <=, SCENE_MAX_POINTS);
        s->surface[i]                 = massa_default_surface_desc();
        s->surface[i].cage            = s->cage[i];
        s->surface[i].collision_level = 2 + i;
        s->surface[i].draw_level      = 4;
        s->surface[i].max_draw_level  = 8;
    }
}

void surface_scene_destroy(surface_scene* s)
{
    for (uint32_t i = 0; i < SCENE_SURFACES; ++i)
        massa_destroy_cage(s->cage[i]);
}

massa_world_desc surface_scene_desc(const surface_scene* s)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity         = (massa_capacity){ .bodies    = 4,
                                           .edits     = 16,
                                           .events    = 16,
                                           .watched   = 1,
                                           .queries   = 32,
                                           .colliders = MASSA_NONE,
                                           .pairs     = MASSA_NONE };
    d.substeps         = 1;
    d.surfaces         = s->surface;
    d.surface_count    = SCENE_SURFACES;
    return d;
}

static void scale(massa_vec3* to, const massa_vec3* from, uint32_t count, float by, float lift)
{
    for (uint32_t i = 0; i < count; ++i)
        to[i] = (massa_vec3){ from[i].x * by, from[i].y * by + lift, from[i].z * by };
}

void surface_scene_edit(const surface_scene* s, massa_world* w, uint64_t step)
{
    massa_vec3 p[SCENE_MAX_POINTS];
    uint64_t seed = step * 77;
    if (step % 8 < 6) // and rests for two steps
    {
        scale(p, s->rest[SCENE_BALL], s->points[SCENE_BALL], 1.0f + 0.0625f * (float)(step % 8), -0.125f);
        test_try(massa_surface_set_points(w, SCENE_BALL, 0, p, s->points[SCENE_BALL]));
    }
    for (uint32_t n = 0; n < 2; ++n) // two ranges, which may overlap
    {
        const uint32_t first = test_random(&seed) % s->points[SCENE_SHEET];
        const uint32_t count = 1 + test_random(&seed) % 4;
        const uint32_t fits  = first + count <= s->points[SCENE_SHEET] ? count : s->points[SCENE_SHEET] - first;
        scale(p, s->rest[SCENE_SHEET] + first, fits, 1.0f, (float)(test_random(&seed) % 64) * 0.0625f - 2.0f);
        if (step % 3 == 0) p[0].x = -1e-13f; // too small for a state
        if (step % 3 != 2) test_try(massa_surface_set_points(w, SCENE_SHEET, first, p, fits));
    }
    if (step % 7 != 2) return;
    scale(p, s->rest[SCENE_DIE], 8, 1.0f, (float)(step % 5));
    test_try(massa_surface_set_points(w, SCENE_DIE, 0, p, 8));
}

void surface_scene_look(const surface_scene* s, massa_world* w, uint64_t step)
{
    const uint32_t who = (uint32_t)(step % SCENE_SURFACES);
    surface_scene_edit(s, w, step);
    if (step % 4 == 1) test_try(massa_surface_set_draw_level(w, who, 1 + (uint32_t)(step % 8)));
    if (step % 9 != 3) return;
    massa_cage_info info;
    test_try(massa_cage_get_info(s->cage[who], &info));
    uint8_t* level = munit_malloc(info.edges);
    uint64_t seed  = step;
    for (uint32_t i = 0; i < info.edges; ++i)
    {
        massa_cage_edge e;
        test_try(massa_cage_get_edge(s->cage[who], i, &e));
        const uint32_t most = (8u + (1u << e.depth) - 1) >> e.depth;
        level[i]            = (uint8_t)(1 + test_random(&seed) % most);
    }
    test_try(massa_surface_set_edge_levels(w, who, level, info.edges));
    free(level);
}

void surface_read(test_gpu* gpu, massa_world* w, massa_view_kind kind, uint32_t first, uint32_t count, void* data)
{
    massa_view view;
    platform_buffer copy;
    test_try(massa_world_view(w, kind, &view));
    const VkBufferCopy region = { view.offset + (VkDeviceSize)first * view.stride, 0,
                                  (VkDeviceSize)count * view.stride };
    munit_assert_uint64(region.srcOffset + region.size, <=, view.offset + view.size);
    munit_assert(platform_buffer_create(&gpu->host, &copy, region.size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    vkCmdCopyBuffer(cmd, view.buffer, copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(data, copy.mapped, region.size);
    platform_buffer_destroy(&gpu->host, &copy);
}
