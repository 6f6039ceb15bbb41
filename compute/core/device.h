// The adopted device: the host's handles, our own function table, limits, memory and log.
// Only compute/core calls Vulkan; stages speak of spans and passes (arena.h, kernel.h, recorder.h).
#ifndef MAS_DEVICE_H
#define MAS_DEVICE_H

#include "massa/massa.h"

#include <volk.h>

#define MAS_TRY(call)                                                                                                  \
    do                                                                                                                 \
    {                                                                                                                  \
        const massa_result mas_try_result = (call);                                                                    \
        if (mas_try_result != MASSA_OK) return mas_try_result;                                                         \
    } while (0)
#define MAS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// The floor (architecture.md, "Floor"): what Vulkan 1.1 guarantees, but 8 storage buffers per stage instead of 4.
enum
{
    MAS_FLOOR_INVOCATIONS     = 128,
    MAS_FLOOR_SHARED_BYTES    = 16384,
    MAS_FLOOR_STORAGE_BUFFERS = 8,
    MAS_WIDE_STORAGE_BUFFERS  = 24, // above the floor: what kernels that take a small world as a whole bind
    MAS_FLOOR_STORAGE_RANGE   = 1 << 27,
    MAS_FLOOR_PUSH_BYTES      = 128,
    MAS_FLOOR_GROUPS          = 65535,
    MAS_TEXEL_BYTES           = 16,
};

typedef struct mas_limits
{
    uint64_t storage_range; // bytes that one binding may span
    uint64_t allocation;    // bytes of one allocation, and so of one buffer
    // What makes twins pay (kernel.c); nothing of it, whatever the device has, where threads are many.
    uint32_t subgroup;       // lanes, where subgroups have ballot and shuffle; else 0
    bool texels;             // what one binding may span is read by texels, too (texel.glsl)
    bool software;           // no device of its own, and the host left group_size open: groups may be narrow
    bool words64;            // software, with shaderInt64 (include/words.glsl)
    bool wide;               // MAS_WIDE_STORAGE_BUFFERS and more can be bound
    uint32_t group_size;     // default threads per workgroup: 32, 64 or 128
    float timestamp_period;  // ns per tick; 0 when the queue has no timestamps
    uint64_t timestamp_mask; // valid bits
} mas_limits;

typedef struct mas_probe mas_probe; // compute/core/probe.h

struct massa_device
{
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    struct VolkDeviceTable vk; // filled by our own loader, never volk's globals: two devices may live side by side
    PFN_vkCmdBeginDebugUtilsLabelEXT begin_label; // null unless the host enabled VK_EXT_debug_utils
    PFN_vkCmdEndDebugUtilsLabelEXT end_label;
    VkAllocationCallbacks allocation_copy;
    const VkAllocationCallbacks* allocation; // null, or &allocation_copy
    VkPipelineCache pipeline_cache;
    massa_memory_functions memory; // the host's, or ours over VMA
    void* vma;                     // memory.c's own, null when the host brings its own memory
    massa_log_fn log;
    void* log_user;
    mas_limits limits;
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    mas_probe* probe;
};

// Tells the host's log one precise sentence and returns the code, so that an error is one line: return mas_fail(...).
massa_result mas_fail(const massa_device*, massa_result, const char* format, ...) __attribute__((format(printf, 3, 4)));
massa_result mas_fail_vulkan(const massa_device*, const char* call, VkResult);
void mas_log(const massa_device*, massa_log_level, const char* format, ...) __attribute__((format(printf, 3, 4)));

// Zeroed host memory from the host's allocator; null when it has none. alignment is at most 64.
void* mas_alloc(const massa_device*, size_t size);
void mas_free(const massa_device*, void*);

#endif
