// Pools of descriptor sets grow with a world's passes; a view of texels is made once per span.
#include "descriptor.h"

#include <string.h>

enum
{
    SETS_PER_POOL = 64,
    WIDE_PER_POOL = 16, // of these, at most
};

massa_result mas_grow(massa_device* d, void** array, uint32_t count, uint32_t* room, size_t size)
{
    if (count < *room) return MASSA_OK;
    const uint32_t more = *room == 0 ? 32 : *room * 2;
    void* p             = mas_alloc(d, more * size);
    if (p == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the kernels of a world.");
    if (*array != NULL) memcpy(p, *array, count * size);
    mas_free(d, *array);
    *array = p;
    *room  = more;
    return MASSA_OK;
}

massa_result mas_allocate_set(mas_kernels* k, VkDescriptorSetLayout layout, VkDescriptorSet* out)
{
    massa_device* d = k->arena->device;
    if (k->pool_left == 0)
    {
        if (k->pool_count == MAS_COUNT(k->pool))
            return mas_fail(d, MASSA_ERROR_CAPACITY, "A world has too many passes.");
        const VkDescriptorPoolSize size[] = {
            { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
              SETS_PER_POOL * MAS_FLOOR_STORAGE_BUFFERS + WIDE_PER_POOL * MAS_WIDE_STORAGE_BUFFERS },
            { VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, SETS_PER_POOL },
            { VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, SETS_PER_POOL * MAS_MAX_TEXELS },
        };
        const VkDescriptorPoolCreateInfo info = {
            .sType         = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
            .maxSets       = SETS_PER_POOL,
            .poolSizeCount = MAS_COUNT(size),
            .pPoolSizes    = size,
        };
        const VkResult vk = d->vk.vkCreateDescriptorPool(d->device, &info, d->allocation, &k->pool[k->pool_count]);
        if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vkCreateDescriptorPool", vk);
        ++k->pool_count;
        k->pool_left = SETS_PER_POOL;
    }
    const VkDescriptorSetAllocateInfo info = {
        .sType              = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool     = k->pool[k->pool_count - 1],
        .descriptorSetCount = 1,
        .pSetLayouts        = &layout,
    };
    const VkResult vk = d->vk.vkAllocateDescriptorSets(d->device, &info, out);
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vkAllocateDescriptorSets", vk);
    --k->pool_left;
    return MASSA_OK;
}

massa_result mas_find_texels(mas_kernels* k, mas_span span, VkBufferView* out)
{
    massa_device* d = k->arena->device;
    for (uint32_t i = 0; i < k->texels_count; ++i)
    {
        const mas_span* s = &k->texels[i].span;
        if (s->memory != span.memory || s->offset != span.offset || s->size != span.size) continue;
        *out = k->texels[i].view;
        return MASSA_OK;
    }
    if (!d->limits.texels)
        return mas_fail(d, MASSA_ERROR_DEVICE_LIMIT, "Kernels do not read by texels on this device.");
    MAS_TRY(mas_grow(d, (void**)&k->texels, k->texels_count, &k->texels_room, sizeof *k->texels));
    const VkBufferViewCreateInfo info = {
        .sType  = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = k->arena->buffer[span.memory],
        .format = VK_FORMAT_R32G32B32A32_UINT,
        .offset = span.offset,
        .range  = span.size / MAS_TEXEL_BYTES * MAS_TEXEL_BYTES,
    };
    const VkResult vk = d->vk.vkCreateBufferView(d->device, &info, d->allocation, out);
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vkCreateBufferView", vk);
    k->texels[k->texels_count++] = (mas_texels){ *out, span };
    return MASSA_OK;
}
