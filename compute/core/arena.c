// Planning is arithmetic on 64-bit byte counts; the first thing that cannot be is remembered and told once.
#include "arena.h"

#include <string.h>

static const char* const class_name[MAS_CLASSES] = { "state", "scratch", "upload", "readback" };

static uint64_t align(uint64_t bytes)
{
    return (bytes + MAS_SPAN_ALIGNMENT - 1) / MAS_SPAN_ALIGNMENT * MAS_SPAN_ALIGNMENT;
}

void mas_arena_init(mas_arena* a, massa_device* d)
{
    memset(a, 0, sizeof *a);
    a->device    = d;
    a->in_flight = 1;
}

mas_span mas_plan_windowed(mas_arena* a, mas_class memory, const char* name, uint64_t count, uint32_t stride)
{
    if (count == 0) count = 1;
    const mas_span span = { .memory = memory, .stride = stride, .offset = a->used[memory], .size = count * stride };
    a->used[memory] += align(span.size);
    if (a->peak[memory] < a->used[memory]) a->peak[memory] = a->used[memory];
    if (a->peak[memory] > a->device->limits.allocation && a->result == MASSA_OK)
        a->result = mas_fail(a->device, MASSA_ERROR_DEVICE_LIMIT,
                             "With the array '%s' the %s buffer needs %llu bytes, but the device allocates at most "
                             "%llu at once: lower the capacities.",
                             name, class_name[memory], (unsigned long long)a->peak[memory],
                             (unsigned long long)a->device->limits.allocation);
    if (memory == MAS_STATE)
    {
        if (a->state_span_count < MAS_MAX_STATE_SPANS)
            a->state_span[a->state_span_count++] = span;
        else if (a->result == MASSA_OK)
            a->result = mas_fail(a->device, MASSA_ERROR_CAPACITY, "The state has no room for the array '%s'.", name);
    }
    return span;
}

mas_span mas_plan(mas_arena* a, mas_class memory, const char* name, uint64_t count, uint32_t stride)
{
    const mas_span span = mas_plan_windowed(a, memory, name, count, stride);
    if (span.size > a->device->limits.storage_range && a->result == MASSA_OK)
    {
        a->result = mas_fail(a->device, MASSA_ERROR_DEVICE_LIMIT,
                             "The array '%s' needs %llu bytes, but the device binds at most %llu: lower its capacity.",
                             name, (unsigned long long)span.size, (unsigned long long)a->device->limits.storage_range);
    }
    return span;
}

mas_ring mas_plan_ring(mas_arena* a, mas_class memory, const char* name, uint64_t count, uint32_t stride)
{
    return (mas_ring){ mas_plan_windowed(a, memory, name, count * a->in_flight, stride), count };
}

uint64_t mas_arena_mark(const mas_arena* a)
{
    return a->used[MAS_SCRATCH];
}

void mas_arena_release(mas_arena* a, uint64_t mark)
{
    a->used[MAS_SCRATCH] = mark;
}

massa_result mas_arena_allocate(mas_arena* a)
{
    static const massa_memory_kind kind[MAS_CLASSES] = {
        [MAS_STATE]    = MASSA_MEMORY_DEVICE,
        [MAS_SCRATCH]  = MASSA_MEMORY_DEVICE,
        [MAS_UPLOAD]   = MASSA_MEMORY_UPLOAD,
        [MAS_READBACK] = MASSA_MEMORY_READBACK,
    };
    MAS_TRY(a->result);
    for (int c = 0; c < MAS_CLASSES; ++c)
    {
        if (a->peak[c] == 0) continue;
        const VkBufferCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
            .size  = a->peak[c],
            .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                     VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                     VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                     VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                     (a->device->limits.texels ? VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT : 0),
        };
        void* mapped = NULL;
        const VkResult vk =
            a->device->memory.create(a->device->memory.user, &info, kind[c], &a->buffer[c], &mapped, &a->handle[c]);
        if (vk != VK_SUCCESS)
        {
            a->buffer[c]    = VK_NULL_HANDLE;
            const bool host = vk == VK_ERROR_OUT_OF_HOST_MEMORY;
            return mas_fail(a->device, host ? MASSA_ERROR_HOST_MEMORY : MASSA_ERROR_DEVICE_MEMORY,
                            "No %s memory for the %s buffer of %llu bytes (VkResult %d): lower the capacities.",
                            host ? "host" : "device", class_name[c], (unsigned long long)info.size, (int)vk);
        }
        a->mapped[c] = mapped;
        if (kind[c] != MASSA_MEMORY_DEVICE && mapped == NULL)
            return mas_fail(a->device, MASSA_ERROR_DEVICE_MEMORY, "The %s buffer came back without a mapping.",
                            class_name[c]);
    }
    return MASSA_OK;
}

void mas_arena_destroy(mas_arena* a)
{
    for (int c = 0; c < MAS_CLASSES; ++c)
        if (a->buffer[c] != VK_NULL_HANDLE)
            a->device->memory.destroy(a->device->memory.user, a->buffer[c], a->handle[c]);
    memset(a, 0, sizeof *a);
}

mas_span mas_span_part(mas_span s, uint64_t first, uint64_t count)
{
    s.offset += first * s.stride;
    s.size = count * s.stride;
    return s;
}

mas_span mas_ring_part(const mas_ring* r, uint32_t slot, uint64_t first, uint64_t count)
{
    return mas_span_part(r->all, slot * r->count + first, count);
}
