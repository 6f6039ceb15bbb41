// VMA, fed from our own function table. The implementation is compiled in memory_vma.cpp.
#include "memory.h"

#include <string.h>

#include "vma.h"

static VkResult create_buffer(void* user, const VkBufferCreateInfo* info, massa_memory_kind kind, VkBuffer* buffer,
                              void** mapped, void** handle)
{
    // Mapped memory must be coherent: nothing in the loop may flush or invalidate. Vulkan guarantees such a type.
    const VkMemoryPropertyFlags coherent = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VmaAllocationCreateInfo     how      = { 0 };
    if (kind == MASSA_MEMORY_DEVICE)
    {
        how.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
    }
    else
    {
        how.usage         = VMA_MEMORY_USAGE_AUTO_PREFER_HOST;
        how.requiredFlags = coherent;
        how.flags         = VMA_ALLOCATION_CREATE_MAPPED_BIT | (kind == MASSA_MEMORY_UPLOAD
                                                                    ? VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT
                                                                    : VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT);
    }
    VmaAllocation     allocation = NULL;
    VmaAllocationInfo result     = { 0 };
    const VkResult    vk         = vmaCreateBuffer(user, info, &how, buffer, &allocation, &result);
    *handle                      = allocation;
    *mapped                      = result.pMappedData;
    return vk;
}

static void destroy_buffer(void* user, VkBuffer buffer, void* handle)
{
    vmaDestroyBuffer(user, buffer, handle);
}

massa_result mas_memory_create(massa_device* d, PFN_vkGetInstanceProcAddr get_instance, PFN_vkGetDeviceProcAddr get_device)
{
    if (d->memory.create != NULL) return MASSA_OK;

    VmaVulkanFunctions f    = { 0 };
    f.vkGetInstanceProcAddr = get_instance;
    f.vkGetDeviceProcAddr   = get_device;
    f.vkGetPhysicalDeviceProperties =
        (PFN_vkGetPhysicalDeviceProperties)get_instance(d->instance, "vkGetPhysicalDeviceProperties");
    f.vkGetPhysicalDeviceMemoryProperties =
        (PFN_vkGetPhysicalDeviceMemoryProperties)get_instance(d->instance, "vkGetPhysicalDeviceMemoryProperties");
    f.vkGetPhysicalDeviceMemoryProperties2KHR =
        (PFN_vkGetPhysicalDeviceMemoryProperties2)get_instance(d->instance, "vkGetPhysicalDeviceMemoryProperties2");
    f.vkAllocateMemory                    = d->vk.vkAllocateMemory;
    f.vkFreeMemory                        = d->vk.vkFreeMemory;
    f.vkMapMemory                         = d->vk.vkMapMemory;
    f.vkUnmapMemory                       = d->vk.vkUnmapMemory;
    f.vkFlushMappedMemoryRanges           = d->vk.vkFlushMappedMemoryRanges;
    f.vkInvalidateMappedMemoryRanges      = d->vk.vkInvalidateMappedMemoryRanges;
    f.vkBindBufferMemory                  = d->vk.vkBindBufferMemory;
    f.vkBindImageMemory                   = d->vk.vkBindImageMemory;
    f.vkGetBufferMemoryRequirements       = d->vk.vkGetBufferMemoryRequirements;
    f.vkGetImageMemoryRequirements        = d->vk.vkGetImageMemoryRequirements;
    f.vkCreateBuffer                      = d->vk.vkCreateBuffer;
    f.vkDestroyBuffer                     = d->vk.vkDestroyBuffer;
    f.vkCreateImage                       = d->vk.vkCreateImage;
    f.vkDestroyImage                      = d->vk.vkDestroyImage;
    f.vkCmdCopyBuffer                     = d->vk.vkCmdCopyBuffer;
    f.vkGetBufferMemoryRequirements2KHR   = d->vk.vkGetBufferMemoryRequirements2;
    f.vkGetImageMemoryRequirements2KHR    = d->vk.vkGetImageMemoryRequirements2;
    f.vkBindBufferMemory2KHR              = d->vk.vkBindBufferMemory2;
    f.vkBindImageMemory2KHR               = d->vk.vkBindImageMemory2;

    VmaAllocatorCreateInfo info = { 0 };
    info.instance               = d->instance;
    info.physicalDevice         = d->physical_device;
    info.device                 = d->device;
    info.vulkanApiVersion       = VK_API_VERSION_1_1;
    info.pVulkanFunctions       = &f;
    info.pAllocationCallbacks   = d->allocation;

    VmaAllocator   vma = NULL;
    const VkResult vk  = vmaCreateAllocator(&info, &vma);
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vmaCreateAllocator", vk);
    d->vma            = vma;
    d->memory.user    = vma;
    d->memory.create  = create_buffer;
    d->memory.destroy = destroy_buffer;
    return MASSA_OK;
}

void mas_memory_destroy(massa_device* d)
{
    if (d->vma != NULL) vmaDestroyAllocator(d->vma);
    d->vma = NULL;
}
