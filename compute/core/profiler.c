#include "profiler.h"

enum
{
    QUERIES_PER_SLOT = 2 * MAS_MAX_STAGES
};

massa_result mas_profiler_create(mas_profiler* p, massa_device* d, uint32_t slots)
{
    *p = (mas_profiler){ .device = d };
    if (d->limits.timestamp_period == 0.0f) return MASSA_OK;
    p->slots = mas_alloc(d, slots * sizeof *p->slots);
    if (p->slots == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the profiler.");
    const VkQueryPoolCreateInfo info = {
        .sType      = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType  = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = slots * QUERIES_PER_SLOT,
    };
    const VkResult vk = d->vk.vkCreateQueryPool(d->device, &info, d->allocation, &p->pool);
    return vk == VK_SUCCESS ? MASSA_OK : mas_fail_vulkan(d, "vkCreateQueryPool", vk);
}

void mas_profiler_destroy(mas_profiler* p)
{
    if (p->device == NULL) return;
    if (p->pool != VK_NULL_HANDLE) p->device->vk.vkDestroyQueryPool(p->device->device, p->pool, p->device->allocation);
    mas_free(p->device, p->slots);
    *p = (mas_profiler){ 0 };
}

void mas_profiler_begin(mas_profiler* p, VkCommandBuffer cmd, uint32_t slot)
{
    if (p->pool == VK_NULL_HANDLE) return;
    p->slot              = slot;
    p->slots[slot].count = 0;
    p->device->vk.vkCmdResetQueryPool(cmd, p->pool, slot * QUERIES_PER_SLOT, QUERIES_PER_SLOT);
}

static void stamp(mas_profiler* p, VkCommandBuffer cmd, uint32_t which)
{
    const uint32_t query = p->slot * QUERIES_PER_SLOT + 2 * p->slots[p->slot].count + which;
    p->device->vk.vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, p->pool, query);
}

void mas_profiler_begin_stage(mas_profiler* p, VkCommandBuffer cmd, const char* name)
{
    if (p->pool == VK_NULL_HANDLE || p->slots[p->slot].count == MAS_MAX_STAGES) return;
    p->slots[p->slot].name[p->slots[p->slot].count] = name;
    stamp(p, cmd, 0);
}

void mas_profiler_end_stage(mas_profiler* p, VkCommandBuffer cmd)
{
    if (p->pool == VK_NULL_HANDLE || p->slots[p->slot].count == MAS_MAX_STAGES) return;
    stamp(p, cmd, 1);
    ++p->slots[p->slot].count;
}

uint32_t mas_profiler_read(mas_profiler* p, uint32_t slot, massa_stage_time out[MAS_MAX_STAGES])
{
    if (p->pool == VK_NULL_HANDLE || p->slots[slot].count == 0) return 0;
    uint64_t tick[QUERIES_PER_SLOT];
    const uint32_t count = p->slots[slot].count;
    const VkResult vk =
        p->device->vk.vkGetQueryPoolResults(p->device->device, p->pool, slot * QUERIES_PER_SLOT, 2 * count,
                                            2 * count * sizeof *tick, tick, sizeof *tick, VK_QUERY_RESULT_64_BIT);
    if (vk != VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint64_t ticks = (tick[2 * i + 1] - tick[2 * i]) & p->device->limits.timestamp_mask;
        out[i].name          = p->slots[slot].name[i];
        out[i].milliseconds  = (double)ticks * p->device->limits.timestamp_period * 1e-6;
    }
    return count;
}
