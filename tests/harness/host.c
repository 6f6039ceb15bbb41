#include "host.h"

#include <string.h>

void test_world_create(test_world* t, test_gpu* gpu, massa_world_desc desc, uint32_t per_command, uint32_t in_flight)
{
    memset(t, 0, sizeof *t);
    munit_assert_uint32(in_flight, <=, MAS_COUNT(t->frame));
    desc.max_steps_in_flight = per_command * in_flight;
    t->gpu                   = gpu;
    t->per_command           = per_command;
    t->in_flight             = in_flight;
    t->step                  = massa_default_step_desc();
    test_try(massa_create_world(gpu->device, &desc, &t->world));
    const VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    for (uint32_t i = 0; i < in_flight; ++i)
        munit_assert_int(vkCreateFence(gpu->host.device, &fence, NULL, &t->frame[i].fence), ==, VK_SUCCESS);
}

void test_world_destroy(test_world* t)
{
    test_world_finish(t);
    massa_destroy_world(t->world);
    for (uint32_t i = 0; i < t->in_flight; ++i)
        vkDestroyFence(t->gpu->host.device, t->frame[i].fence, NULL);
}

static void finish_oldest(test_world* t)
{
    const platform_gpu* host = &t->gpu->host;
    test_frame* f            = &t->frame[t->frame_first];
    munit_assert_int(vkWaitForFences(host->device, 1, &f->fence, VK_TRUE, UINT64_MAX), ==, VK_SUCCESS);
    munit_assert_int(vkResetFences(host->device, 1, &f->fence), ==, VK_SUCCESS);
    vkFreeCommandBuffers(host->device, host->command_pool, 1, &f->cmd);
    t->frame_first = (t->frame_first + 1) % t->in_flight;
    --t->frame_count;

    massa_poll_result news;
    test_try(massa_world_poll(t->world, f->last_step, &news));
    t->events += news.event_count;
    if (news.has_hash) t->hash = news.hash;
    if (t->heard != NULL && news.last_step != 0) t->heard(t, &news);
}

void test_world_finish(test_world* t)
{
    while (t->frame_count > 0)
        finish_oldest(t);
}

VkCommandBuffer test_world_begin(test_world* t)
{
    if (t->frame_count == t->in_flight) finish_oldest(t);
    return platform_begin(&t->gpu->host);
}

void test_world_submit(test_world* t, VkCommandBuffer cmd)
{
    test_frame* f             = &t->frame[(t->frame_first + t->frame_count++) % t->in_flight];
    f->cmd                    = cmd;
    f->last_step              = massa_world_last_step(t->world);
    const VkSubmitInfo submit = { .sType              = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                  .commandBufferCount = 1,
                                  .pCommandBuffers    = &f->cmd };
    munit_assert_int(vkEndCommandBuffer(cmd), ==, VK_SUCCESS);
    munit_assert_int(vkQueueSubmit(t->gpu->host.queue, 1, &submit, f->fence), ==, VK_SUCCESS);
}

void test_world_run(test_world* t, uint32_t steps)
{
    for (uint32_t done = 0; done < steps;)
    {
        VkCommandBuffer cmd = test_world_begin(t);
        for (uint32_t k = 0; k < t->per_command && done < steps; ++k, ++done)
        {
            if (t->edit != NULL) t->edit(t, massa_world_last_step(t->world) + 1);
            t->step.hash = done + 1 == steps;
            test_try(massa_cmd_step(t->world, cmd, &t->step));
        }
        test_world_submit(t, cmd);
    }
    test_world_finish(t);
}

void test_world_read(test_world* t, massa_view_kind kind, void* data, uint32_t count)
{
    massa_view view;
    platform_buffer copy;
    test_world_finish(t);
    test_try(massa_world_view(t->world, kind, &view));
    const VkBufferCopy region = { view.offset, 0, (VkDeviceSize)count * view.stride };
    munit_assert_uint64(region.size, <=, view.size);
    munit_assert(platform_buffer_create(&t->gpu->host, &copy, region.size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&t->gpu->host);
    vkCmdCopyBuffer(cmd, view.buffer, copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&t->gpu->host, cmd));
    memcpy(data, copy.mapped, region.size);
    platform_buffer_destroy(&t->gpu->host, &copy);
}
