// How many dispatches a step takes that run at least one group, by stage. massa's own function table is borrowed for
// it: arguments of indirect dispatches are copied aside just before these run.
#include "rigid.h"
#include "../../module/world.h" // tests/oracle has one, too

#include <stdio.h>
#include <string.h>

enum
{
    MOST      = 1 << 14, // dispatches of a step
    ARGUMENTS = 3 * sizeof(uint32_t)
};

static struct
{
    struct VolkDeviceTable vk;
    PFN_vkCmdBeginDebugUtilsLabelEXT begin_label;
    PFN_vkCmdEndDebugUtilsLabelEXT end_label;
    platform_gpu* gpu;
    const mas_kernels* kernels;
    platform_buffer arguments;
    const char* stage;          // that is being recorded
    bool sorts;                 // so does the kernel that is bound
    const char* in_stage[MOST]; // of each dispatch; null: outside of all
    bool in_sort[MOST];
    uint32_t count;
} now;

static bool starts(const char* name, const char* with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

// A cell sort has a scan of its own in it.
static VKAPI_ATTR void VKAPI_CALL bind(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipeline pipeline)
{
    for (uint32_t i = 0; i < now.kernels->pipeline_count; ++i)
    {
        if (now.kernels->pipeline[i].pipeline != pipeline) continue;
        const char* name = now.kernels->pipeline[i].desc->name;
        now.sorts = starts(name, "radix_sort") || starts(name, "cell_sort") || (now.sorts && starts(name, "scan"));
    }
    now.vk.vkCmdBindPipeline(cmd, point, pipeline);
}

static void note(void)
{
    now.in_stage[now.count] = now.stage;
    now.in_sort[now.count]  = now.sorts;
    if (now.count + 1 < MOST) ++now.count;
}

static VKAPI_ATTR void VKAPI_CALL direct(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t groups[] = { x, y, z };
    memcpy(now.arguments.mapped + (size_t)now.count * ARGUMENTS, groups, sizeof groups);
    note();
    now.vk.vkCmdDispatch(cmd, x, y, z);
}

static void wait_between(VkCommandBuffer cmd, VkPipelineStageFlags before, VkPipelineStageFlags after)
{
    const VkMemoryBarrier all = { .sType         = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                  .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                  .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT };
    vkCmdPipelineBarrier(cmd, before, after, 0, 1, &all, 0, NULL, 0, NULL);
}

static VKAPI_ATTR void VKAPI_CALL indirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset)
{
    const VkBufferCopy part = { offset, (VkDeviceSize)now.count * ARGUMENTS, ARGUMENTS };
    wait_between(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT);
    vkCmdCopyBuffer(cmd, buffer, now.arguments.buffer, 1, &part);
    wait_between(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    note();
    now.vk.vkCmdDispatchIndirect(cmd, buffer, offset);
}

static VKAPI_ATTR void VKAPI_CALL begin_stage(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT* label)
{
    now.stage = label->pLabelName;
    if (now.begin_label != NULL) now.begin_label(cmd, label);
}

static VKAPI_ATTR void VKAPI_CALL end_stage(VkCommandBuffer cmd)
{
    now.stage = NULL;
    if (now.end_label != NULL) now.end_label(cmd);
}

bool rigid_count_begin(platform_gpu* gpu, massa_world* world)
{
    massa_device* d = world->device;
    memset(&now, 0, sizeof now);
    now.vk          = d->vk;
    now.begin_label = d->begin_label;
    now.end_label   = d->end_label;
    now.gpu         = gpu;
    now.kernels     = &world->simulation->kernels;
    if (!platform_buffer_create(gpu, &now.arguments, (uint64_t)MOST * ARGUMENTS, VK_BUFFER_USAGE_TRANSFER_DST_BIT))
        return false;
    d->vk.vkCmdBindPipeline     = bind;
    d->vk.vkCmdDispatch         = direct;
    d->vk.vkCmdDispatchIndirect = indirect;
    d->begin_label              = begin_stage;
    d->end_label                = end_stage;
    return true;
}

static void add(rigid_dispatches* out, const char* stage, bool sorts)
{
    uint32_t k = 0;
    ++out->filled;
    out->sorting += sorts;
    if (sorts) return;
    while (k < out->stages && strcmp(out->name[k], stage) != 0)
        ++k;
    if (k == RIGID_STAGES) return;
    if (k == out->stages) snprintf(out->name[out->stages++], sizeof out->name[k], "%s", stage);
    ++out->count[k];
}

bool rigid_count_end(massa_world* world, bool right, rigid_study* study)
{
    massa_device* d       = world->device;
    rigid_dispatches here = { .recorded = now.count };
    d->vk                 = now.vk;
    d->begin_label        = now.begin_label;
    d->end_label          = now.end_label;
    for (uint32_t i = 0; i < now.count; ++i)
    {
        uint32_t groups[3];
        memcpy(groups, now.arguments.mapped + (size_t)i * ARGUMENTS, sizeof groups);
        if (groups[0] > 0 && groups[1] > 0 && groups[2] > 0)
            add(&here, now.in_stage[i] != NULL ? now.in_stage[i] : "rest", now.in_sort[i]);
    }
    platform_buffer_destroy(now.gpu, &now.arguments);
    rigid_dispatches* most = &study->dispatches;
    if (here.filled - here.sorting >= most->filled - most->sorting) *most = here;
    return right;
}
