// GLFW window and swapchain.
#include "window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    IN_FLIGHT  = 2,
    MAX_IMAGES = 8,
};

struct platform_window
{
    platform_gpu* gpu;
    GLFWwindow* window;
    platform_window_input input;
    VkSurfaceKHR surface;
    VkSwapchainKHR swapchain;
    VkSurfaceFormatKHR format;
    VkExtent2D extent; // of the swapchain
    VkImage images[MAX_IMAGES];
    VkSemaphore shown[MAX_IMAGES]; // one per image: presenting gives no other sign that it is done with it
    uint32_t image_count;
    VkSemaphore acquired[IN_FLIGHT];
    VkFence done[IN_FLIGHT];
    VkCommandPool pool[IN_FLIGHT];
    VkCommandBuffer cmd[IN_FLIGHT];
    uint64_t begun, finished;
    uint32_t image;
    bool stale; // the swapchain no longer fits the window
};

static bool fail(platform_window* w, const char* sentence, int code)
{
    if (code != 0)
        snprintf(w->gpu->error, sizeof w->gpu->error, "%s (VkResult %d).", sentence, code);
    else
        snprintf(w->gpu->error, sizeof w->gpu->error, "%s.", sentence);
    return false;
}

// Places come in screen coordinates, which on some displays are larger than pixels.
static void on_move(GLFWwindow* window, double x, double y)
{
    platform_window* w = glfwGetWindowUserPointer(window);
    int screen_width, screen_height, width, height;
    glfwGetWindowSize(window, &screen_width, &screen_height);
    glfwGetFramebufferSize(window, &width, &height);
    if (w->input.move == NULL || screen_width == 0 || screen_height == 0) return;
    w->input.move(w->input.user, x * width / screen_width, y * height / screen_height);
}

static void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers)
{
    (void)scancode;
    platform_window* w = glfwGetWindowUserPointer(window);
    if (w->input.key != NULL) w->input.key(w->input.user, key, action, modifiers);
}

static void on_button(GLFWwindow* window, int button, int action, int modifiers)
{
    platform_window* w = glfwGetWindowUserPointer(window);
    if (w->input.button != NULL) w->input.button(w->input.user, button, action, modifiers);
}

static void on_scroll(GLFWwindow* window, double x, double y)
{
    (void)x;
    platform_window* w = glfwGetWindowUserPointer(window);
    if (w->input.scroll != NULL) w->input.scroll(w->input.user, y);
}

static void on_size(GLFWwindow* window, int width, int height)
{
    (void)width;
    (void)height;
    platform_window* w = glfwGetWindowUserPointer(window);
    w->stale           = true;
}

static bool choose_format(platform_window* w)
{
    VkSurfaceFormatKHR list[64];
    uint32_t count = 64;
    VkResult vk    = vkGetPhysicalDeviceSurfaceFormatsKHR(w->gpu->physical_device, w->surface, &count, list);
    if (vk != VK_SUCCESS && vk != VK_INCOMPLETE) return fail(w, "The window's surface has no formats", vk);
    for (uint32_t i = 0; i < count; ++i)
    {
        VkFormatProperties can;
        vkGetPhysicalDeviceFormatProperties(w->gpu->physical_device, list[i].format, &can);
        // A picture in sRGB must land in sRGB, or the blit would darken it.
        if (list[i].format != VK_FORMAT_B8G8R8A8_SRGB && list[i].format != VK_FORMAT_R8G8B8A8_SRGB) continue;
        if (!(can.optimalTilingFeatures & VK_FORMAT_FEATURE_BLIT_DST_BIT)) continue;
        w->format = list[i];
        return true;
    }
    return fail(w, "The window's surface shows no sRGB pictures", 0);
}

static void destroy_swapchain(platform_window* w)
{
    for (uint32_t i = 0; i < w->image_count; ++i)
        vkDestroySemaphore(w->gpu->device, w->shown[i], NULL);
    memset(w->shown, 0, sizeof w->shown);
    w->image_count = 0;
    if (w->swapchain != VK_NULL_HANDLE) vkDestroySwapchainKHR(w->gpu->device, w->swapchain, NULL);
    w->swapchain = VK_NULL_HANDLE;
}

// Device idle. Leaves no swapchain, and is no error, while the window has no size.
static bool make_swapchain(platform_window* w)
{
    platform_gpu* g = w->gpu;
    VkSurfaceCapabilitiesKHR can;
    VkResult vk = vkGetPhysicalDeviceSurfaceCapabilitiesKHR(g->physical_device, w->surface, &can);
    if (vk != VK_SUCCESS) return fail(w, "The window's surface is lost", vk);
    VkExtent2D extent = can.currentExtent;
    if (extent.width == UINT32_MAX) // the window takes its size from the swapchain
    {
        int width, height;
        glfwGetFramebufferSize(w->window, &width, &height);
        extent = (VkExtent2D){ (uint32_t)width, (uint32_t)height };
    }
    if (!(can.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT))
        return fail(w, "The window's surface cannot be copied to", 0);
    destroy_swapchain(w);
    w->extent = extent;
    if (extent.width == 0 || extent.height == 0) return true;

    uint32_t images = can.minImageCount + 1;
    if (can.maxImageCount != 0 && images > can.maxImageCount) images = can.maxImageCount;
    const VkSwapchainCreateInfoKHR info = {
        .sType            = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface          = w->surface,
        .minImageCount    = images,
        .imageFormat      = w->format.format,
        .imageColorSpace  = w->format.colorSpace,
        .imageExtent      = extent,
        .imageArrayLayers = 1,
        .imageUsage       = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        .preTransform     = can.currentTransform,
        .compositeAlpha   = can.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                                ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                                : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
        .presentMode      = VK_PRESENT_MODE_FIFO_KHR, // always there, and a simulation wants an even pace
        .clipped          = VK_TRUE,
    };
    vk = vkCreateSwapchainKHR(g->device, &info, NULL, &w->swapchain);
    if (vk != VK_SUCCESS) return fail(w, "The window cannot show pictures", vk);
    w->image_count = MAX_IMAGES;
    vk             = vkGetSwapchainImagesKHR(g->device, w->swapchain, &w->image_count, w->images);
    const VkSemaphoreCreateInfo semaphore = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO };
    for (uint32_t i = 0; i < w->image_count && vk == VK_SUCCESS; ++i)
        vk = vkCreateSemaphore(g->device, &semaphore, NULL, &w->shown[i]);
    w->stale = false;
    return vk == VK_SUCCESS || fail(w, "The window has too many images, or no semaphores", vk);
}

static bool make_frames(platform_window* w)
{
    platform_gpu* g                       = w->gpu;
    const VkSemaphoreCreateInfo semaphore = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO };
    const VkFenceCreateInfo fence         = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const VkCommandPoolCreateInfo pool    = { .sType            = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                              .flags            = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                              .queueFamilyIndex = g->queue_family };
    VkResult vk                           = VK_SUCCESS;
    for (int i = 0; i < IN_FLIGHT && vk == VK_SUCCESS; ++i)
    {
        vk = vkCreateSemaphore(g->device, &semaphore, NULL, &w->acquired[i]);
        if (vk == VK_SUCCESS) vk = vkCreateFence(g->device, &fence, NULL, &w->done[i]);
        if (vk == VK_SUCCESS) vk = vkCreateCommandPool(g->device, &pool, NULL, &w->pool[i]);
        const VkCommandBufferAllocateInfo one = { .sType              = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                  .commandPool        = w->pool[i],
                                                  .level              = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                  .commandBufferCount = 1 };
        if (vk == VK_SUCCESS) vk = vkAllocateCommandBuffers(g->device, &one, &w->cmd[i]);
    }
    return vk == VK_SUCCESS || fail(w, "The window cannot make its frames", vk);
}

static bool make_window(platform_window* w, const char* title, uint32_t width, uint32_t height)
{
    platform_gpu* g = w->gpu;
    if (!g->can_present) return fail(w, "The device or its driver cannot show pictures in a window", 0);
    if (!glfwInit()) return fail(w, "There is no display to open a window on", 0);
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    w->window = glfwCreateWindow((int)width, (int)height, title, NULL, NULL);
    if (w->window == NULL) return fail(w, "The display opens no window", 0);
    glfwSetWindowUserPointer(w->window, w);
    glfwSetKeyCallback(w->window, on_key);
    glfwSetMouseButtonCallback(w->window, on_button);
    glfwSetCursorPosCallback(w->window, on_move);
    glfwSetScrollCallback(w->window, on_scroll);
    glfwSetFramebufferSizeCallback(w->window, on_size);

    VkResult vk = glfwCreateWindowSurface(g->instance, w->window, NULL, &w->surface);
    if (vk != VK_SUCCESS) return fail(w, "Vulkan cannot draw in this window", vk);
    VkBool32 supported = VK_FALSE;
    vk = vkGetPhysicalDeviceSurfaceSupportKHR(g->physical_device, g->queue_family, w->surface, &supported);
    if (vk != VK_SUCCESS || !supported) return fail(w, "The device's queue cannot present to this window", vk);
    return choose_format(w) && make_frames(w) && make_swapchain(w);
}

platform_window* platform_window_create(platform_gpu* g, const char* title, uint32_t width, uint32_t height,
                                        const platform_window_input* input)
{
    platform_window* w = calloc(1, sizeof *w);
    if (w == NULL)
    {
        snprintf(g->error, sizeof g->error, "No memory for a window.");
        return NULL;
    }
    w->gpu = g;
    if (input != NULL) w->input = *input;
    if (make_window(w, title, width, height)) return w;
    platform_window_destroy(w);
    return NULL;
}

void platform_window_destroy(platform_window* w)
{
    if (w == NULL) return;
    VkDevice device = w->gpu->device;
    vkDeviceWaitIdle(device);
    destroy_swapchain(w);
    for (int i = 0; i < IN_FLIGHT; ++i)
    {
        vkDestroySemaphore(device, w->acquired[i], NULL);
        vkDestroyFence(device, w->done[i], NULL);
        vkDestroyCommandPool(device, w->pool[i], NULL);
    }
    if (w->surface != VK_NULL_HANDLE) vkDestroySurfaceKHR(w->gpu->instance, w->surface, NULL);
    if (w->window != NULL) glfwDestroyWindow(w->window);
    glfwTerminate();
    free(w);
}

bool platform_window_poll(platform_window* w)
{
    glfwPollEvents();
    return !glfwWindowShouldClose(w->window);
}

void platform_window_close(platform_window* w)
{
    glfwSetWindowShouldClose(w->window, GLFW_TRUE);
}

void platform_window_set_title(platform_window* w, const char* title)
{
    glfwSetWindowTitle(w->window, title);
}

void platform_window_size(const platform_window* w, uint32_t* width, uint32_t* height)
{
    *width  = w->extent.width;
    *height = w->extent.height;
}

uint64_t platform_window_frames_begun(const platform_window* w)
{
    return w->begun;
}

uint64_t platform_window_frames_finished(const platform_window* w)
{
    return w->finished;
}

// Waits until at most the given number of frames is on its way.
static bool wait_frames(platform_window* w, uint64_t on_their_way)
{
    while (w->finished + on_their_way < w->begun)
    {
        VkFence* fence = &w->done[w->finished % IN_FLIGHT];
        VkResult vk    = vkWaitForFences(w->gpu->device, 1, fence, VK_TRUE, UINT64_MAX);
        if (vk == VK_SUCCESS) vk = vkResetFences(w->gpu->device, 1, fence);
        if (vk != VK_SUCCESS) return fail(w, "A frame did not finish", vk);
        ++w->finished;
    }
    return true;
}

static bool renew(platform_window* w)
{
    const VkExtent2D before = w->extent;
    if (!wait_frames(w, 0)) return false;
    vkDeviceWaitIdle(w->gpu->device); // presenting too
    if (!make_swapchain(w)) return false;
    const bool other = w->extent.width != before.width || w->extent.height != before.height;
    if (other && w->swapchain != VK_NULL_HANDLE && w->input.resize != NULL)
        w->input.resize(w->input.user, w->extent.width, w->extent.height);
    return true;
}

VkCommandBuffer platform_window_begin(platform_window* w)
{
    if ((w->stale || w->swapchain == VK_NULL_HANDLE) && !renew(w)) return VK_NULL_HANDLE;
    if (w->swapchain == VK_NULL_HANDLE || !wait_frames(w, IN_FLIGHT - 1)) return VK_NULL_HANDLE;
    const uint32_t slot = (uint32_t)(w->begun % IN_FLIGHT);
    const VkResult vk =
        vkAcquireNextImageKHR(w->gpu->device, w->swapchain, UINT64_MAX, w->acquired[slot], VK_NULL_HANDLE, &w->image);
    if (vk == VK_ERROR_OUT_OF_DATE_KHR) w->stale = true;
    if (vk != VK_SUCCESS && vk != VK_SUBOPTIMAL_KHR)
    {
        if (vk != VK_ERROR_OUT_OF_DATE_KHR) fail(w, "The window gives no image", vk);
        return VK_NULL_HANDLE;
    }
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT };
    vkResetCommandPool(w->gpu->device, w->pool[slot], 0);
    if (vkBeginCommandBuffer(w->cmd[slot], &begin) != VK_SUCCESS) return VK_NULL_HANDLE;
    ++w->begun;
    return w->cmd[slot];
}

static void change_layout(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to,
                          VkAccessFlags before, VkAccessFlags after)
{
    const VkImageMemoryBarrier change = {
        .sType               = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask       = before,
        .dstAccessMask       = after,
        .oldLayout           = from,
        .newLayout           = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image               = image,
        .subresourceRange    = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 },
    };
    // Transfer to transfer: the semaphore from acquiring lets transfers begin, the one for presenting waits for all.
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1,
                         &change);
}

bool platform_window_end(platform_window* w, VkImage picture, uint32_t width, uint32_t height)
{
    const uint32_t slot     = (uint32_t)((w->begun - 1) % IN_FLIGHT);
    VkCommandBuffer cmd     = w->cmd[slot];
    VkImage image           = w->images[w->image];
    const VkImageBlit whole = {
        .srcSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
        .srcOffsets     = { { 0, 0, 0 }, { (int32_t)width, (int32_t)height, 1 } },
        .dstSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
        .dstOffsets     = { { 0, 0, 0 }, { (int32_t)w->extent.width, (int32_t)w->extent.height, 1 } },
    };
    const bool same = width == w->extent.width && height == w->extent.height;
    change_layout(cmd, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 0,
                  VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdBlitImage(cmd, picture, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                   &whole, same ? VK_FILTER_NEAREST : VK_FILTER_LINEAR);
    change_layout(cmd, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                  VK_ACCESS_TRANSFER_WRITE_BIT, 0);

    const VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkSubmitInfo submit           = {
                  .sType                = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                  .waitSemaphoreCount   = 1,
                  .pWaitSemaphores      = &w->acquired[slot],
                  .pWaitDstStageMask    = &transfer,
                  .commandBufferCount   = 1,
                  .pCommandBuffers      = &cmd,
                  .signalSemaphoreCount = 1,
                  .pSignalSemaphores    = &w->shown[w->image],
    };
    VkResult vk = vkEndCommandBuffer(cmd);
    if (vk == VK_SUCCESS) vk = vkQueueSubmit(w->gpu->queue, 1, &submit, w->done[slot]);
    if (vk != VK_SUCCESS) return fail(w, "A frame cannot be submitted", vk);
    const VkPresentInfoKHR present = {
        .sType              = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores    = &w->shown[w->image],
        .swapchainCount     = 1,
        .pSwapchains        = &w->swapchain,
        .pImageIndices      = &w->image,
    };
    vk = vkQueuePresentKHR(w->gpu->queue, &present);
    if (vk == VK_ERROR_OUT_OF_DATE_KHR || vk == VK_SUBOPTIMAL_KHR) w->stale = true;
    return vk == VK_SUCCESS || w->stale || fail(w, "A frame cannot be shown", vk);
}
