// Adopts the host's device: checks the floor, fills our own function table, sets up memory and log.
#include "device.h"
#include "memory.h"
#include "probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__FAST_MATH__)
#error "massa must be compiled without fast-math: results that enter the state would differ between machines."
#endif

#define DEVICE_FUNCTIONS(X)                                                                                            \
    X(vkAllocateDescriptorSets)                                                                                        \
    X(vkAllocateMemory)                                                                                                \
    X(vkBindBufferMemory)                                                                                              \
    X(vkBindBufferMemory2)                                                                                             \
    X(vkBindImageMemory)                                                                                               \
    X(vkBindImageMemory2)                                                                                              \
    X(vkCmdBindDescriptorSets)                                                                                         \
    X(vkCmdBindPipeline)                                                                                               \
    X(vkCmdCopyBuffer)                                                                                                 \
    X(vkCmdDispatch)                                                                                                   \
    X(vkCmdDispatchIndirect)                                                                                           \
    X(vkCmdFillBuffer)                                                                                                 \
    X(vkCmdPipelineBarrier)                                                                                            \
    X(vkCmdPushConstants)                                                                                              \
    X(vkCmdResetQueryPool)                                                                                             \
    X(vkCmdUpdateBuffer)                                                                                               \
    X(vkCmdWriteTimestamp)                                                                                             \
    X(vkCreateBuffer)                                                                                                  \
    X(vkCreateBufferView)                                                                                              \
    X(vkCreateComputePipelines)                                                                                        \
    X(vkCreateDescriptorPool)                                                                                          \
    X(vkCreateDescriptorSetLayout)                                                                                     \
    X(vkCreateImage)                                                                                                   \
    X(vkCreatePipelineLayout)                                                                                          \
    X(vkCreateQueryPool)                                                                                               \
    X(vkCreateShaderModule)                                                                                            \
    X(vkDestroyBuffer)                                                                                                 \
    X(vkDestroyBufferView)                                                                                             \
    X(vkDestroyDescriptorPool)                                                                                         \
    X(vkDestroyDescriptorSetLayout)                                                                                    \
    X(vkDestroyImage)                                                                                                  \
    X(vkDestroyPipeline)                                                                                               \
    X(vkDestroyPipelineLayout)                                                                                         \
    X(vkDestroyQueryPool)                                                                                              \
    X(vkDestroyShaderModule)                                                                                           \
    X(vkFlushMappedMemoryRanges)                                                                                       \
    X(vkFreeMemory)                                                                                                    \
    X(vkGetBufferMemoryRequirements)                                                                                   \
    X(vkGetBufferMemoryRequirements2)                                                                                  \
    X(vkGetImageMemoryRequirements)                                                                                    \
    X(vkGetImageMemoryRequirements2)                                                                                   \
    X(vkGetQueryPoolResults)                                                                                           \
    X(vkInvalidateMappedMemoryRanges)                                                                                  \
    X(vkMapMemory)                                                                                                     \
    X(vkUnmapMemory)                                                                                                   \
    X(vkUpdateDescriptorSets)

void mas_log(const massa_device* d, massa_log_level level, const char* format, ...)
{
    if (d == NULL || d->log == NULL) return;
    char text[320];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    d->log(d->log_user, level, text);
}

massa_result mas_fail(const massa_device* d, massa_result result, const char* format, ...)
{
    if (d == NULL || d->log == NULL) return result;
    char text[320];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    d->log(d->log_user, MASSA_LOG_ERROR, text);
    return result;
}

massa_result mas_fail_vulkan(const massa_device* d, const char* call, VkResult vk)
{
    massa_result r = MASSA_ERROR_VULKAN;
    if (vk == VK_ERROR_OUT_OF_HOST_MEMORY) r = MASSA_ERROR_HOST_MEMORY;
    if (vk == VK_ERROR_OUT_OF_DEVICE_MEMORY) r = MASSA_ERROR_DEVICE_MEMORY;
    return mas_fail(d, r, "%s failed with VkResult %d.", call, (int)vk);
}

enum
{
    HOST_ALIGNMENT = 64
};

void* mas_alloc(const massa_device* d, size_t size)
{
    void* p;
    if (d->allocation != NULL)
    {
        p = d->allocation->pfnAllocation(d->allocation->pUserData, size, HOST_ALIGNMENT,
                                         VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    }
    else
    {
        p = aligned_alloc(HOST_ALIGNMENT, (size + HOST_ALIGNMENT - 1) / HOST_ALIGNMENT * HOST_ALIGNMENT);
    }
    if (p != NULL) memset(p, 0, size);
    return p;
}

void mas_free(const massa_device* d, void* p)
{
    if (p == NULL) return;
    if (d->allocation != NULL)
        d->allocation->pfnFree(d->allocation->pUserData, p);
    else
        free(p);
}

static bool plays_in_software(const VkPhysicalDeviceProperties* properties)
{
    return properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

typedef struct instance_functions
{
    PFN_vkGetPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties2 properties2; // null: the host's instance is for Vulkan 1.0
    PFN_vkGetPhysicalDeviceFeatures features;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties families;
    PFN_vkGetDeviceProcAddr get_device_proc_addr;
} instance_functions;

static bool load_instance(VkInstance instance, PFN_vkGetInstanceProcAddr get, instance_functions* f)
{
    f->properties  = (PFN_vkGetPhysicalDeviceProperties)get(instance, "vkGetPhysicalDeviceProperties");
    f->properties2 = (PFN_vkGetPhysicalDeviceProperties2)get(instance, "vkGetPhysicalDeviceProperties2");
    f->features    = (PFN_vkGetPhysicalDeviceFeatures)get(instance, "vkGetPhysicalDeviceFeatures");
    f->families =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties)get(instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    f->get_device_proc_addr = (PFN_vkGetDeviceProcAddr)get(instance, "vkGetDeviceProcAddr");
    return f->properties != NULL && f->features != NULL && f->families != NULL && f->get_device_proc_addr != NULL;
}

// The first limit below the floor, as a sentence in reason; MASSA_OK when there is none.
static massa_result check_floor(const VkPhysicalDeviceProperties* p, char* reason, size_t size)
{
    const VkPhysicalDeviceLimits* l = &p->limits;
    const struct
    {
        const char* name;
        uint64_t has, floor;
    } floor[] = {
        { "maxComputeWorkGroupInvocations", l->maxComputeWorkGroupInvocations, MAS_FLOOR_INVOCATIONS },
        { "maxComputeWorkGroupSize[0]", l->maxComputeWorkGroupSize[0], MAS_FLOOR_INVOCATIONS },
        { "maxComputeWorkGroupCount[0]", l->maxComputeWorkGroupCount[0], MAS_FLOOR_GROUPS },
        { "maxComputeWorkGroupCount[1]", l->maxComputeWorkGroupCount[1], MAS_FLOOR_GROUPS },
        { "maxComputeSharedMemorySize", l->maxComputeSharedMemorySize, MAS_FLOOR_SHARED_BYTES },
        { "maxPerStageDescriptorStorageBuffers", l->maxPerStageDescriptorStorageBuffers, MAS_FLOOR_STORAGE_BUFFERS },
        { "maxDescriptorSetStorageBuffers", l->maxDescriptorSetStorageBuffers, MAS_FLOOR_STORAGE_BUFFERS },
        { "maxStorageBufferRange", l->maxStorageBufferRange, MAS_FLOOR_STORAGE_RANGE },
        { "maxPushConstantsSize", l->maxPushConstantsSize, MAS_FLOOR_PUSH_BYTES },
    };
    if (p->apiVersion < VK_API_VERSION_1_1)
    {
        snprintf(reason, size, "The device speaks Vulkan %u.%u; massa needs 1.1: update its driver.",
                 VK_API_VERSION_MAJOR(p->apiVersion), VK_API_VERSION_MINOR(p->apiVersion));
        return MASSA_ERROR_NO_VULKAN;
    }
    for (size_t i = 0; i < MAS_COUNT(floor); ++i)
    {
        if (floor[i].has >= floor[i].floor) continue;
        snprintf(reason, size, "The device's %s is %llu; massa needs at least %llu.", floor[i].name,
                 (unsigned long long)floor[i].has, (unsigned long long)floor[i].floor);
        return MASSA_ERROR_DEVICE_LIMIT;
    }
    return MASSA_OK;
}

enum
{
    MAX_FAMILIES = 32
};

// Asks for the count by itself: SwiftShader, given more room than it has families, fills all of it and says so.
static uint32_t list_families(const instance_functions* f, VkPhysicalDevice device, VkQueueFamilyProperties* family)
{
    uint32_t count = 0;
    f->families(device, &count, NULL);
    if (count > MAX_FAMILIES) count = MAX_FAMILIES;
    f->families(device, &count, family);
    return count;
}

massa_result massa_query_device_needs(VkInstance instance, VkPhysicalDevice physical_device,
                                      PFN_vkGetInstanceProcAddr get, massa_device_needs* out)
{
    if (out == NULL) return MASSA_ERROR_NULL;
    memset(out, 0, sizeof *out);
    out->api_version  = VK_API_VERSION_1_1;
    out->queue_family = UINT32_MAX;
    if (instance == NULL || physical_device == NULL || get == NULL) return MASSA_ERROR_NULL;
    instance_functions f;
    if (!load_instance(instance, get, &f)) return MASSA_ERROR_NO_VULKAN;

    VkQueueFamilyProperties family[MAX_FAMILIES];
    const uint32_t count = list_families(&f, physical_device, family);
    for (uint32_t i = 0; i < count; ++i)
    {
        if (!(family[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) continue;
        const bool draws = family[i].queueFlags & VK_QUEUE_GRAPHICS_BIT;
        if (out->queue_family == UINT32_MAX || draws) out->queue_family = i;
        if (draws) break;
    }
    VkPhysicalDeviceProperties properties;
    f.properties(physical_device, &properties);
    out->refusal = check_floor(&properties, out->reason, sizeof out->reason);
    if (out->refusal == MASSA_OK && out->queue_family == UINT32_MAX)
    {
        out->refusal = MASSA_ERROR_NO_COMPUTE_QUEUE;
        snprintf(out->reason, sizeof out->reason, "None of the device's %u queue families can compute.", count);
    }
    VkPhysicalDeviceFeatures features;
    f.features(physical_device, &features);
    out->useful_shader_int64 = features.shaderInt64 && plays_in_software(&properties);
    out->supported           = out->refusal == MASSA_OK;
    return MASSA_OK;
}

static massa_result load_device(massa_device* d, const instance_functions* f)
{
#define LOAD(name)                                                                                                     \
    d->vk.name = (PFN_##name)f->get_device_proc_addr(d->device, #name);                                                \
    if (d->vk.name == NULL)                                                                                            \
        return mas_fail(d, MASSA_ERROR_NO_VULKAN, "The device has no " #name ": make it for Vulkan 1.1 or later.");
    DEVICE_FUNCTIONS(LOAD)
#undef LOAD
    d->begin_label =
        (PFN_vkCmdBeginDebugUtilsLabelEXT)f->get_device_proc_addr(d->device, "vkCmdBeginDebugUtilsLabelEXT");
    d->end_label = (PFN_vkCmdEndDebugUtilsLabelEXT)f->get_device_proc_addr(d->device, "vkCmdEndDebugUtilsLabelEXT");
    return MASSA_OK;
}

static massa_result check_queue(massa_device* d, const instance_functions* f, uint32_t queue_family, float period)
{
    VkQueueFamilyProperties family[MAX_FAMILIES];
    const uint32_t count = list_families(f, d->physical_device, family);
    if (queue_family >= count)
    {
        return mas_fail(d, MASSA_ERROR_NO_COMPUTE_QUEUE,
                        "massa_device_desc.queue_family is %u, but the device has %u queue families.", queue_family,
                        count);
    }
    if (!(family[queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT))
    {
        return mas_fail(d, MASSA_ERROR_NO_COMPUTE_QUEUE,
                        "massa_device_desc.queue_family %u cannot compute: ask massa_query_device_needs for one.",
                        queue_family);
    }
    const uint32_t bits        = family[queue_family].timestampValidBits;
    d->limits.timestamp_period = bits > 0 ? period : 0.0f;
    d->limits.timestamp_mask   = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    return MASSA_OK;
}

// No kernel needs subgroups. In software some have a quicker twin that uses them; on a GPU that was not measured yet.
static uint32_t subgroup_lanes(const massa_device* d, const instance_functions* f)
{
    const VkSubgroupFeatureFlags needed =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    VkPhysicalDeviceSubgroupProperties subgroup = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup };
    if (f->properties2 == NULL) return 0;
    f->properties2(d->physical_device, &all);
    const bool fits = plays_in_software(&all.properties) &&
                      (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                      (subgroup.supportedOperations & needed) == needed;
    return fits ? subgroup.subgroupSize : 0;
}

// The properties of Vulkan 1.1; a host's instance for 1.0 cannot be asked.
static uint64_t largest_allocation(const massa_device* d, const instance_functions* f)
{
    VkPhysicalDeviceMaintenance3Properties p = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES };
    VkPhysicalDeviceProperties2 all          = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &p };
    if (f->properties2 == NULL) return UINT64_MAX;
    f->properties2(d->physical_device, &all);
    return p.maxMemoryAllocationSize;
}

static massa_result adopt(massa_device* d, const massa_device_desc* desc)
{
    instance_functions f;
    if (!load_instance(desc->instance, desc->get_instance_proc_addr, &f))
        return mas_fail(d, MASSA_ERROR_NO_VULKAN, "get_instance_proc_addr finds no Vulkan instance functions.");

    VkPhysicalDeviceProperties properties;
    f.properties(d->physical_device, &properties);
    memcpy(d->name, properties.deviceName, sizeof d->name);
    char reason[160];
    const massa_result floor = check_floor(&properties, reason, sizeof reason);
    if (floor != MASSA_OK) return mas_fail(d, floor, "%s", reason);

    d->limits.allocation    = largest_allocation(d, &f);
    d->limits.storage_range = properties.limits.maxStorageBufferRange;
    d->limits.wide          = properties.limits.maxPerStageDescriptorStorageBuffers >= MAS_WIDE_STORAGE_BUFFERS &&
                     properties.limits.maxDescriptorSetStorageBuffers >= MAS_WIDE_STORAGE_BUFFERS;
    d->limits.subgroup = subgroup_lanes(d, &f);
    d->limits.texels   = plays_in_software(&properties) &&
                       properties.limits.maxTexelBufferElements >= d->limits.storage_range / MAS_TEXEL_BYTES;
    d->limits.software = desc->group_size == 0 && plays_in_software(&properties);
    // There a group is a task: with fewer of them a dispatch of 16k threads takes 5 us less.
    d->limits.group_size = desc->group_size != 0 ? desc->group_size : d->limits.software ? 128 : 64;
    d->limits.words64    = desc->shader_int64 && d->limits.software;
    VkPhysicalDeviceFeatures features;
    f.features(d->physical_device, &features);
    if (desc->shader_int64 && !features.shaderInt64)
        return mas_fail(d, MASSA_ERROR_DEVICE_LIMIT,
                        "massa_device_desc.shader_int64 is set, but the device has no shaderInt64.");
    MAS_TRY(check_queue(d, &f, desc->queue_family, properties.limits.timestampPeriod));
    MAS_TRY(load_device(d, &f));
    MAS_TRY(mas_memory_create(d, desc->get_instance_proc_addr, f.get_device_proc_addr));
    return mas_probe_create(d);
}

massa_result massa_create_device(const massa_device_desc* desc, massa_device** out)
{
    if (out == NULL) return MASSA_ERROR_NULL;
    *out = NULL;
    if (desc == NULL) return MASSA_ERROR_NULL;
    if (desc->cookie != massa_default_device_desc().cookie) return MASSA_ERROR_COOKIE;

    massa_device start    = { 0 };
    start.instance        = desc->instance;
    start.physical_device = desc->physical_device;
    start.device          = desc->device;
    start.pipeline_cache  = desc->pipeline_cache;
    start.memory          = desc->memory;
    start.log             = desc->log;
    start.log_user        = desc->log_user;
    if (desc->instance == NULL || desc->physical_device == NULL || desc->device == NULL ||
        desc->get_instance_proc_addr == NULL)
    {
        return mas_fail(&start, MASSA_ERROR_NULL,
                        "massa_device_desc needs instance, physical_device, device and get_instance_proc_addr.");
    }
    if ((desc->memory.create == NULL) != (desc->memory.destroy == NULL))
        return mas_fail(&start, MASSA_ERROR_NULL,
                        "massa_device_desc.memory needs both create and destroy, or neither.");
    if (desc->group_size != 0 && desc->group_size != 32 && desc->group_size != 64 && desc->group_size != 128)
    {
        return mas_fail(&start, MASSA_ERROR_RANGE, "massa_device_desc.group_size is %u; it may be 0, 32, 64 or 128.",
                        desc->group_size);
    }
    if (desc->allocation != NULL)
    {
        start.allocation_copy = *desc->allocation;
        start.allocation      = &start.allocation_copy;
    }

    massa_device* d = mas_alloc(&start, sizeof *d);
    if (d == NULL) return mas_fail(&start, MASSA_ERROR_HOST_MEMORY, "No host memory for a massa_device.");
    *d = start;
    if (desc->allocation != NULL) d->allocation = &d->allocation_copy;

    const massa_result r = adopt(d, desc);
    if (r != MASSA_OK)
    {
        massa_destroy_device(d);
        return r;
    }
    *out = d;
    return MASSA_OK;
}

void massa_destroy_device(massa_device* d)
{
    if (d == NULL) return;
    mas_probe_destroy(d);
    mas_memory_destroy(d);
    // The callbacks live inside d: keep a copy for the last call.
    massa_device last = *d;
    if (d->allocation != NULL) last.allocation = &last.allocation_copy;
    mas_free(&last, d);
}
