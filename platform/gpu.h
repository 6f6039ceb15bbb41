// The host side that tools, samples and tests need: an instance, a device and one queue. An engine has its own.
#ifndef PLATFORM_GPU_H
#define PLATFORM_GPU_H

#include <stdbool.h>
#include <stdint.h>
#include <volk.h>

typedef struct platform_gpu
{
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family;
    VkCommandPool command_pool;
    VkFence fence;
    PFN_vkGetInstanceProcAddr get_instance_proc_addr;
    VkDebugUtilsMessengerEXT messenger;
    bool shader_int64;            // VkPhysicalDeviceFeatures.shaderInt64 is on: where the device has it
    bool tessellation;            // tessellationShader is on: where the device has it
    bool line_fill;               // fillModeNonSolid, too
    bool can_present;             // surface and swapchain extensions are on: platform/window.h can work
    uint32_t validation_messages; // warnings and errors heard so far; tests want 0
    char device_name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    char error[256]; // one sentence when something failed
} platform_gpu;

// Uses the first device of the best type, or the one whose name contains the given text (null: any). MASSA_VALIDATION
// in the environment (debian, newer) switches on the validation layer with synchronization validation. False: error
// says why; the struct needs no destroy.
bool platform_gpu_create(platform_gpu*, const char* name_contains);
void platform_gpu_destroy(platform_gpu*);

VkCommandBuffer platform_begin(platform_gpu*);                 // a command buffer in the recording state
bool platform_submit_and_wait(platform_gpu*, VkCommandBuffer); // ends, runs, waits, frees it

typedef struct platform_buffer // host visible, coherent, mapped
{
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t size;
    uint8_t* mapped;
} platform_buffer;

bool platform_buffer_create(platform_gpu*, platform_buffer*, uint64_t size, VkBufferUsageFlags usage);
void platform_buffer_destroy(platform_gpu*, platform_buffer*);

#endif
