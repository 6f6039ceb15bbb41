// Liquids as a surface in the picture: the nearest depth of their particles, smoothed; how much liquid lies behind it.
// The particles are drawn from where they are; no mesh is built.
#include "internal.h"

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const VkFormat DEPTH = VK_FORMAT_R32_SFLOAT, FOAM = VK_FORMAT_R8_UNORM, COLOUR = VK_FORMAT_R8G8B8A8_SRGB,
                      THICK = VK_FORMAT_R16G16B16A16_SFLOAT; // the only one of them that is added up

bool renderer_make_liquid_passes(renderer* r)
{
    const VkPipelineStageFlags shade      = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    const VkPipelineStageFlags copy       = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkAccessFlags read              = VK_ACCESS_SHADER_READ_BIT;
    const VkImageLayout depth_read        = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    const VkImageLayout colour_read       = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const VkAttachmentDescription front[] = { renderer_attachment(FOAM, 1, true, colour_read),
                                              renderer_attachment(VK_FORMAT_D32_SFLOAT, 1, true, depth_read) };
    const VkAttachmentDescription even[]  = { renderer_attachment(DEPTH, 1, false, colour_read),
                                              renderer_attachment(FOAM, 1, false, colour_read) };
    const VkAttachmentDescription thick[] = { renderer_attachment(THICK, 1, true, colour_read),
                                              renderer_attachment(THICK, 1, true, colour_read) };
    const VkAttachmentDescription behind  = renderer_attachment(COLOUR, 1, false, colour_read);
    // behind_pass is light_pass but for the layout it ends in: pipelines serve both.
    return renderer_make_pass(r, front, 1, true, shade, shade, read, &r->front_pass) &&
           renderer_make_pass(r, even, 2, false, shade, shade, read, &r->smooth_pass) &&
           renderer_make_pass(r, thick, 2, false, shade, shade, read, &r->thick_pass) &&
           renderer_make_pass(r, &behind, 1, false, copy | shade, copy | shade, VK_ACCESS_TRANSFER_READ_BIT | read,
                              &r->behind_pass);
}

void renderer_destroy_liquid_passes(renderer* r)
{
    vkDestroyRenderPass(r->gpu->device, r->front_pass, NULL);
    vkDestroyRenderPass(r->gpu->device, r->smooth_pass, NULL);
    vkDestroyRenderPass(r->gpu->device, r->thick_pass, NULL);
    vkDestroyRenderPass(r->gpu->device, r->behind_pass, NULL);
}

static bool make_liquid_target(renderer* r, int i)
{
    const VkImageUsageFlags colour = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const VkImageUsageFlags depth  = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const uint32_t w = r->width, h = r->height;
    liquid_target* t = &r->liquid[i];
    if (!renderer_make_picture(r, &t->foam, FOAM, w, h, 1, colour, VK_IMAGE_ASPECT_COLOR_BIT) ||
        !(i == 0 ? renderer_make_picture(r, &t->depth, VK_FORMAT_D32_SFLOAT, w, h, 1, depth, VK_IMAGE_ASPECT_DEPTH_BIT)
                 : renderer_make_picture(r, &t->depth, DEPTH, w, h, 1, colour, VK_IMAGE_ASPECT_COLOR_BIT)))
        return false;
    const VkImageView views[2] = { i == 0 ? t->foam.view : t->depth.view, i == 0 ? t->depth.view : t->foam.view };
    return renderer_make_framebuffer(r, i == 0 ? r->front_pass : r->smooth_pass, views, 2, w, h, &t->framebuffer);
}

bool renderer_make_liquid_targets(renderer* r)
{
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const uint32_t w = r->width, h = r->height, half_w = (w + 1) / 2, half_h = (h + 1) / 2;
    for (int i = 0; i < 3; ++i)
        if (!make_liquid_target(r, i)) return false;
    if (!renderer_make_picture(r, &r->thick, THICK, half_w, half_h, 1, usage, VK_IMAGE_ASPECT_COLOR_BIT) ||
        !renderer_make_picture(r, &r->tint, THICK, half_w, half_h, 1, usage, VK_IMAGE_ASPECT_COLOR_BIT) ||
        !renderer_make_picture(r, &r->behind, COLOUR, w, h, 1, usage, VK_IMAGE_ASPECT_COLOR_BIT))
        return false;
    const VkImageView summed[2] = { r->thick.view, r->tint.view };
    return renderer_make_framebuffer(r, r->thick_pass, summed, 2, half_w, half_h, &r->thick_framebuffer) &&
           renderer_make_framebuffer(r, r->behind_pass, &r->behind.view, 1, w, h, &r->behind_framebuffer);
}

void renderer_destroy_liquid_targets(renderer* r)
{
    for (int i = 0; i < 3; ++i)
    {
        vkDestroyFramebuffer(r->gpu->device, r->liquid[i].framebuffer, NULL);
        r->liquid[i].framebuffer = VK_NULL_HANDLE;
        renderer_destroy_picture(r, &r->liquid[i].depth);
        renderer_destroy_picture(r, &r->liquid[i].foam);
    }
    vkDestroyFramebuffer(r->gpu->device, r->thick_framebuffer, NULL);
    vkDestroyFramebuffer(r->gpu->device, r->behind_framebuffer, NULL);
    r->thick_framebuffer = r->behind_framebuffer = VK_NULL_HANDLE;
    renderer_destroy_picture(r, &r->thick);
    renderer_destroy_picture(r, &r->tint);
    renderer_destroy_picture(r, &r->behind);
}

float renderer_liquid_spacing(const renderer_frame* frame)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < frame->item_count; ++i)
    {
        const renderer_item* item = &frame->items[i];
        const bool there          = item->count > 0 || item->indirect.buffer != VK_NULL_HANDLE;
        if (item->kind_of_item == RENDERER_LIQUID && there) most = fmaxf(most, 2.0f * item->radius);
    }
    return most;
}

// Wide with gaps between the taps, then narrow without, against the comb that those leave. The last pass leaves what
// the light set reads: liquid[2].
static void smooth_surface(renderer* r, VkCommandBuffer cmd, float spacing)
{
    static const struct
    {
        int from, to;
        float x, y, reach, most, jump;
    } passes[]                         = { { 0, 1, 1.0f, 0.0f, 0.9f, 60.0f, 2.5f },
                                           { 1, 2, 0.0f, 1.0f, 0.9f, 60.0f, 2.5f },
                                           { 2, 1, 1.0f, 0.0f, 0.6f, 6.0f, 1.2f },
                                           { 1, 2, 0.0f, 1.0f, 0.6f, 6.0f, 1.2f } };
    const VkPipelineBindPoint graphics = VK_PIPELINE_BIND_POINT_GRAPHICS;
    for (size_t i = 0; i < COUNT(passes); ++i)
    {
        const smooth_push push = { passes[i].x, passes[i].y, spacing, passes[i].reach, passes[i].most, passes[i].jump };
        const VkDescriptorSet sets[] = { r->frame_set, r->liquid[passes[i].from].set };
        renderer_begin_pass(cmd, "liquid smooth", r->smooth_pass, r->liquid[passes[i].to].framebuffer, r->width,
                            r->height, NULL, 0);
        vkCmdBindPipeline(cmd, graphics, r->pipeline[0][PIPELINE_LIQUID_SMOOTH]);
        vkCmdBindDescriptorSets(cmd, graphics, r->liquid_pipeline_layout, 0, COUNT(sets), sets, 0, NULL);
        vkCmdPushConstants(cmd, r->liquid_pipeline_layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push, &push);
        vkCmdDraw(cmd, 3, 1, 0, 0);
        renderer_end_pass(cmd);
    }
}

bool renderer_draw_liquid_surface(renderer* r, VkCommandBuffer cmd, const renderer_frame* frame, float spacing)
{
    static const VkClearValue nothing[2] = { 0 }; // infinitely far
    renderer_begin_pass(cmd, "liquid front", r->front_pass, r->liquid[0].framebuffer, r->width, r->height, nothing, 2);
    bool drawn = renderer_draw_items(r, cmd, frame, ITEM_PASS_FRONT);
    renderer_end_pass(cmd);
    renderer_begin_pass(cmd, "liquid thickness", r->thick_pass, r->thick_framebuffer, (r->width + 1) / 2,
                        (r->height + 1) / 2, nothing, 2);
    drawn = drawn && renderer_draw_items(r, cmd, frame, ITEM_PASS_THICK);
    renderer_end_pass(cmd);
    smooth_surface(r, cmd, spacing);
    return drawn;
}
