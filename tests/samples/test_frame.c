// One frame as an engine makes it: a step and the draw of its particles in one command buffer. Red when something is
// copied, mapped, waited for or allocated between the two, or when what is drawn is not the buffer that was simulated.
// runs: lavapipe25 layers asan own-devices. What the host side does with its input is the same on every driver.
#include "api.h"
#include "grains.h"
#include "renderer/renderer.h"
#include "spy.h"

#include <string.h>

enum
{
    WIDTH  = 320,
    HEIGHT = 180
};

// The renderer calls volk's global functions: while a frame is drawn they lead here.
static struct
{
    uint32_t copies, maps, waits, allocations, submissions;
    VkBuffer drawn; // bound by the renderer at the place looked for
    VkDeviceSize begin, end;
    VkBuffer wanted;
} seen;

static PFN_vkUpdateDescriptorSets real_update;

static VKAPI_ATTR void VKAPI_CALL copy_buffer(VkCommandBuffer c, VkBuffer a, VkBuffer b, uint32_t n,
                                              const VkBufferCopy* r)
{
    (void)c, (void)a, (void)b, (void)n, (void)r;
    ++seen.copies;
}

static VKAPI_ATTR VkResult VKAPI_CALL map(VkDevice d, VkDeviceMemory m, VkDeviceSize o, VkDeviceSize s,
                                          VkMemoryMapFlags f, void** p)
{
    (void)d, (void)m, (void)o, (void)s, (void)f, (void)p;
    ++seen.maps;
    return VK_ERROR_MEMORY_MAP_FAILED;
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_fences(VkDevice d, uint32_t n, const VkFence* f, VkBool32 all, uint64_t time)
{
    (void)d, (void)n, (void)f, (void)all, (void)time;
    ++seen.waits;
    return VK_TIMEOUT;
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_queue(VkQueue q)
{
    (void)q;
    ++seen.waits;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL wait_device(VkDevice d)
{
    (void)d;
    ++seen.waits;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice d, const VkMemoryAllocateInfo* i,
                                               const VkAllocationCallbacks* a, VkDeviceMemory* m)
{
    (void)d, (void)i, (void)a, (void)m;
    ++seen.allocations;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice d, const VkBufferCreateInfo* i,
                                                    const VkAllocationCallbacks* a, VkBuffer* b)
{
    (void)d, (void)i, (void)a, (void)b;
    ++seen.allocations;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue q, uint32_t n, const VkSubmitInfo* i, VkFence f)
{
    (void)q, (void)n, (void)i, (void)f;
    ++seen.submissions;
    return VK_ERROR_DEVICE_LOST;
}

static VKAPI_ATTR void VKAPI_CALL update_sets(VkDevice d, uint32_t n, const VkWriteDescriptorSet* w, uint32_t c,
                                              const VkCopyDescriptorSet* k)
{
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t j = 0; j < w[i].descriptorCount && w[i].descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER; ++j)
        {
            const VkDescriptorBufferInfo* b = &w[i].pBufferInfo[j];
            if (b->buffer == seen.wanted && b->offset <= seen.begin && b->offset + b->range >= seen.end)
                seen.drawn = b->buffer;
        }
    real_update(d, n, w, c, k);
}

static bool draw_watched(renderer* r, VkCommandBuffer cmd, const renderer_frame* frame)
{
    const PFN_vkCmdCopyBuffer copy_0      = vkCmdCopyBuffer;
    const PFN_vkMapMemory map_0           = vkMapMemory;
    const PFN_vkWaitForFences fences_0    = vkWaitForFences;
    const PFN_vkQueueWaitIdle queue_0     = vkQueueWaitIdle;
    const PFN_vkDeviceWaitIdle device_0   = vkDeviceWaitIdle;
    const PFN_vkAllocateMemory allocate_0 = vkAllocateMemory;
    const PFN_vkCreateBuffer create_0     = vkCreateBuffer;
    const PFN_vkQueueSubmit submit_0      = vkQueueSubmit;
    real_update                           = vkUpdateDescriptorSets;
    vkCmdCopyBuffer                       = copy_buffer;
    vkMapMemory                           = map;
    vkWaitForFences                       = wait_fences;
    vkQueueWaitIdle                       = wait_queue;
    vkDeviceWaitIdle                      = wait_device;
    vkAllocateMemory                      = allocate;
    vkCreateBuffer                        = create_buffer;
    vkQueueSubmit                         = submit;
    vkUpdateDescriptorSets                = update_sets;
    const bool fine                       = renderer_draw(r, cmd, frame);
    vkCmdCopyBuffer                       = copy_0;
    vkMapMemory                           = map_0;
    vkWaitForFences                       = fences_0;
    vkQueueWaitIdle                       = queue_0;
    vkDeviceWaitIdle                      = device_0;
    vkAllocateMemory                      = allocate_0;
    vkCreateBuffer                        = create_0;
    vkQueueSubmit                         = submit_0;
    vkUpdateDescriptorSets                = real_update;
    return fine;
}

static renderer_view view_of(const massa_view* v)
{
    return (renderer_view){ v->buffer, v->offset, v->size, v->stride };
}

// The kernel that moves particles wrote this very place.
static bool simulated(const massa_view* position)
{
    const spy* s = spy_seen();
    for (uint32_t i = 0; i < s->count; ++i)
    {
        const spy_command* c = &s->command[i];
        if (c->kind != SPY_DISPATCH || c->stage == NULL || strcmp(c->stage, "particle contacts") != 0) continue;
        for (uint32_t k = 0; k < c->bindings; ++k)
            if (c->binding[k].buffer == position->buffer && c->binding[k].offset == position->offset) return true;
    }
    return false;
}

static void* setup(const MunitParameter params[], void* user)
{
    test_gpu* gpu = test_gpu_setup(params, user);
    massa_destroy_device(gpu->device);
    wrapper_begin(&gpu->host, false);
    const massa_device_desc desc = spy_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

static uint32_t bright_pixels(const renderer* r) // of the grains' own colour, which neither sky nor ground has
{
    const uint8_t* p = renderer_pixels(r);
    uint32_t n       = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i)
        n += p[4 * i] > 90 && p[4 * i + 1] < 60 && p[4 * i + 2] < 60;
    return n;
}

static MunitResult nothing_between(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    renderer* r   = renderer_create(&gpu->host, WIDTH, HEIGHT);
    munit_assert_not_null(r);
    const massa_world_desc desc = grains_desc();
    massa_world* w;
    grains_scene scene = { 0 };
    test_try(massa_create_world(gpu->device, &desc, &w));
    massa_view position, velocity;
    test_try(massa_world_view(w, MASSA_VIEW_PARTICLE_POSITION, &position));
    test_try(massa_world_view(w, MASSA_VIEW_PARTICLE_VELOCITY, &velocity));

    renderer_item item = renderer_default_item(RENDERER_SPHERES);
    item.position      = view_of(&position);
    item.velocity      = view_of(&velocity);
    item.tag           = (renderer_view){ position.buffer, position.offset + 12, position.size - 12, position.stride };
    item.tag_mask = item.tag_value = 0x40000000u;
    item.radius                    = 0.05f;
    memcpy(item.colour, (float[3]){ 0.8f, 0.01f, 0.01f }, sizeof item.colour);
    renderer_frame frame = renderer_default_frame();
    memcpy(frame.eye, (float[3]){ 0.0f, 0.0f, 4.0f }, sizeof frame.eye);
    memcpy(frame.target, (float[3]){ 0.0f, -0.2f, 0.0f }, sizeof frame.target);
    memcpy(frame.bounds, (float[2][3]){ { -1, -1, -1 }, { 1, 1, 1 } }, sizeof frame.bounds);
    frame.ground     = false;
    frame.items      = &item;
    frame.item_count = 1;

    uint32_t red = 0;
    for (uint32_t n = 1; n <= 12; ++n)
    {
        grains_edit(w, &scene, n);
        massa_view now;
        test_try(massa_world_view(w, MASSA_VIEW_PARTICLE_POSITION, &now));
        munit_assert(now.buffer == position.buffer && now.offset == position.offset);
        item.count = now.count;

        memset(&seen, 0, sizeof seen);
        seen.wanted = position.buffer;
        seen.begin  = position.offset;
        seen.end    = position.offset + position.size;
        spy_clear();
        VkCommandBuffer cmd         = platform_begin(&gpu->host);
        const massa_step_desc step  = massa_default_step_desc();
        const wrapper_counts before = wrapper_counted();
        test_try(massa_cmd_step(w, cmd, &step));
        wrapper_expect_quiet(&before);
        const uint32_t recorded = spy_seen()->count;
        munit_assert_true(draw_watched(r, cmd, &frame));
        wrapper_expect_quiet(&before);
        munit_assert_uint32(spy_seen()->count, ==, recorded); // massa records nothing behind its step
        munit_assert_uint32(seen.copies + seen.maps + seen.waits + seen.allocations + seen.submissions, ==, 0);
        munit_assert_true(simulated(&position));
        if (n == 1) munit_assert(seen.drawn == position.buffer);

        munit_assert_true(renderer_read(r, cmd));
        munit_assert_true(platform_submit_and_wait(&gpu->host, cmd));
        massa_poll_result news;
        test_try(massa_world_poll(w, n, &news));
        const uint32_t last = red;
        red                 = bright_pixels(r);
        if (n > 1) munit_assert_uint32(red, >, last); // more and more of them are seen
    }
    munit_assert_uint32(red, >, 500);
    massa_destroy_world(w);
    renderer_destroy(r);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nothing-between-step-and-draw", nothing_between, setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_frame_suite = { "/frame", tests, NULL, 1, 0 };
