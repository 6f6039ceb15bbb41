// What every scene needs: checks, items drawn from a world's views.
#include "scenes/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool scene_try(scene* s, massa_result result)
{
    if (result == MASSA_OK) return true;
    if (s->error[0] == 0) snprintf(s->error, sizeof s->error, "%s", massa_result_text(result)); // the log knows better
    return false;
}

// How far beyond the closer bound; negative inside.
static double badness(double value, double low, double high)
{
    if (value != value) return INFINITY;
    return fmax(low - value, value - high);
}

void scene_check(scene* s, const char* name, double value, double low, double high, const char* unit)
{
    scene_check_result* c = s->checks;
    while (c < s->checks + s->check_count && strcmp(c->name, name) != 0)
        ++c;
    if (c == s->checks + SCENE_CHECKS) return;
    const bool is_new = c == s->checks + s->check_count;
    if (is_new) ++s->check_count;
    if (is_new || badness(value, low, high) > badness(c->value, c->low, c->high))
        *c = (scene_check_result){ name, unit, value, low, high, badness(value, low, high) > 0.0 };
}

void scene_check_grains(scene* s, const massa_poll_result* heard, uint32_t expected)
{
    scene_check(s, "grains missing", (double)expected - heard->particle_count, 0, 0, "");
    scene_check(s, "grains lost", heard->particles_lost, 0, 0, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
}

static renderer_view view_of(const massa_view* v, uint32_t skip)
{
    return (renderer_view){ v->buffer, v->offset + skip, v->size - skip, v->stride };
}

static renderer_item* add_item(scene* s, renderer_item_kind kind, massa_view_kind view)
{
    if (s->drawer == NULL) return NULL;
    if (s->item_count == SCENE_ITEMS)
    {
        snprintf(s->error, sizeof s->error, "the scene draws more than %d items.", SCENE_ITEMS);
        return NULL;
    }
    s->item_view[s->item_count] = view;
    renderer_item* item         = &s->items[s->item_count++];
    *item                       = renderer_default_item(kind);
    return item;
}

// From this body's slot on.
static bool draw_from_bodies(scene* s, renderer_item* item, uint32_t first)
{
    massa_view pose, motion, trait;
    if (!scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_POSE, &pose)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_MOTION, &motion)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_BODY_TRAIT, &trait)))
        return false;
    item->count    = pose.count;
    item->position = view_of(&pose, first * pose.stride);
    item->rotation = view_of(&pose, first * pose.stride + 16);
    item->velocity = view_of(&motion, first * motion.stride);
    item->tag      = view_of(&trait, first * trait.stride);
    return true;
}

static renderer_item* draw_mesh(scene* s, renderer_mesh* mesh, massa_view_kind view, uint32_t first)
{
    if (mesh == NULL) return NULL;
    if (s->mesh_count == SCENE_MESHES)
    {
        renderer_mesh_destroy(s->drawer, mesh);
        return NULL;
    }
    s->meshes[s->mesh_count++] = mesh;
    renderer_item* item        = add_item(s, RENDERER_MESHES, view);
    if (item == NULL || !draw_from_bodies(s, item, first)) return NULL;
    item->mesh = mesh;
    return item;
}

renderer_item* scene_draw_bodies(scene* s, renderer_mesh* mesh)
{
    return draw_mesh(s, mesh, MASSA_VIEW_BODY_POSE, 0);
}

renderer_item* scene_draw_body(scene* s, massa_body_id body, renderer_mesh* mesh)
{
    renderer_item* item = draw_mesh(s, mesh, MASSA_VIEW_COUNT, massa_body_index(body));
    if (item != NULL) item->count = 1;
    return item;
}

renderer_item* scene_draw_balls(scene* s, massa_body_id first, uint32_t count, float radius)
{
    renderer_item* item = add_item(s, RENDERER_SPHERES, MASSA_VIEW_COUNT);
    if (item == NULL || !draw_from_bodies(s, item, massa_body_index(first))) return NULL;
    item->count  = count;
    item->radius = radius;
    return item;
}

renderer_item* scene_draw_ball(scene* s, massa_body_id body, float radius)
{
    return scene_draw_balls(s, body, 1, radius);
}

renderer_item* scene_draw_debug(scene* s)
{
    massa_view lines;
    renderer_item* item = add_item(s, RENDERER_LINES, MASSA_VIEW_COUNT);
    if (item == NULL || !scene_try(s, massa_world_view(s->world, MASSA_VIEW_DEBUG_LINES, &lines))) return NULL;
    item->position        = view_of(&lines, 0);
    item->indirect        = item->position;
    item->indirect.offset = lines.indirect;
    item->count           = lines.count;
    item->on_top          = true;
    return item;
}

renderer_item* scene_draw_grains(scene* s, const massa_grains_id* grains, float radius)
{
    enum // the tag in the position's w
    {
        ALIVE      = 0x40000000,
        KIND_SHIFT = 23,
        KIND_MASK  = 3,
    };
    massa_view position, velocity;
    renderer_item* item = add_item(s, RENDERER_SPHERES, MASSA_VIEW_PARTICLE_POSITION);
    if (item == NULL || !scene_try(s, massa_world_view(s->world, MASSA_VIEW_PARTICLE_POSITION, &position)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_PARTICLE_VELOCITY, &velocity)))
        return NULL;
    item->count     = position.count;
    item->radius    = radius;
    item->position  = view_of(&position, 0);
    item->velocity  = view_of(&velocity, 0);
    item->tag       = view_of(&position, 12);
    item->tag_mask  = ALIVE;
    item->tag_value = ALIVE;
    if (grains != NULL)
    {
        item->tag_mask |= KIND_MASK << KIND_SHIFT;
        item->tag_value |= massa_grains_index(*grains) << KIND_SHIFT;
    }
    item->colour_by  = grains != NULL ? RENDERER_COLOUR_CONSTANT : RENDERER_COLOUR_KIND;
    item->kind_shift = KIND_SHIFT;
    item->kind_mask  = KIND_MASK;
    return item;
}

// From a byte of 0xRRGGBB to linear light.
static float linear(uint32_t colour, int shift)
{
    const float x = (float)(colour >> shift & 255) / 255.0f;
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

renderer_item* scene_draw_liquid(scene* s, massa_liquid_id liquid)
{
    enum // the tag in the position's w
    {
        ALIVE        = 0x40000000,
        LIQUID_SHIFT = 25,
        LIQUID_MASK  = 7,
    };
    massa_view position, velocity, density;
    uint32_t colour;
    renderer_item* item = add_item(s, RENDERER_LIQUID, MASSA_VIEW_PARTICLE_POSITION);
    if (item == NULL || !scene_try(s, massa_world_view(s->world, MASSA_VIEW_PARTICLE_POSITION, &position)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_PARTICLE_VELOCITY, &velocity)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_LIQUID_DENSITY, &density)) ||
        !scene_try(s, massa_liquid_get_colour(s->world, liquid, &colour)))
        return NULL;
    item->count           = position.count;
    item->radius          = 0.5f * (float)s->spacing;
    item->clear           = 20.0f * (float)s->spacing;
    item->position        = view_of(&position, 0);
    item->velocity        = view_of(&velocity, 0);
    item->density         = view_of(&density, 0);
    item->tag             = view_of(&position, 12);
    item->tag_mask        = ALIVE | (uint32_t)LIQUID_MASK << LIQUID_SHIFT;
    item->tag_value       = ALIVE | massa_liquid_index(liquid) << LIQUID_SHIFT;
    item->indirect        = item->position;
    item->indirect.offset = position.indirect;
    item->speed_limit     = 5.0f;
    for (int i = 0; i < 3; ++i)
        item->colour[i] = linear(colour, 16 - 8 * i);
    return item;
}

void* scene_read_view(scene* s, massa_view_kind kind, uint32_t* count)
{
    massa_view view;
    *count = 0;
    if (!scene_try(s, massa_world_view(s->world, kind, &view))) return NULL;
    const uint64_t size  = (uint64_t)view.count * view.stride;
    platform_buffer read = { 0 };
    void* out            = malloc(size + 1);
    if (out == NULL || size == 0 || !platform_buffer_create(s->gpu, &read, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT))
    {
        free(out);
        return NULL;
    }
    const VkMemoryBarrier seen = { .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    VkCommandBuffer cmd        = platform_begin(s->gpu);
    vkCmdCopyBuffer(cmd, view.buffer, read.buffer, 1, &(VkBufferCopy){ view.offset, 0, size });
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &seen, 0, NULL, 0,
                         NULL);
    if (platform_submit_and_wait(s->gpu, cmd))
    {
        memcpy(out, read.mapped, size);
        *count = view.count;
    }
    platform_buffer_destroy(s->gpu, &read);
    return out;
}

void* scene_keep(scene* s, void* block)
{
    if (block == NULL || s->kept_count < SCENE_KEPT)
    {
        if (block != NULL) s->kept[s->kept_count++] = block;
        return block;
    }
    free(block);
    return NULL;
}

double scene_noise(uint32_t seed)
{
    uint32_t x = seed + 0x9e3779b9u; // so that 0 is no fixed point
    x          = (x ^ x >> 16) * 0x7feb352du;
    x          = (x ^ x >> 15) * 0x846ca68bu;
    x ^= x >> 16;
    return (double)(x >> 8) / 8388608.0 - 1.0;
}

void scene_turn(double vector[2], double cosine, double sine)
{
    const double x = vector[0] * cosine - vector[1] * sine, y = vector[0] * sine + vector[1] * cosine;
    const double inverse = 1.0 / sqrt(x * x + y * y);
    vector[0]            = x * inverse;
    vector[1]            = y * inverse;
}
