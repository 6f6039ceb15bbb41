// The host's device as massa uses it: what it must offer, how it is handed over, and the probe of its arithmetic.
#ifndef MASSA_DEVICE_H
#define MASSA_DEVICE_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

// What a host should switch on when it makes its device. Nothing optional is required.
typedef struct massa_device_needs
{
    uint32_t    api_version;        // required of instance and device: VK_API_VERSION_1_1
    uint32_t    queue_family;       // a family that can compute (one that also draws, if there is one), or UINT32_MAX
    bool        supported;          // false: massa_create_device would refuse, for the reason below
    massa_result refusal;           // MASSA_OK when supported
    char        reason[160];        // the limit that is missing, in one sentence; empty when supported
    uint32_t    useful_count;       // device extensions that help where present and never change a result
    const char* useful_extension[4];
    bool        useful_shader_int64; // the feature shaderInt64 is there and helps; it never changes a result
} massa_device_needs;

MASSA_API MASSA_CHECK massa_result massa_query_device_needs(VkInstance, VkPhysicalDevice,
                                                            PFN_vkGetInstanceProcAddr, massa_device_needs* out);

// What a buffer is for, so that the host's allocator can place it.
typedef enum massa_memory_kind
{
    MASSA_MEMORY_DEVICE,   // read and written by shaders
    MASSA_MEMORY_UPLOAD,   // written by the CPU, mapped and coherent for its whole life
    MASSA_MEMORY_READBACK, // read by the CPU, mapped and coherent, cached if possible
} massa_memory_kind;

// The host's own device memory, for example its VMA. All or none: both functions, or massa uses a VMA of its own.
// create returns a bound buffer, its mapping (not for MASSA_MEMORY_DEVICE) and a handle that destroy gets back.
typedef struct massa_memory_functions
{
    void* user;
    VkResult (*create)(void* user, const VkBufferCreateInfo*, massa_memory_kind, VkBuffer* buffer, void** mapped,
                       void** handle);
    void (*destroy)(void* user, VkBuffer buffer, void* handle);
} massa_memory_functions;

typedef struct massa_device_desc
{
    uint32_t                     cookie;          // set by massa_default_device_desc
    VkInstance                   instance;        // required, made for Vulkan 1.1 or later
    VkPhysicalDevice             physical_device; // required
    VkDevice                     device;          // required
    uint32_t                     queue_family;    // of the queue that will run the command buffers
    PFN_vkGetInstanceProcAddr    get_instance_proc_addr; // required
    VkPipelineCache              pipeline_cache;  // optional: used when a world's pipelines are made
    const VkAllocationCallbacks* allocation;      // optional: all host memory, ours, VMA's and the driver's; called
                                                  // like the log by whichever thread uses the device or a world
    massa_memory_functions       memory;          // optional: all device memory
    massa_log_fn                 log;             // optional: massa never prints
    void*                        log_user;
    uint32_t                     group_size;      // threads per workgroup: 32, 64, 128, or 0 to let massa choose;
                                                  // never changes a result
    bool                         shader_int64;    // optional: the device was made with
                                                  // VkPhysicalDeviceFeatures.shaderInt64; never changes a result
} massa_device_desc;

static inline massa_device_desc massa_default_device_desc(void)
{
    massa_device_desc d = MASSA_ZERO;
    d.cookie            = MASSA_COOKIE(2, massa_device_desc);
    return d;
}

// The handles stay the host's and must outlive the massa_device. *out is null unless MASSA_OK is returned.
MASSA_API MASSA_CHECK massa_result massa_create_device(const massa_device_desc*, massa_device** out);
MASSA_API void massa_destroy_device(massa_device*); // after its worlds; null is fine

// What the arithmetic of a device allows. Until the probe has answered the level is unknown.
typedef enum massa_determinism
{
    MASSA_DETERMINISM_UNKNOWN,
    MASSA_DETERMINISM_SAME_DEVICE,  // the device rounds or fuses in its own way: the log names what differs
    MASSA_DETERMINISM_EVERY_DEVICE, // same edits, same bits, as on every other device that passes
} massa_determinism;

// Records one small dispatch. After the command buffer's fence massa_device_poll_probe has the answer.
MASSA_API MASSA_CHECK massa_result massa_cmd_probe(massa_device*, VkCommandBuffer);
MASSA_API MASSA_CHECK massa_result massa_device_poll_probe(massa_device*, massa_determinism* out);

#if defined(__cplusplus)
}
#endif

#endif
