// VMA, fed from our own function table. The implementation is compiled in memory_vma.cpp.
#include "memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "vma.h"

// ---- VMA's host memory ----
// VMA cannot live with a host allocation that fails: it writes to the null it got. So it asks through us. When the host
// has nothing left, VMA gets the C library's memory for the moment, and the call that wanted it is undone and refused.

typedef struct vma_memory
{
    massa_device* device;
    VmaAllocator vma;
    atomic_uint refusals; // by the host's allocator, so far
} vma_memory;

typedef struct block_head // right before the pointer that VMA has
{
    void* start;
    size_t size;
    bool borrowed; // from the C library
} block_head;

static size_t head_room(size_t alignment)
{
    return (sizeof(block_head) + alignment - 1) / alignment * alignment;
}

static void* VKAPI_CALL host_allocate(void* user, size_t size, size_t alignment, VkSystemAllocationScope scope)
{
    vma_memory* m                     = user;
    const VkAllocationCallbacks* host = m->device->allocation;
    if (alignment < _Alignof(block_head)) alignment = _Alignof(block_head);
    const size_t total =
        (head_room(alignment) + size + alignment - 1) / alignment * alignment; // as aligned_alloc wants
    block_head head = { host->pfnAllocation(host->pUserData, total, alignment, scope), size, false };
    if (head.start == NULL)
    {
        atomic_fetch_add(&m->refusals, 1);
        head.start    = aligned_alloc(alignment, total);
        head.borrowed = true;
        if (head.start == NULL) return NULL;
    }
    uint8_t* p = (uint8_t*)head.start + head_room(alignment);
    memcpy(p - sizeof head, &head, sizeof head);
    return p;
}

static void VKAPI_CALL host_free(void* user, void* p)
{
    if (p == NULL) return;
    const VkAllocationCallbacks* host = ((vma_memory*)user)->device->allocation;
    block_head head;
    memcpy(&head, (uint8_t*)p - sizeof head, sizeof head);
    if (head.borrowed)
        free(head.start);
    else
        host->pfnFree(host->pUserData, head.start);
}

static void* VKAPI_CALL host_reallocate(void* user, void* old, size_t size, size_t alignment,
                                        VkSystemAllocationScope scope)
{
    void* p = size > 0 ? host_allocate(user, size, alignment, scope) : NULL;
    if (size > 0 && p == NULL) return NULL; // the old one stays
    if (old != NULL && p != NULL)
    {
        block_head head;
        memcpy(&head, (uint8_t*)old - sizeof head, sizeof head);
        memcpy(p, old, head.size < size ? head.size : size);
    }
    host_free(user, old);
    return p;
}

// ---- Buffers ----

static VkResult create_buffer(void* user, const VkBufferCreateInfo* info, massa_memory_kind kind, VkBuffer* buffer,
                              void** mapped, void** handle)
{
    // Mapped memory must be coherent: nothing in the loop may flush or invalidate. Vulkan guarantees such a type.
    const VkMemoryPropertyFlags coherent = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VmaAllocationCreateInfo how          = { 0 };
    if (kind == MASSA_MEMORY_DEVICE)
    {
        how.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
    }
    else
    {
        how.usage         = VMA_MEMORY_USAGE_AUTO_PREFER_HOST;
        how.requiredFlags = coherent;
        how.flags         = VMA_ALLOCATION_CREATE_MAPPED_BIT |
                    (kind == MASSA_MEMORY_UPLOAD ? VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT
                                                 : VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT);
    }
    vma_memory* m            = user;
    const unsigned refusals  = atomic_load(&m->refusals);
    VmaAllocation allocation = NULL;
    VmaAllocationInfo result = { 0 };
    VkResult vk              = vmaCreateBuffer(m->vma, info, &how, buffer, &allocation, &result);
    if (atomic_load(&m->refusals) != refusals)
    {
        if (vk == VK_SUCCESS) vmaDestroyBuffer(m->vma, *buffer, allocation);
        vk = VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (vk != VK_SUCCESS) *buffer = VK_NULL_HANDLE;
    *handle = vk == VK_SUCCESS ? allocation : NULL;
    *mapped = vk == VK_SUCCESS ? result.pMappedData : NULL;
    return vk;
}

static void destroy_buffer(void* user, VkBuffer buffer, void* handle)
{
    vmaDestroyBuffer(((vma_memory*)user)->vma, buffer, handle);
}

massa_result mas_memory_create(massa_device* d, PFN_vkGetInstanceProcAddr get_instance,
                               PFN_vkGetDeviceProcAddr get_device)
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
    f.vkAllocateMemory                  = d->vk.vkAllocateMemory;
    f.vkFreeMemory                      = d->vk.vkFreeMemory;
    f.vkMapMemory                       = d->vk.vkMapMemory;
    f.vkUnmapMemory                     = d->vk.vkUnmapMemory;
    f.vkFlushMappedMemoryRanges         = d->vk.vkFlushMappedMemoryRanges;
    f.vkInvalidateMappedMemoryRanges    = d->vk.vkInvalidateMappedMemoryRanges;
    f.vkBindBufferMemory                = d->vk.vkBindBufferMemory;
    f.vkBindImageMemory                 = d->vk.vkBindImageMemory;
    f.vkGetBufferMemoryRequirements     = d->vk.vkGetBufferMemoryRequirements;
    f.vkGetImageMemoryRequirements      = d->vk.vkGetImageMemoryRequirements;
    f.vkCreateBuffer                    = d->vk.vkCreateBuffer;
    f.vkDestroyBuffer                   = d->vk.vkDestroyBuffer;
    f.vkCreateImage                     = d->vk.vkCreateImage;
    f.vkDestroyImage                    = d->vk.vkDestroyImage;
    f.vkCmdCopyBuffer                   = d->vk.vkCmdCopyBuffer;
    f.vkGetBufferMemoryRequirements2KHR = d->vk.vkGetBufferMemoryRequirements2;
    f.vkGetImageMemoryRequirements2KHR  = d->vk.vkGetImageMemoryRequirements2;
    f.vkBindBufferMemory2KHR            = d->vk.vkBindBufferMemory2;
    f.vkBindImageMemory2KHR             = d->vk.vkBindImageMemory2;

    vma_memory* m = mas_alloc(d, sizeof *m);
    if (m == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for VMA.");
    m->device = d;
    atomic_init(&m->refusals, 0);
    const VkAllocationCallbacks callbacks = {
        .pUserData       = m,
        .pfnAllocation   = host_allocate,
        .pfnReallocation = host_reallocate,
        .pfnFree         = host_free,
    };
    VmaAllocatorCreateInfo info = { 0 };
    info.instance               = d->instance;
    info.physicalDevice         = d->physical_device;
    info.device                 = d->device;
    info.vulkanApiVersion       = VK_API_VERSION_1_1;
    info.pVulkanFunctions       = &f;
    info.pAllocationCallbacks   = d->allocation != NULL ? &callbacks : NULL;

    d->vma      = m; // mas_memory_destroy cleans up, whatever comes
    VkResult vk = vmaCreateAllocator(&info, &m->vma);
    if (vk == VK_SUCCESS && atomic_load(&m->refusals) > 0) vk = VK_ERROR_OUT_OF_HOST_MEMORY;
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vmaCreateAllocator", vk);
    d->memory.user    = m;
    d->memory.create  = create_buffer;
    d->memory.destroy = destroy_buffer;
    return MASSA_OK;
}

void mas_memory_destroy(massa_device* d)
{
    vma_memory* m = d->vma;
    if (m == NULL) return;
    if (m->vma != NULL) vmaDestroyAllocator(m->vma);
    mas_free(d, m);
    d->vma = NULL;
}
