// One command stream, three kinds of access: shaders, transfers, indirect arguments. What was touched since the last
// barrier is a short list of byte ranges; a hazard with any of them writes one memory barrier and empties the list.
// The barrier's second half always names all three kinds: emptying the list forgets which of them might still read.
#include "recorder.h"
#include "list_shared.h"
#include "profiler.h"

#include <string.h>

#define ALL_STAGES                                                                                                     \
    (VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT)
#define ALL_ACCESS                                                                                                     \
    (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_UNIFORM_READ_BIT |                             \
     VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT)

static void barrier(mas_recorder* r, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
                    VkAccessFlags access)
{
    const VkMemoryBarrier b = {
        .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = written,
        .dstAccessMask = access,
    };
    r->device->vk.vkCmdPipelineBarrier(r->cmd, from, to, 0, 1, &b, 0, NULL, 0, NULL);
    ++r->barriers;
    r->pending_count = 0;
}

static void flush(mas_recorder* r)
{
    VkPipelineStageFlags stage = 0;
    VkAccessFlags access       = 0;
    for (uint32_t i = 0; i < r->pending_count; ++i)
    {
        stage |= r->pending[i].stage;
        if (r->pending[i].write) access |= r->pending[i].access;
    }
    if (stage != 0) barrier(r, stage, access, ALL_STAGES, ALL_ACCESS);
}

static bool hazard(const mas_recorder* r, const mas_access* a)
{
    for (uint32_t i = 0; i < r->pending_count; ++i)
    {
        const mas_access* p = &r->pending[i];
        if (p->buffer == a->buffer && p->begin < a->end && a->begin < p->end && (p->write || a->write)) return true;
    }
    return false;
}

// All accesses of one command: one barrier before it if any of them needs one.
static void touch(mas_recorder* r, const mas_access* accesses, uint32_t count)
{
    bool wait = r->pending_count + count > MAS_MAX_PENDING;
    for (uint32_t i = 0; i < count && !wait; ++i)
        wait = hazard(r, &accesses[i]);
    if (wait) flush(r);
    memcpy(&r->pending[r->pending_count], accesses, count * sizeof *accesses);
    r->pending_count += count;
}

static mas_access transfer(VkBuffer buffer, uint64_t offset, uint64_t size, bool write)
{
    return (mas_access){ .buffer = buffer,
                         .begin  = offset,
                         .end    = offset + size,
                         .stage  = VK_PIPELINE_STAGE_TRANSFER_BIT,
                         .access = write ? VK_ACCESS_TRANSFER_WRITE_BIT : VK_ACCESS_TRANSFER_READ_BIT,
                         .write  = write };
}

void mas_record_begin(mas_recorder* r, massa_device* d, const mas_arena* arena, const mas_kernels* kernels,
                      mas_profiler* profiler, VkCommandBuffer cmd)
{
    memset(r, 0, sizeof *r);
    r->device   = d;
    r->arena    = arena;
    r->kernels  = kernels;
    r->profiler = profiler;
    r->cmd      = cmd;
    // The host's writes to the upload ring are visible to everything submitted after them; the queue's own are not.
    barrier(r, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, ALL_STAGES, ALL_ACCESS);
}

void mas_record_end(mas_recorder* r)
{
    barrier(r, ALL_STAGES, VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT,
            VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT);
}

void mas_begin(mas_recorder* r, const char* name)
{
    if (r->device->begin_label != NULL)
    {
        const VkDebugUtilsLabelEXT label = { .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = name };
        r->device->begin_label(r->cmd, &label);
    }
    if (r->profiler != NULL) mas_profiler_begin_stage(r->profiler, r->cmd, name);
}

void mas_end(mas_recorder* r)
{
    if (r->profiler != NULL) mas_profiler_end_stage(r->profiler, r->cmd);
    if (r->device->begin_label != NULL) r->device->end_label(r->cmd);
}

static uint32_t bindings(const mas_recorder* r, const mas_pass* pass, uint32_t window, mas_access* out)
{
    uint32_t n = 0;
    for (; pass->kernel.access[n] != 0; ++n)
    {
        const char letter  = pass->kernel.access[n];
        const bool uniform = letter == 'u', reads = !uniform && letter != 'w' && letter != 'W';
        const bool writes = !uniform && letter != 'r' && letter != 'R' && letter != 't';
        const mas_span s  = mas_pass_window(pass, n, window);
        out[n]            = (mas_access){ .buffer = r->arena->buffer[s.memory],
                                          .begin  = s.offset,
                                          .end    = s.offset + s.size,
                                          .stage  = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                          .access = (VkAccessFlags)((uniform ? VK_ACCESS_UNIFORM_READ_BIT : 0) |
                                                         (reads ? VK_ACCESS_SHADER_READ_BIT : 0) |
                                                         (writes ? VK_ACCESS_SHADER_WRITE_BIT : 0)),
                                          .write  = writes };
    }
    return n;
}

static void bind(mas_recorder* r, const mas_pass* pass, uint32_t window, const void* push, const mas_range* range)
{
    const mas_pipeline* p            = &r->kernels->pipeline[pass->pipeline];
    const struct VolkDeviceTable* vk = &r->device->vk;
    if (r->bound != p->pipeline) vk->vkCmdBindPipeline(r->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    r->bound = p->pipeline;
    vk->vkCmdBindDescriptorSets(r->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1,
                                &r->kernels->set[pass->first_set + window], 0, NULL);
    if (pass->kernel.push == 0) return;
    uint32_t words[MAS_MAX_PUSH_BYTES / 4] = { 0 };
    if (push != NULL) memcpy(words, push, pass->kernel.push);
    if (range != NULL) memcpy(words, range, sizeof *range);
    vk->vkCmdPushConstants(r->cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, pass->kernel.push, words);
}

static void dispatch(mas_recorder* r, const mas_pass* pass, uint32_t window, uint64_t elements, const void* push,
                     mas_range range)
{
    const uint32_t per_group =
        pass->kernel.items != 0 ? pass->kernel.items : r->kernels->pipeline[pass->pipeline].group;
    const uint32_t groups = (uint32_t)((elements + per_group - 1) / per_group);
    if (groups == 0) return;
    mas_access accesses[MAS_MAX_BINDINGS];
    touch(r, accesses, bindings(r, pass, window, accesses));
    bind(r, pass, window, push, &range);
    const uint32_t x = groups < LIST_MAX_GROUPS_X ? groups : LIST_MAX_GROUPS_X;
    r->device->vk.vkCmdDispatch(r->cmd, x, (groups + x - 1) / x, 1);
    ++r->dispatches;
}

static mas_range window_range(const mas_pass* pass, uint32_t window, uint64_t count)
{
    const uint64_t first = window * pass->window_items;
    uint64_t n           = count > first ? count - first : 0;
    if (pass->window_count > 1 && n > pass->window_items) n = pass->window_items;
    return (mas_range){ (uint32_t)first, (uint32_t)n };
}

void mas_run(mas_recorder* r, const mas_pass* pass, uint64_t count, const void* push)
{
    for (uint32_t w = 0; w < pass->window_count; ++w)
    {
        const mas_range range = window_range(pass, w, count);
        dispatch(r, pass, w, range.count, push, range);
    }
}

void mas_run_each(mas_recorder* r, const mas_pass* pass, uint64_t threads, uint64_t items, const void* push)
{
    for (uint32_t w = 0; w < pass->window_count; ++w)
    {
        const mas_range range = window_range(pass, w, items);
        if (range.count > 0) dispatch(r, pass, w, threads, push, range);
    }
}

void mas_run_list(mas_recorder* r, const mas_pass* pass, mas_span list, const void* push)
{
    if (pass->idle) return;
    const uint64_t arguments =
        list.offset + (pass->kernel.items != 0 ? offsetof(list_header, block_x) : offsetof(list_header, group_x));
    mas_access accesses[MAS_MAX_BINDINGS + 1];
    uint32_t n    = bindings(r, pass, 0, accesses);
    accesses[n++] = (mas_access){ .buffer = r->arena->buffer[list.memory],
                                  .begin  = arguments,
                                  .end    = arguments + sizeof(VkDispatchIndirectCommand),
                                  .stage  = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                                  .access = VK_ACCESS_INDIRECT_COMMAND_READ_BIT };
    touch(r, accesses, n);
    bind(r, pass, 0, push, NULL);
    r->device->vk.vkCmdDispatchIndirect(r->cmd, r->arena->buffer[list.memory], arguments);
    ++r->dispatches;
}

void mas_fill(mas_recorder* r, mas_span s, uint32_t word)
{
    if (s.size == 0) return;
    const mas_access a = transfer(r->arena->buffer[s.memory], s.offset, s.size, true);
    touch(r, &a, 1);
    r->device->vk.vkCmdFillBuffer(r->cmd, a.buffer, s.offset, s.size, word);
}

void mas_write(mas_recorder* r, mas_span s, const void* data, uint32_t size)
{
    const mas_access a = transfer(r->arena->buffer[s.memory], s.offset, size, true);
    touch(r, &a, 1);
    r->device->vk.vkCmdUpdateBuffer(r->cmd, a.buffer, s.offset, size, data);
}

void mas_copy(mas_recorder* r, mas_span from, mas_span to, uint64_t size)
{
    mas_copy_buffer(r, r->arena->buffer[from.memory], from.offset, r->arena->buffer[to.memory], to.offset, size);
}

void mas_upload(mas_recorder* r, const mas_ring* ring, uint32_t slot, const void* data, uint64_t count, mas_span to)
{
    const mas_span from = mas_ring_part(ring, slot, 0, count);
    if (count == 0) return;
    memcpy(mas_mapped(r->arena, from), data, from.size);
    mas_copy(r, from, to, from.size);
}

void mas_copy_buffer(mas_recorder* r, VkBuffer from, uint64_t from_offset, VkBuffer to, uint64_t to_offset,
                     uint64_t size)
{
    if (size == 0) return;
    const mas_access a[] = { transfer(from, from_offset, size, false), transfer(to, to_offset, size, true) };
    touch(r, a, MAS_COUNT(a));
    const VkBufferCopy region = { from_offset, to_offset, size };
    r->device->vk.vkCmdCopyBuffer(r->cmd, from, to, 1, &region);
}

void mas_seal_buffer(mas_recorder* r, VkBuffer buffer, uint64_t bytes, uint32_t word)
{
    const mas_access a = transfer(buffer, 0, bytes + sizeof word, true); // a hazard with whatever is in front of it
    touch(r, &a, 1);
    r->device->vk.vkCmdFillBuffer(r->cmd, buffer, bytes, sizeof word, word);
}
