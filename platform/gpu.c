// A Vulkan 1.1 device with one queue that computes (and draws, where there is one), through volk.
#include "gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool fail(platform_gpu* g, const char* sentence, int code)
{
    if (code != 0)
        snprintf(g->error, sizeof g->error, "%s (VkResult %d).", sentence, code);
    else
        snprintf(g->error, sizeof g->error, "%s.", sentence);
    return false;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                           const VkDebugUtilsMessengerCallbackDataEXT* data, void* user)
{
    (void)severity;
    (void)types;
    platform_gpu* g  = user;
    const char* mode = getenv("MASSA_VALIDATION");
    const char* id   = data->pMessageIdName != NULL ? data->pMessageIdName : "";
    // The newer layer keeps changing with its package; only its synchronization findings count, so that an unchanged
    // tree does not turn red. Debian's layer counts whole.
    const bool counts = mode == NULL || strcmp(mode, "newer") != 0 || strstr(id, "SYNC-HAZARD") != NULL;
    if (counts) ++g->validation_messages;
    if (counts && getenv("MASSA_VALIDATION_QUIET") == NULL) fprintf(stderr, "validation: %s: %s\n", id, data->pMessage);
    return VK_FALSE;
}

static bool has_extension(const char* layer, const char* name)
{
    VkExtensionProperties list[64];
    uint32_t count = COUNT(list);
    vkEnumerateInstanceExtensionProperties(layer, &count, list);
    for (uint32_t i = 0; i < count; ++i)
        if (strcmp(list[i].extensionName, name) == 0) return true;
    return false;
}

static bool create_instance(platform_gpu* g)
{
    // What a window needs, by name: the headers of other systems are not here. Harmless without a window.
    static const char* const surfaces[] = { "VK_KHR_xcb_surface",     "VK_KHR_xlib_surface",  "VK_KHR_wayland_surface",
                                            "VK_KHR_android_surface", "VK_KHR_win32_surface", "VK_EXT_metal_surface" };
    const char* const layer             = "VK_LAYER_KHRONOS_validation";
    const bool validate                 = getenv("MASSA_VALIDATION") != NULL;
    const char* extension[3 + COUNT(surfaces)];
    uint32_t extensions = 0;
    if (has_extension(NULL, VK_KHR_SURFACE_EXTENSION_NAME))
    {
        extension[extensions++] = VK_KHR_SURFACE_EXTENSION_NAME;
        for (size_t i = 0; i < COUNT(surfaces); ++i)
            if (has_extension(NULL, surfaces[i])) extension[extensions++] = surfaces[i];
        g->can_present = extensions > 1; // create_device has the last word
    }
    if (has_extension(NULL, VK_EXT_DEBUG_UTILS_EXTENSION_NAME) || validate)
        extension[extensions++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    if (validate) extension[extensions++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;

    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
        .pfnUserCallback = hear,
        .pUserData       = g,
    };
    const VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT features    = {
           .sType                         = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
           .pNext                         = &messenger,
           .enabledValidationFeatureCount = 1,
           .pEnabledValidationFeatures    = &enable,
    };
    const VkApplicationInfo app     = { .sType            = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .pApplicationName = "massa",
                                        .apiVersion       = VK_API_VERSION_1_1 };
    const VkInstanceCreateInfo info = {
        .sType                   = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext                   = validate ? &features : NULL,
        .pApplicationInfo        = &app,
        .enabledLayerCount       = validate,
        .ppEnabledLayerNames     = &layer,
        .enabledExtensionCount   = extensions,
        .ppEnabledExtensionNames = extension,
    };
    const VkResult vk = vkCreateInstance(&info, NULL, &g->instance);
    if (vk == VK_ERROR_LAYER_NOT_PRESENT)
        return fail(g,
                    "MASSA_VALIDATION is set, but the validation layer is not installed: run platform/linux/setup.sh "
                    "--test",
                    vk);
    if (vk != VK_SUCCESS) return fail(g, "No Vulkan instance: install a Vulkan driver", vk);
    volkLoadInstance(g->instance);
    if (validate) vkCreateDebugUtilsMessengerEXT(g->instance, &messenger, NULL, &g->messenger);
    return true;
}

static int rank(VkPhysicalDeviceType type)
{
    switch (type)
    {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 4;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 3;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 1;
    default: return 0;
    }
}

static bool choose_device(platform_gpu* g, const char* name_contains)
{
    VkPhysicalDevice device[16];
    uint32_t count    = COUNT(device);
    const VkResult vk = vkEnumeratePhysicalDevices(g->instance, &count, device);
    if (vk != VK_SUCCESS && vk != VK_INCOMPLETE) return fail(g, "Vulkan lists no devices", vk);
    int best = -1;
    for (uint32_t i = 0; i < count; ++i)
    {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(device[i], &p);
        if (name_contains != NULL && strstr(p.deviceName, name_contains) == NULL) continue;
        if (p.apiVersion < VK_API_VERSION_1_1 || rank(p.deviceType) <= best) continue;
        best               = rank(p.deviceType);
        g->physical_device = device[i];
        memcpy(g->device_name, p.deviceName, sizeof g->device_name);
    }
    if (best < 0)
        return fail(g, name_contains != NULL ? "No Vulkan 1.1 device has that name" : "No Vulkan 1.1 device", 0);

    VkQueueFamilyProperties family[32];
    count = COUNT(family);
    vkGetPhysicalDeviceQueueFamilyProperties(g->physical_device, &count, family);
    g->queue_family = UINT32_MAX;
    for (uint32_t i = count; i-- > 0;)
    {
        const VkQueueFlags both = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
        if ((family[i].queueFlags & both) == both) g->queue_family = i;
        if ((family[i].queueFlags & VK_QUEUE_COMPUTE_BIT) && g->queue_family == UINT32_MAX) g->queue_family = i;
    }
    return g->queue_family != UINT32_MAX || fail(g, "The device has no compute queue", 0);
}

static bool device_has_extension(platform_gpu* g, const char* name)
{
    uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(g->physical_device, NULL, &count, NULL);
    VkExtensionProperties* list = calloc(count + 1, sizeof *list);
    if (list == NULL) return false;
    vkEnumerateDeviceExtensionProperties(g->physical_device, NULL, &count, list);
    bool found = false;
    for (uint32_t i = 0; i < count; ++i)
        found = found || strcmp(list[i].extensionName, name) == 0;
    free(list);
    return found;
}

static bool create_device(platform_gpu* g)
{
    const char* const swapchain         = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    g->can_present                      = g->can_present && device_has_extension(g, swapchain);
    const float priority                = 1.0f;
    const VkDeviceQueueCreateInfo queue = {
        .sType            = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = g->queue_family,
        .queueCount       = 1,
        .pQueuePriorities = &priority,
    };
    VkPhysicalDeviceFeatures has;
    vkGetPhysicalDeviceFeatures(g->physical_device, &has);
    const VkPhysicalDeviceFeatures features = {
        .shaderInt64        = has.shaderInt64, // massa's kernels for CPUs have a use
        .tessellationShader = has.tessellationShader,
        .fillModeNonSolid   = has.fillModeNonSolid,
    };
    const VkDeviceCreateInfo info = {
        .sType                   = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .queueCreateInfoCount    = 1,
        .pQueueCreateInfos       = &queue,
        .enabledExtensionCount   = g->can_present,
        .ppEnabledExtensionNames = &swapchain,
        .pEnabledFeatures        = &features,
    };
    VkResult vk = vkCreateDevice(g->physical_device, &info, NULL, &g->device);
    if (vk != VK_SUCCESS) return fail(g, "The device cannot be made", vk);
    g->shader_int64 = features.shaderInt64;
    g->tessellation = features.tessellationShader;
    g->line_fill    = features.fillModeNonSolid;
    vkGetDeviceQueue(g->device, g->queue_family, 0, &g->queue);

    const VkCommandPoolCreateInfo pool = { .sType            = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .flags            = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                           .queueFamilyIndex = g->queue_family };
    vk                                 = vkCreateCommandPool(g->device, &pool, NULL, &g->command_pool);
    if (vk != VK_SUCCESS) return fail(g, "No command pool", vk);
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    vk                            = vkCreateFence(g->device, &fence, NULL, &g->fence);
    return vk == VK_SUCCESS || fail(g, "No fence", vk);
}

bool platform_gpu_create(platform_gpu* g, const char* name_contains)
{
    memset(g, 0, sizeof *g);
    if (volkInitialize() != VK_SUCCESS) return fail(g, "No Vulkan loader: install libvulkan1 and a Vulkan driver", 0);
    g->get_instance_proc_addr = vkGetInstanceProcAddr;
    if (create_instance(g) && choose_device(g, name_contains) && create_device(g)) return true;
    char error[sizeof g->error];
    memcpy(error, g->error, sizeof error);
    platform_gpu_destroy(g);
    memcpy(g->error, error, sizeof error);
    return false;
}

void platform_gpu_destroy(platform_gpu* g)
{
    if (g->device != VK_NULL_HANDLE)
    {
        vkDestroyFence(g->device, g->fence, NULL);
        vkDestroyCommandPool(g->device, g->command_pool, NULL);
        vkDestroyDevice(g->device, NULL);
    }
    if (g->messenger != VK_NULL_HANDLE) vkDestroyDebugUtilsMessengerEXT(g->instance, g->messenger, NULL);
    if (g->instance != VK_NULL_HANDLE) vkDestroyInstance(g->instance, NULL);
    memset(g, 0, sizeof *g);
}

VkCommandBuffer platform_begin(platform_gpu* g)
{
    const VkCommandBufferAllocateInfo info = { .sType              = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool        = g->command_pool,
                                               .level              = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1 };
    VkCommandBuffer cmd                    = VK_NULL_HANDLE;
    if (vkAllocateCommandBuffers(g->device, &info, &cmd) != VK_SUCCESS) return VK_NULL_HANDLE;
    const VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT };
    vkBeginCommandBuffer(cmd, &begin);
    return cmd;
}

bool platform_submit_and_wait(platform_gpu* g, VkCommandBuffer cmd)
{
    const VkSubmitInfo submit = { .sType              = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                  .commandBufferCount = 1,
                                  .pCommandBuffers    = &cmd };
    VkResult vk               = vkEndCommandBuffer(cmd);
    if (vk == VK_SUCCESS) vk = vkQueueSubmit(g->queue, 1, &submit, g->fence);
    if (vk == VK_SUCCESS) vk = vkWaitForFences(g->device, 1, &g->fence, VK_TRUE, UINT64_MAX);
    if (vk == VK_SUCCESS) vk = vkResetFences(g->device, 1, &g->fence);
    vkFreeCommandBuffers(g->device, g->command_pool, 1, &cmd);
    return vk == VK_SUCCESS || fail(g, "The command buffer did not run", vk);
}

bool platform_buffer_create(platform_gpu* g, platform_buffer* b, uint64_t size, VkBufferUsageFlags usage)
{
    memset(b, 0, sizeof *b);
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage };
    VkResult vk                   = vkCreateBuffer(g->device, &info, NULL, &b->buffer);
    if (vk != VK_SUCCESS) return fail(g, "No buffer", vk);
    VkMemoryRequirements need;
    VkPhysicalDeviceMemoryProperties has;
    vkGetBufferMemoryRequirements(g->device, b->buffer, &need);
    vkGetPhysicalDeviceMemoryProperties(g->physical_device, &has);
    const VkMemoryPropertyFlags want = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryAllocateInfo how         = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size };
    for (uint32_t i = has.memoryTypeCount; i-- > 0;)
        if ((need.memoryTypeBits >> i & 1) && (has.memoryTypes[i].propertyFlags & want) == want)
            how.memoryTypeIndex = i;
    vk = vkAllocateMemory(g->device, &how, NULL, &b->memory);
    if (vk == VK_SUCCESS) vk = vkBindBufferMemory(g->device, b->buffer, b->memory, 0);
    if (vk == VK_SUCCESS) vk = vkMapMemory(g->device, b->memory, 0, VK_WHOLE_SIZE, 0, (void**)&b->mapped);
    b->size = size;
    if (vk == VK_SUCCESS) return true;
    platform_buffer_destroy(g, b);
    return fail(g, "No memory for a buffer", vk);
}

void platform_buffer_destroy(platform_gpu* g, platform_buffer* b)
{
    if (b->buffer != VK_NULL_HANDLE) vkDestroyBuffer(g->device, b->buffer, NULL);
    if (b->memory != VK_NULL_HANDLE) vkFreeMemory(g->device, b->memory, NULL);
    memset(b, 0, sizeof *b);
}
