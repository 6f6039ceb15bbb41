// Two worlds on one device, and worlds on two devices, side by side in one process and one command buffer. Red when
// they share anything that one of them writes, or when one device's functions are called on the other.
#include "api.h"

#include <string.h>

enum
{
    BODIES = 24
};

static massa_world* make(test_gpu* gpu, uint32_t bodies)
{
    const massa_world_desc desc = api_desc(bodies);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    return w;
}

// What a world of so many bodies comes to when it is alone.
static uint64_t alone(test_gpu* gpu, uint32_t bodies, uint32_t steps)
{
    massa_body_id id[BODIES];
    uint64_t hash  = 0;
    massa_world* w = make(gpu, bodies);
    api_create(w, bodies, id);
    for (uint64_t n = 1; n <= steps; ++n)
    {
        api_edit(w, id, bodies, n);
        hash = api_step(gpu, w);
    }
    massa_destroy_world(w);
    return hash;
}

// Recorded by turns into the same command buffer, without any barrier of the host's between them.
static MunitResult worlds_share_a_device(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        WORLDS = 3,
        STEPS  = 12
    };
    test_gpu* gpu = fixture;
    massa_world* w[WORLDS];
    massa_body_id id[WORLDS][BODIES];
    massa_step_desc step = massa_default_step_desc();
    massa_poll_result news[WORLDS];
    step.hash = true;
    for (uint32_t i = 0; i < WORLDS; ++i)
    {
        w[i] = make(gpu, BODIES - i);
        api_create(w[i], BODIES - i, id[i]);
    }
    for (uint64_t n = 1; n <= STEPS; ++n)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (uint32_t i = 0; i < WORLDS; ++i)
        {
            api_edit(w[i], id[i], BODIES - i, n);
            test_try(massa_world_watch(w[i], id[i], i + 1));
            test_try(massa_cmd_step(w[i], cmd, &step));
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        for (uint32_t i = 0; i < WORLDS; ++i)
            test_try(massa_world_poll(w[i], n, &news[i]));
        for (uint32_t i = 0; i < WORLDS; ++i)
            munit_assert_uint32(news[i].watched_count, ==, i + 1);
    }
    for (uint32_t i = 0; i < WORLDS; ++i)
    {
        munit_assert_uint64(news[i].hash, ==, alone(gpu, BODIES - i, STEPS));
        massa_destroy_world(w[i]); // the others live on
    }
    return MUNIT_OK;
}

static MunitResult devices_live_side_by_side(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        STEPS = 12
    };
    test_gpu* gpu[] = { fixture, test_gpu_setup(params, NULL) }; // a second VkInstance and VkDevice
    massa_device* second;
    massa_device_desc desc = wrapper_desc(); // and a second massa_device on the first
    desc.group_size        = 32;
    test_try(massa_create_device(&desc, &second));
    test_gpu third  = *gpu[0];
    third.device    = second;
    test_gpu* all[] = { gpu[0], gpu[1], &third };
    massa_world* w[3];
    massa_body_id id[3][BODIES];
    uint64_t hash[3];
    for (int i = 0; i < 3; ++i)
    {
        w[i] = make(all[i], BODIES);
        api_create(w[i], BODIES, id[i]);
    }
    for (uint64_t n = 1; n <= STEPS; ++n)
    {
        for (int i = 0; i < 3; ++i)
        {
            api_edit(w[i], id[i], BODIES, n);
            hash[i] = api_step(all[i], w[i]);
        }
    }
    munit_assert_uint64(hash[1], ==, hash[0]);
    munit_assert_uint64(hash[2], ==, hash[0]); // workgroups of another size
    massa_destroy_world(w[1]);
    test_gpu_tear_down(gpu[1]); // gone; the first one goes on
    massa_destroy_world(w[2]);
    massa_destroy_device(second);
    api_edit(w[0], id[0], BODIES, STEPS + 1);
    munit_assert_uint64(api_step(gpu[0], w[0]), ==, alone(gpu[0], BODIES, STEPS + 1));
    massa_destroy_world(w[0]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/worlds-share-a-device", worlds_share_a_device, api_setup, wrapper_tear_down, 0, NULL },
    { "/devices-live-side-by-side", devices_live_side_by_side, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_two_worlds_suite = { "/two_worlds", tests, NULL, 1, 0 };
