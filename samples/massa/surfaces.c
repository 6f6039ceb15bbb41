// Surfaces of scenes: from a cage to a world, and from a world's views to what is drawn.
#include "scenes/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LINE_FRAMES   = 8, // as many steps as may be under way: each has its own lines
    CLASS_GREGORY = 1, // in a patch's flags
    NO_EDGE       = -1,
};

static void complain(scene* s, const char* sentence)
{
    if (s->error[0] == 0) snprintf(s->error, sizeof s->error, "%s", sentence);
}

typedef struct flat_cage // as massa takes it
{
    massa_vec3* point;
    massa_uv* uv;
    uint32_t *size, *corner;
    massa_crease* crease;
    massa_cage_corner* sharp;
} flat_cage;

static bool flatten(const cage* c, flat_cage* f)
{
    f->point  = malloc((c->points + 1) * sizeof *f->point);
    f->uv     = malloc((c->points + 1) * sizeof *f->uv);
    f->size   = malloc((c->faces + 1) * sizeof *f->size);
    f->corner = malloc((c->faces + 1) * CAGE_CORNERS * sizeof *f->corner);
    f->crease = malloc((c->creases + 1) * sizeof *f->crease);
    f->sharp  = malloc((c->corners + 1) * sizeof *f->sharp);
    if (f->point == NULL || f->uv == NULL || f->size == NULL || f->corner == NULL || f->crease == NULL ||
        f->sharp == NULL)
        return false;
    for (uint32_t i = 0; i < c->points; ++i)
    {
        f->point[i] = (massa_vec3){ (float)c->point[i].x, (float)c->point[i].y, (float)c->point[i].z };
        f->uv[i]    = (massa_uv){ c->paint[i][0], c->paint[i][1] };
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->faces; ++i)
    {
        f->size[i] = c->face[i].count;
        for (uint32_t k = 0; k < c->face[i].count; ++k)
            f->corner[n++] = c->face[i].point[k];
    }
    for (uint32_t i = 0; i < c->creases; ++i)
        f->crease[i] = (massa_crease){ c->crease[i].a, c->crease[i].b, c->crease[i].sharpness };
    for (uint32_t i = 0; i < c->corners; ++i)
        f->sharp[i] = (massa_cage_corner){ c->corner[i].a, c->corner[i].sharpness };
    return true;
}

static bool make_cage(scene* s, cage* c, uint32_t isolation, massa_cage** out)
{
    flat_cage f = { 0 };
    bool made   = cage_pack(c) && flatten(c, &f);
    if (!made) complain(s, "no memory for a cage.");
    if (made)
    {
        massa_cage_desc d = massa_default_cage_desc();
        d.points          = f.point;
        d.point_count     = c->points;
        d.face_sizes      = f.size;
        d.face_count      = c->faces;
        d.face_points     = f.corner;
        d.creases         = f.crease;
        d.crease_count    = c->creases;
        d.corners         = f.sharp;
        d.corner_count    = c->corners;
        d.uv              = f.uv;
        d.isolation       = isolation;
        made              = scene_try(s, massa_create_cage(s->device, &d, out));
    }
    free(f.point);
    free(f.uv);
    free(f.size);
    free(f.corner);
    free(f.crease);
    free(f.sharp);
    return made;
}

// From whatever size and place to a metre across, on the ground.
static void fit(cage* c)
{
    double lo[3] = { 1e300, 1e300, 1e300 }, hi[3] = { -1e300, -1e300, -1e300 }, wide = 1e-9;
    for (uint32_t i = 0; i < c->points; ++i)
    {
        const double p[3] = { c->point[i].x, c->point[i].y, c->point[i].z };
        for (int k = 0; k < 3; ++k)
        {
            lo[k] = p[k] < lo[k] ? p[k] : lo[k];
            hi[k] = p[k] > hi[k] ? p[k] : hi[k];
        }
    }
    for (int k = 0; k < 3; ++k)
        wide = hi[k] - lo[k] > wide ? hi[k] - lo[k] : wide;
    cage_place(c, 1.0 / wide, cage_at(-0.5 * (lo[0] + hi[0]) / wide, -lo[1] / wide, -0.5 * (lo[2] + hi[2]) / wide));
}

bool scene_build_model(scene* s, double number, double degrees, cage* c)
{
    if (s->obj == NULL)
        cage_models[(uint32_t)number % cage_model_count].build(c);
    else
    {
        char error[256];
        if (!cage_load_obj(c, s->obj, error, sizeof error))
        {
            complain(s, error);
            return false;
        }
        fit(c);
    }
    double turn[2];
    cage_turn(degrees / 360.0, turn);
    for (uint32_t i = 0; i < c->points; ++i)
    {
        const cage_vec p = c->point[i];
        c->point[i]      = cage_at(turn[0] * p.x + turn[1] * p.z, p.y, turn[0] * p.z - turn[1] * p.x);
    }
    return true;
}

static massa_surface_desc* next_surface(scene* s, massa_world_desc* wd)
{
    if (s->surface_count == SCENE_SURFACES)
    {
        complain(s, "the scene has more surfaces than it may.");
        return NULL;
    }
    massa_surface_desc* d = &s->surfaces[s->surface_count++];
    *d                    = massa_default_surface_desc();
    wd->surfaces          = s->surfaces;
    wd->surface_count     = s->surface_count;
    return d;
}

void scene_add_surface(scene* s, massa_world_desc* wd, cage* c, uint32_t isolation, uint32_t collision_level,
                       uint32_t draw_level)
{
    massa_surface_desc* d = next_surface(s, wd);
    if (d != NULL && s->error[0] == 0)
    {
        // Planned before: the cage is there.
        const uint32_t number = s->surface_count - 1;
        if (s->cages[number] == NULL && make_cage(s, c, isolation, &s->cages[number])) s->cage_count = number + 1;
        d->cage            = s->cages[number];
        d->collision_level = collision_level;
        d->draw_level      = s->drawer != NULL ? draw_level : 1;
    }
    cage_free(c);
}

void scene_add_surface_like(scene* s, massa_world_desc* wd, uint32_t other, uint32_t draw_level)
{
    massa_surface_desc* d = next_surface(s, wd);
    if (d == NULL) return;
    *d            = s->surfaces[other];
    d->draw_level = s->drawer != NULL ? draw_level : 1;
}

static bool view(scene* s, massa_view_kind kind, renderer_view* out)
{
    massa_view v;
    if (!scene_try(s, massa_world_view(s->world, kind, &v))) return false;
    *out = (renderer_view){ v.buffer, v.offset, v.size, v.stride };
    return true;
}

static renderer_item* add_item(scene* s, renderer_item_kind kind, const massa_body_id* body)
{
    if (s->drawer == NULL) return NULL;
    if (s->item_count == SCENE_ITEMS)
    {
        complain(s, "the scene draws more items than it may.");
        return NULL;
    }
    s->item_view[s->item_count] = MASSA_VIEW_COUNT;
    renderer_item* item         = &s->items[s->item_count++];
    *item                       = renderer_default_item(kind);
    if (body == NULL) return item;
    renderer_view pose;
    if (!view(s, MASSA_VIEW_BODY_POSE, &pose)) return NULL;
    const uint64_t first = (uint64_t)massa_body_index(*body) * pose.stride;
    item->count          = 1;
    item->position       = (renderer_view){ pose.buffer, pose.offset + first, 16, pose.stride };
    item->rotation       = (renderer_view){ pose.buffer, pose.offset + first + 16, 16, pose.stride };
    return item;
}

renderer_item* scene_draw_surface(scene* s, uint32_t surface, massa_body_id body)
{
    massa_surface_range range;
    renderer_item* item = add_item(s, RENDERER_SURFACES, &body);
    if (item == NULL || !scene_try(s, massa_surface_get_range(s->world, surface, &range)) ||
        !view(s, MASSA_VIEW_SURFACE_POSITIONS, &item->triangles.vertex) ||
        !view(s, MASSA_VIEW_SURFACE_NORMALS, &item->triangles.normal) ||
        !view(s, MASSA_VIEW_SURFACE_INDICES, &item->triangles.index) ||
        !view(s, MASSA_VIEW_SURFACE_DRAWS, &item->indirect))
        return NULL;
    item->indirect.offset = range.draw_indirect;
    return item;
}

renderer_item* scene_draw_patches(scene* s, uint32_t surface, massa_body_id body, float level)
{
    if (s->drawer == NULL) return NULL;
    if (!renderer_can_patch(s->drawer))
    {
        if (!s->told_patches)
            fprintf(stderr, "%s: the device has no tessellator; massa's triangles are drawn instead.\n", s->desc->name);
        s->told_patches = true;
        return scene_draw_surface(s, surface, body);
    }
    massa_surface_range range;
    renderer_item* item = add_item(s, RENDERER_PATCHES, &body);
    if (item == NULL) return NULL;
    renderer_patches* p = &item->patches;
    if (!scene_try(s, massa_surface_get_range(s->world, surface, &range)) ||
        !view(s, MASSA_VIEW_SURFACE_POINTS, &p->point) || !view(s, MASSA_VIEW_SURFACE_REGULAR, &p->regular) ||
        !view(s, MASSA_VIEW_SURFACE_GREGORY, &p->gregory) || !view(s, MASSA_VIEW_SURFACE_ROWS, &p->rows) ||
        !view(s, MASSA_VIEW_SURFACE_ENTRIES, &p->entries))
        return NULL;
    p->first_regular = range.first_regular;
    p->regular_count = range.regular_count;
    p->first_gregory = range.first_gregory;
    p->gregory_count = range.gregory_count;
    p->given_end     = range.first_point + range.cage_points;
    p->row_shift     = (int32_t)range.first_row - (int32_t)p->given_end;
    p->level         = level;
    return item;
}

renderer_item* scene_draw_collision(scene* s, uint32_t surface, massa_body_id body)
{
    massa_surface_range range;
    renderer_item* item = add_item(s, RENDERER_SURFACES, &body);
    if (item == NULL || !scene_try(s, massa_surface_get_range(s->world, surface, &range)) ||
        !view(s, MASSA_VIEW_SURFACE_COLLISION_POSITIONS, &item->triangles.vertex) ||
        !view(s, MASSA_VIEW_SURFACE_COLLISION_INDICES, &item->triangles.index) ||
        !view(s, MASSA_VIEW_SURFACE_MESHLETS, &item->triangles.runs))
        return NULL;
    item->triangles.first = range.first_collision_triangle;
    item->triangles.count = range.collision_triangles;
    item->triangles.runs.offset += 4ull * range.first_meshlet;
    item->triangles.runs.size = 4ull * range.meshlet_count;
    item->colour_by           = RENDERER_COLOUR_RUN;
    return item;
}

static platform_buffer* add_buffer(scene* s, uint64_t size, VkBufferUsageFlags usage)
{
    platform_buffer* b = &s->buffers[s->buffer_count];
    if (s->buffer_count == SCENE_BUFFERS || !platform_buffer_create(s->gpu, b, size, usage))
    {
        complain(s, "no memory for what the scene draws.");
        return NULL;
    }
    ++s->buffer_count;
    memset(b->mapped, 0, size);
    return b;
}

// Triangles of one patch (module/docs): a grid where all sides have as many segments, else a smaller grid in a ring.
static uint32_t patch_triangles(const uint32_t* patch, const uint32_t* level)
{
    uint32_t most = 1, rim = 0;
    bool alike = true;
    for (int k = 0; k < 4; ++k)
    {
        const uint32_t a = level[patch[4 + k] / 2];
        const uint32_t b = patch[8 + k] == (uint32_t)NO_EDGE ? 0 : level[patch[8 + k] / 2];
        most             = a > most ? a : most;
        most             = b > most ? b : most;
        rim += a + b;
        alike = alike && b == 0 && a == level[patch[4] / 2];
    }
    if (alike) return 2 * most * most;
    return most == 1 ? rim - 2 : rim + 4 * (most - 2) + 2 * (most - 2) * (most - 2);
}

bool scene_colour_patches(scene* s, renderer_item* item, uint32_t surface)
{
    massa_surface_range range;
    uint32_t patches, edges, draws, wrong = 0;
    if (item == NULL || !scene_try(s, massa_surface_get_range(s->world, surface, &range))) return false;
    uint32_t(*patch)[16] = scene_read_view(s, MASSA_VIEW_SURFACE_PATCHES, &patches);
    uint32_t* level      = scene_read_view(s, MASSA_VIEW_SURFACE_EDGE_LEVELS, &edges);
    uint32_t(*draw)[5]   = scene_read_view(s, MASSA_VIEW_SURFACE_DRAWS, &draws);
    platform_buffer* b   = add_buffer(s, 4ull * range.patch_count, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    if (patch != NULL && level != NULL && draw != NULL && b != NULL && surface < draws)
    {
        uint32_t at = draw[surface][2] / 3;
        for (uint32_t i = 0; i < range.patch_count; ++i)
        {
            const uint32_t* p  = patch[range.first_patch + i];
            const uint32_t run = at | (p[13] & CLASS_GREGORY) << 25;
            memcpy(b->mapped + 4ull * i, &run, sizeof run);
            at += patch_triangles(p, level);
        }
        wrong                = at != (draw[surface][2] + draw[surface][0]) / 3; // our count is massa's
        item->triangles.runs = (renderer_view){ b->buffer, 0, b->size, 4 };
    }
    scene_check(s, "triangles miscounted", wrong, 0, 0, "");
    free(patch);
    free(level);
    free(draw);
    return b != NULL;
}

bool scene_paint(renderer_item* item, const cage_model* model)
{
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_PAINT;
    memcpy(item->colour, model->colour[0], sizeof item->colour);
    memcpy(item->colour_u, model->colour[1], sizeof item->colour_u);
    memcpy(item->colour_v, model->colour[2], sizeof item->colour_v);
    memcpy(item->colour_uv, model->colour[2], sizeof item->colour_uv);
    return true;
}

renderer_item* scene_draw_lines(scene* s, uint32_t room)
{
    renderer_item* item = add_item(s, RENDERER_LINES, NULL);
    if (item == NULL) return NULL;
    platform_buffer* b = add_buffer(s, (uint64_t)LINE_FRAMES * room * sizeof(scene_line),
                                    VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    if (b == NULL) return NULL;
    item->position = (renderer_view){ b->buffer, 0, b->size / LINE_FRAMES, sizeof(scene_line) };
    return item;
}

scene_line* scene_set_lines(scene* s, renderer_item* item, uint32_t count)
{
    for (uint32_t i = 0; i < s->buffer_count; ++i)
    {
        if (s->buffers[i].buffer != item->position.buffer) continue;
        item->position.offset = s->step % LINE_FRAMES * item->position.size;
        item->count           = count;
        return (scene_line*)(s->buffers[i].mapped + item->position.offset);
    }
    return NULL;
}

massa_vec3 scene_rotate(massa_quat q, massa_vec3 v)
{
    const double t[3] = { 2.0 * ((double)q.y * v.z - (double)q.z * v.y), 2.0 * ((double)q.z * v.x - (double)q.x * v.z),
                          2.0 * ((double)q.x * v.y - (double)q.y * v.x) };
    return (massa_vec3){ (float)(v.x + q.w * t[0] + (q.y * t[2] - q.z * t[1])),
                         (float)(v.y + q.w * t[1] + (q.z * t[0] - q.x * t[2])),
                         (float)(v.z + q.w * t[2] + (q.x * t[1] - q.y * t[0])) };
}

void scene_box_lines(scene_line* out, massa_vec3 lo, massa_vec3 hi, const massa_quat* turn, const massa_vec3* move,
                     uint32_t colour)
{
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 8; ++k) // four edges, two ends each
        {
            const int corner = (k & 1) << axis | (k >> 1 & 1) << (axis + 1) % 3 | (k >> 2) << (axis + 2) % 3;
            massa_vec3 p     = { corner & 1 ? hi.x : lo.x, corner & 2 ? hi.y : lo.y, corner & 4 ? hi.z : lo.z };
            if (turn != NULL) p = scene_rotate(*turn, p);
            if (move != NULL) p = (massa_vec3){ p.x + move->x, p.y + move->y, p.z + move->z };
            *out++ = (scene_line){ { p.x, p.y, p.z }, colour };
        }
}
