// What a host has before massa comes: an instance, a device, a queue, a command buffer. In the common part of C11 and
// C++17. A host with volk includes it first; the names are the same.
#ifndef CONSUMER_HOST_H
#define CONSUMER_HOST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

typedef struct host
{
    VkInstance       instance;
    VkPhysicalDevice physical_device;
    VkDevice         device;
    VkQueue          queue;
    VkCommandPool    pool;
    VkCommandBuffer  cmd;
    VkFence          fence;
    uint32_t         queue_family;
} host;

static inline void host_need(int ok, const char* what)
{
    if (ok) return;
    fprintf(stderr, "host: %s failed\n", what);
    exit(1);
}

static inline void host_open_instance(host* h)
{
    VkApplicationInfo    app;
    VkInstanceCreateInfo info;
    memset(h, 0, sizeof *h);
    memset(&app, 0, sizeof app);
    memset(&info, 0, sizeof info);
    app.sType             = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    app.apiVersion        = VK_API_VERSION_1_1;
    info.sType            = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &app;
    host_need(vkCreateInstance(&info, NULL, &h->instance) == VK_SUCCESS, "vkCreateInstance");
}

// After host_open_instance, so that a host with volk can load the instance's functions in between.
static inline void host_open_device(host* h, uint32_t queue_family)
{
    const float                 priority = 1.0f;
    VkDeviceQueueCreateInfo     queue;
    VkDeviceCreateInfo          device;
    VkCommandPoolCreateInfo     pool;
    VkCommandBufferAllocateInfo buffer;
    VkFenceCreateInfo           fence;
    memset(&queue, 0, sizeof queue);
    memset(&device, 0, sizeof device);
    memset(&pool, 0, sizeof pool);
    memset(&buffer, 0, sizeof buffer);
    memset(&fence, 0, sizeof fence);

    h->queue_family             = queue_family;
    queue.sType                 = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex      = queue_family;
    queue.queueCount            = 1;
    queue.pQueuePriorities      = &priority;
    device.sType                = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device.queueCreateInfoCount = 1;
    device.pQueueCreateInfos    = &queue;
    host_need(vkCreateDevice(h->physical_device, &device, NULL, &h->device) == VK_SUCCESS, "vkCreateDevice");
    vkGetDeviceQueue(h->device, queue_family, 0, &h->queue);

    pool.sType            = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags            = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = queue_family;
    host_need(vkCreateCommandPool(h->device, &pool, NULL, &h->pool) == VK_SUCCESS, "vkCreateCommandPool");
    buffer.sType              = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    buffer.commandPool        = h->pool;
    buffer.level              = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    buffer.commandBufferCount = 1;
    host_need(vkAllocateCommandBuffers(h->device, &buffer, &h->cmd) == VK_SUCCESS, "vkAllocateCommandBuffers");
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    host_need(vkCreateFence(h->device, &fence, NULL, &h->fence) == VK_SUCCESS, "vkCreateFence");
}

static inline void host_choose_device(host* h)
{
    uint32_t       count = 1;
    const VkResult vk    = vkEnumeratePhysicalDevices(h->instance, &count, &h->physical_device);
    host_need((vk == VK_SUCCESS || vk == VK_INCOMPLETE) && count == 1, "vkEnumeratePhysicalDevices");
}

static inline void host_begin(host* h)
{
    VkCommandBufferBeginInfo begin;
    memset(&begin, 0, sizeof begin);
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    host_need(vkBeginCommandBuffer(h->cmd, &begin) == VK_SUCCESS, "vkBeginCommandBuffer");
}

static inline void host_submit_and_wait(host* h)
{
    VkSubmitInfo submit;
    memset(&submit, 0, sizeof submit);
    submit.sType              = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers    = &h->cmd;
    host_need(vkEndCommandBuffer(h->cmd) == VK_SUCCESS, "vkEndCommandBuffer");
    host_need(vkQueueSubmit(h->queue, 1, &submit, h->fence) == VK_SUCCESS, "vkQueueSubmit");
    host_need(vkWaitForFences(h->device, 1, &h->fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS, "vkWaitForFences");
    host_need(vkResetFences(h->device, 1, &h->fence) == VK_SUCCESS, "vkResetFences");
}

static inline void host_close(host* h)
{
    vkDestroyFence(h->device, h->fence, NULL);
    vkDestroyCommandPool(h->device, h->pool, NULL);
    vkDestroyDevice(h->device, NULL);
    vkDestroyInstance(h->instance, NULL);
}

#endif
