// Two worlds on one device, and worlds on two devices, side by side in one process and one command buffer. Red when
// they share anything that one of them writes, or when one device's functions are called on the other.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <pthread.h>
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

// Known without a reference: twice the gravity, twice the speed, to the last bit.
static MunitResult worlds_keep_their_own_numbers(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu        = fixture;
    massa_world* w[]     = { make(gpu, 1), make(gpu, 2) };
    massa_step_desc step = massa_default_step_desc();
    float speed[2];
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    for (int i = 0; i < 2; ++i)
    {
        const massa_body_desc d = massa_default_body_desc();
        massa_body_id id;
        test_try(massa_create_body(w[i], &d, &id));
        test_try(massa_world_watch(w[i], &id, 1));
        test_try(massa_world_set_gravity(w[i], (massa_vec3){ 0.0f, (float)(-1 - i), 0.0f }));
    }
    for (int n = 0; n < 6; ++n)
        test_try(massa_cmd_step(w[n % 2], cmd, &step));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    for (int i = 0; i < 2; ++i)
    {
        massa_poll_result news;
        test_try(massa_world_poll(w[i], 3, &news));
        munit_assert_uint32(news.watched_count, ==, 1);
        speed[i] = news.watched[0].velocity.y;
        massa_destroy_world(w[i]);
    }
    munit_assert_float(speed[0], <, -0.049f);
    munit_assert_float(speed[0], >, -0.051f);
    munit_assert_float(speed[1], ==, 2.0f * speed[0]);
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

// ---- Threads ----

typedef struct worker
{
    test_gpu gpu; // the shared one, with a command pool and a fence of its own
    uint64_t hash;
} worker;

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER; // Vulkan's rule, not ours

static void* work(void* user)
{
    worker* t = user;
    for (int life = 0; life < 3; ++life)
    {
        massa_body_id id[BODIES];
        massa_world* w       = make(&t->gpu, BODIES);
        massa_step_desc step = massa_default_step_desc();
        massa_determinism level;
        step.hash = true;
        api_create(w, BODIES, id);
        for (uint64_t n = 1; n <= 12; ++n)
        {
            massa_poll_result news;
            VkCommandBuffer cmd = platform_begin(&t->gpu.host);
            api_edit(w, id, BODIES, n);
            test_try(massa_cmd_probe(t->gpu.device, cmd));
            test_try(massa_cmd_step(w, cmd, &step));
            pthread_mutex_lock(&queue_lock);
            munit_assert(platform_submit_and_wait(&t->gpu.host, cmd));
            pthread_mutex_unlock(&queue_lock);
            test_try(massa_device_poll_probe(t->gpu.device, &level));
            test_try(massa_world_poll(w, n, &news));
            t->hash = news.hash;
        }
        massa_destroy_world(w);
    }
    return NULL;
}

// Each thread its own worlds, all on one massa_device: made, stepped and destroyed at the same time.
static MunitResult threads_share_a_device(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        THREADS = 3
    };
    test_gpu* gpu = fixture;
    static worker workers[THREADS];
    pthread_t thread[THREADS];
    const uint64_t hash                = alone(gpu, BODIES, 12);
    const VkCommandPoolCreateInfo pool = { .sType            = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                           .queueFamilyIndex = gpu->host.queue_family };
    const VkFenceCreateInfo fence      = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    for (int i = 0; i < THREADS; ++i)
    {
        platform_gpu* h = &workers[i].gpu.host;
        workers[i].gpu  = *gpu;
        munit_assert_int(vkCreateCommandPool(h->device, &pool, NULL, &h->command_pool), ==, VK_SUCCESS);
        munit_assert_int(vkCreateFence(h->device, &fence, NULL, &h->fence), ==, VK_SUCCESS);
        munit_assert_int(pthread_create(&thread[i], NULL, work, &workers[i]), ==, 0);
    }
    for (int i = 0; i < THREADS; ++i)
    {
        platform_gpu* h = &workers[i].gpu.host;
        munit_assert_int(pthread_join(thread[i], NULL), ==, 0);
        munit_assert_uint64(workers[i].hash, ==, hash);
        vkDestroyCommandPool(h->device, h->command_pool, NULL);
        vkDestroyFence(h->device, h->fence, NULL);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/worlds-share-a-device", worlds_share_a_device, api_setup, wrapper_tear_down, 0, NULL },
    { "/worlds-keep-their-own-numbers", worlds_keep_their_own_numbers, api_setup, wrapper_tear_down, 0, NULL },
    { "/devices-live-side-by-side", devices_live_side_by_side, api_setup, wrapper_tear_down, 0, NULL },
    { "/threads-share-a-device", threads_share_a_device, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_two_worlds_suite = { "/two_worlds", tests, NULL, 1, 0 };
