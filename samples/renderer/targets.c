// Images, render passes and framebuffers. The passes' external dependencies are all the synchronization there is inside
// a frame; see renderer.c for the order.
#include "internal.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool renderer_make_picture(renderer* r, picture* p, VkFormat format, uint32_t width, uint32_t height,
                           VkSampleCountFlagBits samples, VkImageUsageFlags usage, VkImageAspectFlags aspect)
{
    VkDevice device              = r->gpu->device;
    const VkImageCreateInfo info = {
        .sType       = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType   = VK_IMAGE_TYPE_2D,
        .format      = format,
        .extent      = { width, height, 1 },
        .mipLevels   = 1,
        .arrayLayers = 1,
        .samples     = samples,
        .usage       = usage,
    };
    VkResult vk = vkCreateImage(device, &info, NULL, &p->image);
    if (vk != VK_SUCCESS) return renderer_fail(r, "The renderer cannot make an image", vk);

    VkMemoryRequirements need;
    VkPhysicalDeviceMemoryProperties has;
    vkGetImageMemoryRequirements(device, p->image, &need);
    vkGetPhysicalDeviceMemoryProperties(r->gpu->physical_device, &has);
    VkMemoryAllocateInfo how = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size };
    bool local               = false;
    for (uint32_t i = has.memoryTypeCount; i-- > 0;) // the first device-local type, or else any that fits
    {
        const bool is_local = has.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
        if (!(need.memoryTypeBits >> i & 1) || (local && !is_local)) continue;
        how.memoryTypeIndex = i;
        local               = is_local;
    }
    vk = vkAllocateMemory(device, &how, NULL, &p->memory);
    if (vk == VK_SUCCESS) vk = vkBindImageMemory(device, p->image, p->memory, 0);
    if (vk != VK_SUCCESS) return renderer_fail(r, "No memory for the renderer's images", vk);

    const VkImageViewCreateInfo view = {
        .sType            = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image            = p->image,
        .viewType         = VK_IMAGE_VIEW_TYPE_2D,
        .format           = format,
        .subresourceRange = { aspect, 0, 1, 0, 1 },
    };
    vk = vkCreateImageView(device, &view, NULL, &p->view);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot view an image", vk);
}

void renderer_destroy_picture(renderer* r, picture* p)
{
    vkDestroyImageView(r->gpu->device, p->view, NULL);
    vkDestroyImage(r->gpu->device, p->image, NULL);
    vkFreeMemory(r->gpu->device, p->memory, NULL);
    memset(p, 0, sizeof *p);
}

VkAttachmentDescription renderer_attachment(VkFormat format, VkSampleCountFlagBits samples, bool clear,
                                            VkImageLayout last)
{
    return (VkAttachmentDescription){
        .format         = format,
        .samples        = samples,
        .loadOp         = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp        = VK_ATTACHMENT_STORE_OP_STORE,
        .stencilLoadOp  = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout  = VK_IMAGE_LAYOUT_UNDEFINED,
        .finalLayout    = last,
    };
}

bool renderer_make_pass(renderer* r, const VkAttachmentDescription* list, uint32_t colours, bool has_depth,
                        VkPipelineStageFlags before, VkPipelineStageFlags after, VkAccessFlags after_access,
                        VkRenderPass* out)
{
    VkAttachmentReference colour[2];
    for (uint32_t i = 0; i < colours; ++i)
        colour[i] = (VkAttachmentReference){ i, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
    const VkAttachmentReference depth = { colours, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL };
    const VkSubpassDescription pass   = {
          .pipelineBindPoint       = VK_PIPELINE_BIND_POINT_GRAPHICS,
          .colorAttachmentCount    = colours,
          .pColorAttachments       = colour,
          .pDepthStencilAttachment = has_depth ? &depth : NULL,
    };
    const VkPipelineStageFlags stages =
        (colours > 0 ? VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT : 0) |
        (has_depth ? VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT : 0);
    const VkAccessFlags writes = (colours > 0 ? VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT : 0) |
                                 (has_depth ? VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT : 0);
    const VkAccessFlags reads = (colours > 0 ? VK_ACCESS_COLOR_ATTACHMENT_READ_BIT : 0) |
                                (has_depth ? VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT : 0);
    const VkSubpassDependency depends[2] = {
        { VK_SUBPASS_EXTERNAL, 0, before | stages, stages, writes, writes | reads, 0 },
        { 0, VK_SUBPASS_EXTERNAL, stages, after, writes, after_access, 0 },
    };
    const VkRenderPassCreateInfo info = {
        .sType           = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = colours + has_depth,
        .pAttachments    = list,
        .subpassCount    = 1,
        .pSubpasses      = &pass,
        .dependencyCount = COUNT(depends),
        .pDependencies   = depends,
    };
    const VkResult vk = vkCreateRenderPass(r->gpu->device, &info, NULL, out);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a render pass", vk);
}

bool renderer_make_passes(renderer* r)
{
    const VkPipelineStageFlags shade      = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    const VkImageLayout depth_read        = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    const VkImageLayout colour_read       = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const VkAttachmentDescription sun[]   = { renderer_attachment(VK_FORMAT_D32_SFLOAT, 1, true, depth_read) };
    const VkAttachmentDescription sky[]   = { renderer_attachment(VK_FORMAT_R16G16_SFLOAT, 1, true, colour_read) };
    const VkAttachmentDescription parts[] = {
        renderer_attachment(VK_FORMAT_R8G8B8A8_SRGB, 4, true, colour_read),
        renderer_attachment(VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, true, colour_read),
        renderer_attachment(VK_FORMAT_D32_SFLOAT, 4, true, depth_read),
    };
    const VkPipelineStageFlags copy          = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkAttachmentDescription picture_[] = {
        renderer_attachment(VK_FORMAT_R8G8B8A8_SRGB, 1, false, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL),
    };
    return renderer_make_pass(r, sun, 0, true, shade, shade, VK_ACCESS_SHADER_READ_BIT, &r->map_pass[MAP_SUN]) &&
           renderer_make_pass(r, sky, 1, false, shade, shade, VK_ACCESS_SHADER_READ_BIT, &r->map_pass[MAP_SKY]) &&
           renderer_make_pass(r, parts, 2, true, shade, shade, VK_ACCESS_SHADER_READ_BIT, &r->surface_pass) &&
           renderer_make_pass(r, picture_, 1, false, copy | shade, copy | shade,
                              VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT, &r->light_pass) &&
           renderer_make_liquid_passes(r);
}

bool renderer_make_framebuffer(renderer* r, VkRenderPass pass, const VkImageView* views, uint32_t count, uint32_t width,
                               uint32_t height, VkFramebuffer* out)
{
    const VkFramebufferCreateInfo info = {
        .sType           = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass      = pass,
        .attachmentCount = count,
        .pAttachments    = views,
        .width           = width,
        .height          = height,
        .layers          = 1,
    };
    const VkResult vk = vkCreateFramebuffer(r->gpu->device, &info, NULL, out);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a framebuffer", vk);
}

bool renderer_make_maps(renderer* r)
{
    const VkImageUsageFlags depth  = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    const VkImageUsageFlags colour = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    VkFormatProperties can; // the only format here that Vulkan does not guarantee for its use
    vkGetPhysicalDeviceFormatProperties(r->gpu->physical_device, VK_FORMAT_D32_SFLOAT, &can);
    if (!(can.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT))
        return renderer_fail(r, "The device has no 32-bit float depth buffer", 0);
    return renderer_make_picture(r, &r->map[MAP_SUN], VK_FORMAT_D32_SFLOAT, SUN_TEXELS, SUN_TEXELS, 1, depth,
                                 VK_IMAGE_ASPECT_DEPTH_BIT) &&
           renderer_make_picture(r, &r->map[MAP_SKY], VK_FORMAT_R16G16_SFLOAT, SKY_TEXELS, SKY_TEXELS, 1, colour,
                                 VK_IMAGE_ASPECT_COLOR_BIT) &&
           renderer_make_framebuffer(r, r->map_pass[MAP_SUN], &r->map[MAP_SUN].view, 1, SUN_TEXELS, SUN_TEXELS,
                                     &r->map_framebuffer[MAP_SUN]) &&
           renderer_make_framebuffer(r, r->map_pass[MAP_SKY], &r->map[MAP_SKY].view, 1, SKY_TEXELS, SKY_TEXELS,
                                     &r->map_framebuffer[MAP_SKY]);
}

bool renderer_make_targets(renderer* r)
{
    const uint32_t w = r->width, h = r->height;
    const VkImageUsageFlags part = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    if (w == 0 || h == 0 || w > r->limits.maxFramebufferWidth || h > r->limits.maxFramebufferHeight)
        return renderer_fail(r, "The picture is empty or larger than the device can draw", 0);
    if (!renderer_make_picture(r, &r->albedo, VK_FORMAT_R8G8B8A8_SRGB, w, h, 4, part, VK_IMAGE_ASPECT_COLOR_BIT) ||
        !renderer_make_picture(r, &r->normal, VK_FORMAT_A2B10G10R10_UNORM_PACK32, w, h, 4, part,
                               VK_IMAGE_ASPECT_COLOR_BIT) ||
        !renderer_make_picture(r, &r->depth, VK_FORMAT_D32_SFLOAT, w, h, 4,
                               VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                               VK_IMAGE_ASPECT_DEPTH_BIT) ||
        !renderer_make_picture(r, &r->colour, VK_FORMAT_R8G8B8A8_SRGB, w, h, 1,
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                               VK_IMAGE_ASPECT_COLOR_BIT))
        return false;
    const VkImageView parts[] = { r->albedo.view, r->normal.view, r->depth.view };
    return renderer_make_framebuffer(r, r->surface_pass, parts, COUNT(parts), w, h, &r->surface_framebuffer) &&
           renderer_make_framebuffer(r, r->light_pass, &r->colour.view, 1, w, h, &r->light_framebuffer) &&
           renderer_make_liquid_targets(r);
}

void renderer_destroy_targets(renderer* r)
{
    renderer_destroy_liquid_targets(r);
    vkDestroyFramebuffer(r->gpu->device, r->surface_framebuffer, NULL);
    vkDestroyFramebuffer(r->gpu->device, r->light_framebuffer, NULL);
    r->surface_framebuffer = r->light_framebuffer = VK_NULL_HANDLE;
    renderer_destroy_picture(r, &r->albedo);
    renderer_destroy_picture(r, &r->normal);
    renderer_destroy_picture(r, &r->depth);
    renderer_destroy_picture(r, &r->colour);
    platform_buffer_destroy(r->gpu, &r->pixels);
}

void renderer_destroy_images(renderer* r)
{
    renderer_destroy_targets(r);
    for (int i = 0; i < 2; ++i)
    {
        vkDestroyFramebuffer(r->gpu->device, r->map_framebuffer[i], NULL);
        renderer_destroy_picture(r, &r->map[i]);
        vkDestroyRenderPass(r->gpu->device, r->map_pass[i], NULL);
    }
    vkDestroyRenderPass(r->gpu->device, r->surface_pass, NULL);
    vkDestroyRenderPass(r->gpu->device, r->light_pass, NULL);
    renderer_destroy_liquid_passes(r);
}
