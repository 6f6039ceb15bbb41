// The device functions that are wrapped: counted, checked against what the device reports, and refused when a test
// says. The real ones are volk's globals: the loader's own, which find the device by its handle.
#include "wrapper_inside.h"

#include <stdio.h>
#include <string.h>

// ---- What every wrapped function does ----

static void breach(const char* what, uint64_t is, uint64_t limit)
{
    if (mas_wrapper.breaches++ > 0) return;
    snprintf(mas_wrapper.breach, sizeof mas_wrapper.breach, "%s is %llu, the device's limit is %llu.", what,
             (unsigned long long)is, (unsigned long long)limit);
}

static void at_most(const char* what, uint64_t is, uint64_t limit)
{
    if (is > limit) breach(what, is, limit);
}

static bool refused(const char* function)
{
    if (mas_wrapper.fail_call == 0 ||
        (mas_wrapper.fail_function != NULL && strcmp(mas_wrapper.fail_function, function) != 0))
        return false;
    if (--mas_wrapper.fail_call > 0) return false;
    mas_wrapper.fail_call = mas_wrapper.fail_stays ? 1 : 0;
    mas_wrapper.failed    = true;
    return true;
}

#define DRIVER(call)                                                                                                   \
    do                                                                                                                 \
    {                                                                                                                  \
        ++mas_wrapper_inside_driver;                                                                                   \
        call;                                                                                                          \
        --mas_wrapper_inside_driver;                                                                                   \
    } while (0)

// A function that returns a VkResult and makes nothing.
#define FALLIBLE(function, kind, parameters, arguments)                                                                \
    static VKAPI_ATTR VkResult VKAPI_CALL wrap_##function parameters                                                   \
    {                                                                                                                  \
        ++mas_wrapper.counts.call[kind];                                                                               \
        if (refused(#function)) return mas_wrapper.fail_result;                                                        \
        VkResult result;                                                                                               \
        DRIVER(result = function arguments);                                                                           \
        return result;                                                                                                 \
    }

#define COMMAND(function, kind, parameters, arguments)                                                                 \
    static VKAPI_ATTR void VKAPI_CALL wrap_##function parameters                                                       \
    {                                                                                                                  \
        ++mas_wrapper.counts.call[kind];                                                                               \
        DRIVER(function arguments);                                                                                    \
    }

// vkCreateNOUN and vkDestroyNOUN; check looks at the create info.
#define OBJECT(noun, kind, check)                                                                                      \
    static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkCreate##noun(VkDevice device, const Vk##noun##CreateInfo* info,       \
                                                              const VkAllocationCallbacks* memory, Vk##noun* out)      \
    {                                                                                                                  \
        ++mas_wrapper.counts.call[kind];                                                                               \
        check(info);                                                                                                   \
        *out = VK_NULL_HANDLE;                                                                                         \
        if (refused("vkCreate" #noun)) return mas_wrapper.fail_result;                                                 \
        VkResult result;                                                                                               \
        DRIVER(result = vkCreate##noun(device, info, memory, out));                                                    \
        mas_wrapper.counts.objects += result == VK_SUCCESS;                                                            \
        return result;                                                                                                 \
    }                                                                                                                  \
    DESTROY(Destroy##noun, Vk##noun, kind)

#define DESTROY(verb, type, kind)                                                                                      \
    static VKAPI_ATTR void VKAPI_CALL wrap_vk##verb(VkDevice device, type object, const VkAllocationCallbacks* memory) \
    {                                                                                                                  \
        ++mas_wrapper.counts.call[kind];                                                                               \
        mas_wrapper.counts.objects -= object != VK_NULL_HANDLE;                                                        \
        DRIVER(vk##verb(device, object, memory));                                                                      \
    }

// ---- Memory, maps ----

static void unchecked(const void* info)
{
    (void)info;
}

OBJECT(Buffer, WRAPPER_DEVICE_MEMORY, unchecked)
OBJECT(Image, WRAPPER_DEVICE_MEMORY, unchecked)
DESTROY(FreeMemory, VkDeviceMemory, WRAPPER_DEVICE_MEMORY)

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                                            const VkAllocationCallbacks* memory, VkDeviceMemory* out)
{
    ++mas_wrapper.counts.call[WRAPPER_DEVICE_MEMORY];
    *out = VK_NULL_HANDLE;
    if (refused("vkAllocateMemory")) return mas_wrapper.fail_result;
    VkResult result;
    DRIVER(result = vkAllocateMemory(device, info, memory, out));
    mas_wrapper.counts.objects += result == VK_SUCCESS;
    return result;
}

FALLIBLE(vkBindBufferMemory, WRAPPER_DEVICE_MEMORY,
         (VkDevice device, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize offset),
         (device, buffer, memory, offset))
FALLIBLE(vkBindBufferMemory2, WRAPPER_DEVICE_MEMORY,
         (VkDevice device, uint32_t count, const VkBindBufferMemoryInfo* infos), (device, count, infos))
FALLIBLE(vkMapMemory, WRAPPER_MAP,
         (VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size, VkMemoryMapFlags flags,
          void** out),
         (device, memory, offset, size, flags, out))
COMMAND(vkUnmapMemory, WRAPPER_MAP, (VkDevice device, VkDeviceMemory memory), (device, memory))
FALLIBLE(vkFlushMappedMemoryRanges, WRAPPER_MAP, (VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges),
         (device, count, ranges))
FALLIBLE(vkInvalidateMappedMemoryRanges, WRAPPER_MAP,
         (VkDevice device, uint32_t count, const VkMappedMemoryRange* ranges), (device, count, ranges))

// ---- Pipelines, descriptors ----

static void check_set_layout(const VkDescriptorSetLayoutCreateInfo* info)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < info->bindingCount; ++i)
        if (info->pBindings[i].descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            count += info->pBindings[i].descriptorCount;
    at_most("The number of storage buffers", count, mas_wrapper.properties.limits.maxPerStageDescriptorStorageBuffers);
}

static void check_pipeline_layout(const VkPipelineLayoutCreateInfo* info)
{
    for (uint32_t i = 0; i < info->pushConstantRangeCount; ++i)
    {
        const VkPushConstantRange* range = &info->pPushConstantRanges[i];
        at_most("The end of the push constants", range->offset + range->size,
                mas_wrapper.properties.limits.maxPushConstantsSize);
    }
}

static void check_view(const VkBufferViewCreateInfo* info)
{
    at_most("The number of texels", info->range / 16, mas_wrapper.properties.limits.maxTexelBufferElements);
    at_most("The misalignment of texels", info->offset % mas_wrapper.properties.limits.minTexelBufferOffsetAlignment,
            0);
}

OBJECT(BufferView, WRAPPER_DESCRIPTOR, check_view)
OBJECT(ShaderModule, WRAPPER_PIPELINE, unchecked)
OBJECT(DescriptorSetLayout, WRAPPER_PIPELINE, check_set_layout)
OBJECT(PipelineLayout, WRAPPER_PIPELINE, check_pipeline_layout)
DESTROY(DestroyPipeline, VkPipeline, WRAPPER_PIPELINE)
OBJECT(DescriptorPool, WRAPPER_DESCRIPTOR, unchecked)

// Kernels take their group size from specialization constant 0.
static void check_group_size(const VkSpecializationInfo* info)
{
    for (uint32_t i = 0; info != NULL && i < info->mapEntryCount; ++i)
    {
        uint32_t value;
        memcpy(&value, (const uint8_t*)info->pData + info->pMapEntries[i].offset, sizeof value);
        if (info->pMapEntries[i].constantID == 0)
            at_most("The group size", value, mas_wrapper.properties.limits.maxComputeWorkGroupInvocations);
    }
}

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkCreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                                    uint32_t count,
                                                                    const VkComputePipelineCreateInfo* infos,
                                                                    const VkAllocationCallbacks* memory,
                                                                    VkPipeline* out)
{
    ++mas_wrapper.counts.call[WRAPPER_PIPELINE];
    mas_wrapper.cache = cache;
    for (uint32_t i = 0; i < count; ++i)
        check_group_size(infos[i].stage.pSpecializationInfo);
    for (uint32_t i = 0; i < count; ++i)
        out[i] = VK_NULL_HANDLE;
    if (refused("vkCreateComputePipelines")) return mas_wrapper.fail_result;
    VkResult result;
    DRIVER(result = vkCreateComputePipelines(device, cache, count, infos, memory, out));
    for (uint32_t i = 0; i < count; ++i)
        mas_wrapper.counts.objects += out[i] != VK_NULL_HANDLE;
    return result;
}

FALLIBLE(vkAllocateDescriptorSets, WRAPPER_DESCRIPTOR,
         (VkDevice device, const VkDescriptorSetAllocateInfo* info, VkDescriptorSet* out), (device, info, out))

static VKAPI_ATTR void VKAPI_CALL wrap_vkUpdateDescriptorSets(VkDevice device, uint32_t writes,
                                                              const VkWriteDescriptorSet* write, uint32_t copies,
                                                              const VkCopyDescriptorSet* copy)
{
    ++mas_wrapper.counts.call[WRAPPER_DESCRIPTOR];
    for (uint32_t i = 0; i < writes; ++i)
    {
        for (uint32_t k = 0; k < write[i].descriptorCount && write[i].pBufferInfo != NULL; ++k)
        {
            const VkDescriptorBufferInfo* b = &write[i].pBufferInfo[k];
            const VkDeviceSize align        = mas_wrapper.properties.limits.minStorageBufferOffsetAlignment;
            at_most("The range of a binding", b->range, mas_wrapper.properties.limits.maxStorageBufferRange);
            at_most("The misalignment of a binding", b->offset % align, 0);
        }
    }
    DRIVER(vkUpdateDescriptorSets(device, writes, write, copies, copy));
}

// ---- Commands ----

static VKAPI_ATTR void VKAPI_CALL wrap_vkCmdDispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    ++mas_wrapper.counts.call[WRAPPER_DISPATCH];
    const uint32_t group[3] = { x, y, z };
    for (int i = 0; i < 3; ++i)
        at_most("The group count of a dispatch", group[i], mas_wrapper.properties.limits.maxComputeWorkGroupCount[i]);
    DRIVER(vkCmdDispatch(cmd, x, y, z));
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkCmdPushConstants(VkCommandBuffer cmd, VkPipelineLayout layout,
                                                          VkShaderStageFlags stages, uint32_t offset, uint32_t size,
                                                          const void* data)
{
    at_most("The end of pushed constants", offset + size, mas_wrapper.properties.limits.maxPushConstantsSize);
    DRIVER(vkCmdPushConstants(cmd, layout, stages, offset, size, data));
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkCmdPipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags from,
                                                            VkPipelineStageFlags to, VkDependencyFlags flags,
                                                            uint32_t memories, const VkMemoryBarrier* memory,
                                                            uint32_t buffers, const VkBufferMemoryBarrier* buffer,
                                                            uint32_t images, const VkImageMemoryBarrier* image)
{
    ++mas_wrapper.counts.call[WRAPPER_BARRIER];
    if (mas_wrapper.drop_barrier > 0 && --mas_wrapper.drop_barrier == 0) return;
    DRIVER(vkCmdPipelineBarrier(cmd, from, to, flags, memories, memory, buffers, buffer, images, image));
}

COMMAND(vkCmdDispatchIndirect, WRAPPER_DISPATCH_INDIRECT, (VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset),
        (cmd, buffer, offset))
COMMAND(vkCmdCopyBuffer, WRAPPER_COPY,
        (VkCommandBuffer cmd, VkBuffer from, VkBuffer to, uint32_t count, const VkBufferCopy* regions),
        (cmd, from, to, count, regions))
COMMAND(vkCmdFillBuffer, WRAPPER_FILL,
        (VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size, uint32_t word),
        (cmd, buffer, offset, size, word))
COMMAND(vkCmdUpdateBuffer, WRAPPER_UPDATE,
        (VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size, const void* data),
        (cmd, buffer, offset, size, data))
COMMAND(vkCmdResetQueryPool, WRAPPER_QUERY, (VkCommandBuffer cmd, VkQueryPool pool, uint32_t first, uint32_t count),
        (cmd, pool, first, count))
COMMAND(vkCmdWriteTimestamp, WRAPPER_QUERY,
        (VkCommandBuffer cmd, VkPipelineStageFlagBits stage, VkQueryPool pool, uint32_t query),
        (cmd, stage, pool, query))
OBJECT(QueryPool, WRAPPER_QUERY_POOL, unchecked)
FALLIBLE(vkGetQueryPoolResults, WRAPPER_QUERY,
         (VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count, size_t size, void* data,
          VkDeviceSize stride, VkQueryResultFlags flags),
         (device, pool, first, count, size, data, stride, flags))

// ---- What massa must not do at all ----

FALLIBLE(vkWaitForFences, WRAPPER_WAIT,
         (VkDevice device, uint32_t count, const VkFence* fences, VkBool32 all, uint64_t timeout),
         (device, count, fences, all, timeout))
FALLIBLE(vkWaitSemaphores, WRAPPER_WAIT, (VkDevice device, const VkSemaphoreWaitInfo* info, uint64_t timeout),
         (device, info, timeout))
FALLIBLE(vkWaitSemaphoresKHR, WRAPPER_WAIT, (VkDevice device, const VkSemaphoreWaitInfo* info, uint64_t timeout),
         (device, info, timeout))
FALLIBLE(vkDeviceWaitIdle, WRAPPER_WAIT, (VkDevice device), (device))
FALLIBLE(vkQueueWaitIdle, WRAPPER_WAIT, (VkQueue queue), (queue))
FALLIBLE(vkQueueSubmit, WRAPPER_SUBMIT, (VkQueue queue, uint32_t count, const VkSubmitInfo* submits, VkFence fence),
         (queue, count, submits, fence))
FALLIBLE(vkQueueSubmit2, WRAPPER_SUBMIT, (VkQueue queue, uint32_t count, const VkSubmitInfo2* submits, VkFence fence),
         (queue, count, submits, fence))
FALLIBLE(vkQueueSubmit2KHR, WRAPPER_SUBMIT,
         (VkQueue queue, uint32_t count, const VkSubmitInfo2* submits, VkFence fence), (queue, count, submits, fence))

static const wrapped_function wrapped[] = {
    WRAPPED(vkAllocateDescriptorSets),
    WRAPPED(vkAllocateMemory),
    WRAPPED(vkBindBufferMemory),
    WRAPPED(vkBindBufferMemory2),
    WRAPPED(vkCmdCopyBuffer),
    WRAPPED(vkCmdDispatch),
    WRAPPED(vkCmdDispatchIndirect),
    WRAPPED(vkCmdFillBuffer),
    WRAPPED(vkCmdPipelineBarrier),
    WRAPPED(vkCmdPushConstants),
    WRAPPED(vkCmdResetQueryPool),
    WRAPPED(vkCmdUpdateBuffer),
    WRAPPED(vkCmdWriteTimestamp),
    WRAPPED(vkCreateBuffer),
    WRAPPED(vkCreateBufferView),
    WRAPPED(vkCreateComputePipelines),
    WRAPPED(vkCreateDescriptorPool),
    WRAPPED(vkCreateDescriptorSetLayout),
    WRAPPED(vkCreateImage),
    WRAPPED(vkCreatePipelineLayout),
    WRAPPED(vkCreateQueryPool),
    WRAPPED(vkCreateShaderModule),
    WRAPPED(vkDestroyBuffer),
    WRAPPED(vkDestroyBufferView),
    WRAPPED(vkDestroyDescriptorPool),
    WRAPPED(vkDestroyDescriptorSetLayout),
    WRAPPED(vkDestroyImage),
    WRAPPED(vkDestroyPipeline),
    WRAPPED(vkDestroyPipelineLayout),
    WRAPPED(vkDestroyQueryPool),
    WRAPPED(vkDestroyShaderModule),
    WRAPPED(vkDeviceWaitIdle),
    WRAPPED(vkFlushMappedMemoryRanges),
    WRAPPED(vkFreeMemory),
    WRAPPED(vkGetQueryPoolResults),
    WRAPPED(vkInvalidateMappedMemoryRanges),
    WRAPPED(vkMapMemory),
    WRAPPED(vkQueueSubmit),
    WRAPPED(vkQueueSubmit2),
    WRAPPED(vkQueueSubmit2KHR),
    WRAPPED(vkQueueWaitIdle),
    WRAPPED(vkUnmapMemory),
    WRAPPED(vkUpdateDescriptorSets),
    WRAPPED(vkWaitForFences),
    WRAPPED(vkWaitSemaphores),
    WRAPPED(vkWaitSemaphoresKHR),
};

PFN_vkVoidFunction mas_wrapper_device_function(const char* name)
{
    for (size_t i = 0; i < MAS_COUNT(wrapped); ++i)
        if (strcmp(name, wrapped[i].name) == 0) return wrapped[i].function;
    return NULL;
}
