// Life of a renderer, and the recipe of a frame.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool renderer_fail(renderer* r, const char* sentence, int code)
{
    platform_gpu* g = r->gpu;
    if (code != 0)
        snprintf(g->error, sizeof g->error, "%s (VkResult %d).", sentence, code);
    else
        snprintf(g->error, sizeof g->error, "%s.", sentence);
    return false;
}

renderer* renderer_create(platform_gpu* gpu, uint32_t width, uint32_t height)
{
    renderer* r = calloc(1, sizeof *r);
    if (r == NULL)
    {
        snprintf(gpu->error, sizeof gpu->error, "No memory for a renderer.");
        return NULL;
    }
    r->gpu    = gpu;
    r->width  = width;
    r->height = height;
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(gpu->physical_device, &properties);
    r->limits = properties.limits;
    VkQueueFamilyProperties family[32];
    uint32_t families = COUNT(family);
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical_device, &families, family);
    const VkBufferUsageFlags stand_in = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    const VkBufferUsageFlags uniform  = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    bool made = (family[gpu->queue_family].queueFlags & VK_QUEUE_GRAPHICS_BIT) ||
                renderer_fail(r, "The device's queue cannot draw", 0);
    made = made && platform_buffer_create(gpu, &r->nothing, 64, stand_in) &&
           platform_buffer_create(gpu, &r->uniform, sizeof(frame_uniform), uniform);
    made = made && renderer_make_passes(r) && renderer_make_maps(r) && renderer_make_targets(r) &&
           renderer_make_layouts(r) && renderer_make_pipelines(r);
    if (!made)
    {
        renderer_destroy(r);
        return NULL;
    }
    renderer_write_sets(r);
    return r;
}

void renderer_destroy(renderer* r)
{
    if (r == NULL) return;
    renderer_destroy_pipelines(r);
    renderer_destroy_images(r);
    platform_buffer_destroy(r->gpu, &r->uniform);
    platform_buffer_destroy(r->gpu, &r->nothing);
    free(r);
}

bool renderer_resize(renderer* r, uint32_t width, uint32_t height)
{
    if (width == r->width && height == r->height) return true;
    renderer_destroy_targets(r);
    r->width  = width;
    r->height = height;
    if (!renderer_make_targets(r)) return false;
    renderer_write_sets(r);
    return true;
}

void renderer_forget(renderer* r)
{
    vkResetDescriptorPool(r->gpu->device, r->item_pool, 0);
    r->array_count = 0;
}

// Labels for debuggers, where the instance has them.
static void begin_label(VkCommandBuffer cmd, const char* name)
{
    const VkDebugUtilsLabelEXT label = { .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = name };
    if (vkCmdBeginDebugUtilsLabelEXT != NULL) vkCmdBeginDebugUtilsLabelEXT(cmd, &label);
}

static void end_label(VkCommandBuffer cmd)
{
    if (vkCmdEndDebugUtilsLabelEXT != NULL) vkCmdEndDebugUtilsLabelEXT(cmd);
}

void renderer_begin_pass(VkCommandBuffer cmd, const char* name, VkRenderPass pass, VkFramebuffer framebuffer,
                         uint32_t width, uint32_t height, const VkClearValue* clear, uint32_t clear_count)
{
    const VkRenderPassBeginInfo info = {
        .sType           = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass      = pass,
        .framebuffer     = framebuffer,
        .renderArea      = { { 0, 0 }, { width, height } },
        .clearValueCount = clear_count,
        .pClearValues    = clear,
    };
    const VkViewport viewport = { 0, 0, (float)width, (float)height, 0.0f, 1.0f };
    begin_label(cmd, name);
    vkCmdBeginRenderPass(cmd, &info, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdSetViewport(cmd, 0, 1, &viewport);
    vkCmdSetScissor(cmd, 0, 1, &info.renderArea);
}

void renderer_end_pass(VkCommandBuffer cmd)
{
    vkCmdEndRenderPass(cmd);
    end_label(cmd);
}

static void write_uniform(renderer* r, VkCommandBuffer cmd, const renderer_frame* frame)
{
    frame_uniform u;
    renderer_fill_uniform(r, frame, &u);
    const VkPipelineStageFlags shade =
        VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT |
        (r->gpu->tessellation ? VK_PIPELINE_STAGE_TESSELLATION_EVALUATION_SHADER_BIT : 0);
    const VkMemoryBarrier written = { .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_UNIFORM_READ_BIT };
    vkCmdPipelineBarrier(cmd, shade, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 0, NULL); // the frame before
    vkCmdUpdateBuffer(cmd, r->uniform.buffer, 0, sizeof u, &u);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, shade, 0, 1, &written, 0, NULL, 0, NULL);
}

// One triangle over the picture, with all the images that light needs.
static void draw_whole(renderer* r, VkCommandBuffer cmd, pipeline_id id, bool liquid)
{
    const VkDescriptorSet sets[] = { r->frame_set, r->light_set[liquid] };
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->pipeline[0][id]);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->light_pipeline_layout, 0, COUNT(sets), sets, 0,
                            NULL);
    vkCmdDraw(cmd, 3, 1, 0, 0);
}

bool renderer_draw(renderer* r, VkCommandBuffer cmd, const renderer_frame* frame)
{
    static const char* const map_name[2]    = { [MAP_SUN] = "sun map", [MAP_SKY] = "sky map" };
    static const uint32_t texels[2]         = { [MAP_SUN] = SUN_TEXELS, [MAP_SKY] = SKY_TEXELS };
    static const VkClearValue map_clear[2]  = { [MAP_SUN] = { .depthStencil = { 1.0f, 0 } } }; // nothing there
    static const VkClearValue part_clear[3] = { 0 }; // nothing, infinitely far
    write_uniform(r, cmd, frame);

    bool drawn = true;
    for (uint32_t map = 0; map < 2; ++map)
    {
        renderer_begin_pass(cmd, map_name[map], r->map_pass[map], r->map_framebuffer[map], texels[map], texels[map],
                            &map_clear[map], 1);
        drawn = drawn && renderer_draw_items(r, cmd, frame, (item_pass)map);
        renderer_end_pass(cmd);
    }
    renderer_begin_pass(cmd, "surface", r->surface_pass, r->surface_framebuffer, r->width, r->height, part_clear, 3);
    drawn = drawn && renderer_draw_items(r, cmd, frame, ITEM_PASS_SURFACE);
    renderer_end_pass(cmd);

    const float spacing = renderer_liquid_spacing(frame);
    if (spacing > 0.0f) drawn = drawn && renderer_draw_liquid_surface(r, cmd, frame, spacing);

    if (spacing > 0.0f)
        renderer_begin_pass(cmd, "light", r->behind_pass, r->behind_framebuffer, r->width, r->height, NULL, 0);
    else
        renderer_begin_pass(cmd, "light", r->light_pass, r->light_framebuffer, r->width, r->height, NULL, 0);
    draw_whole(r, cmd, PIPELINE_LIGHT, spacing > 0.0f);
    drawn = drawn && renderer_draw_items(r, cmd, frame, ITEM_PASS_GLASS);
    renderer_end_pass(cmd);
    if (spacing == 0.0f) return drawn;

    renderer_begin_pass(cmd, "liquid", r->light_pass, r->light_framebuffer, r->width, r->height, NULL, 0);
    draw_whole(r, cmd, PIPELINE_LIQUID, true);
    drawn = drawn && renderer_draw_items(r, cmd, frame, ITEM_PASS_OVER);
    renderer_end_pass(cmd);
    return drawn;
}

VkImage renderer_image(const renderer* r)
{
    return r->colour.image;
}

void renderer_size(const renderer* r, uint32_t* width, uint32_t* height)
{
    *width  = r->width;
    *height = r->height;
}

bool renderer_read(renderer* r, VkCommandBuffer cmd)
{
    const uint64_t size = (uint64_t)r->width * r->height * 4;
    if (r->pixels.buffer == VK_NULL_HANDLE &&
        !platform_buffer_create(r->gpu, &r->pixels, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT))
        return false;
    const VkBufferImageCopy all     = { .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
                                        .imageExtent      = { r->width, r->height, 1 } };
    const VkMemoryBarrier seen      = { .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_HOST_READ_BIT };
    const VkMemoryBarrier again     = { .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT };
    const VkPipelineStageFlags copy = VK_PIPELINE_STAGE_TRANSFER_BIT;
    vkCmdPipelineBarrier(cmd, copy, copy, 0, 1, &again, 0, NULL, 0, NULL); // a copy recorded before this one
    vkCmdCopyImageToBuffer(cmd, r->colour.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, r->pixels.buffer, 1, &all);
    vkCmdPipelineBarrier(cmd, copy, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &seen, 0, NULL, 0, NULL);
    return true;
}

const uint8_t* renderer_pixels(const renderer* r)
{
    return r->pixels.mapped;
}
