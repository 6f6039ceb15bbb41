// Whatever fails while a device, the core's own objects or a world are made: the right code comes back, nothing is
// handed out and nothing is kept. Failure number 1, 2, 3, ... is tried until the making runs through without meeting
// it.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "wrapper.h"
#include "transform_test_shared.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MAX_TRIES = 2000
};

static platform_gpu host;

static void* setup(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    if (!platform_gpu_create(&host, NULL)) munit_error(host.error);
    return wrapper_begin(&host, false); // not bare: with timestamps there is more that can fail
}

static void tear_down(void* fixture)
{
    (void)fixture;
    wrapper_end();
    const uint32_t messages = host.validation_messages;
    platform_gpu_destroy(&host);
    munit_assert_uint32(messages, ==, 0);
}

// ---- What is made ----

typedef struct maker
{
    bool needs_device;
    uint32_t stride;                     // from one failure to the next, in the default run
    massa_result (*make)(massa_device*); // makes, and destroys again what was made
} maker;

static massa_result make_device(massa_device* none)
{
    (void)none;
    const massa_device_desc desc = wrapper_desc();
    massa_device* device         = (massa_device*)&host;
    const massa_result r         = massa_create_device(&desc, &device);
    munit_assert((r == MASSA_OK) == (device != NULL));
    massa_destroy_device(device);
    return r;
}

static massa_result make_world_of(massa_device* device, uint32_t particles)
{
    massa_world_desc desc   = massa_default_world_desc();
    desc.capacity.bodies    = 100;
    desc.capacity.particles = particles;
    massa_world* world      = (massa_world*)&host;
    const massa_result r    = massa_create_world(device, &desc, &world);
    munit_assert((r == MASSA_OK) == (world != NULL));
    massa_destroy_world(world);
    return r;
}

static massa_result make_world(massa_device* device)
{
    return make_world_of(device, 0);
}

// The stages of particles are made last, so theirs are the last failures.
static massa_result make_world_with_particles(massa_device* device)
{
    return make_world_of(device, 1000);
}

// Every class of memory, and a pass in so many windows that the set table grows and a second pool is made.
static massa_result make_core(massa_device* device)
{
    static const mas_kernel_desc transform = { .name   = "transform_test",
                                               .access = "RW",
                                               .push   = sizeof(transform_test_push) };
    mas_arena arena;
    mas_kernels kernels = { 0 };
    mas_pass pass;
    wrapper_set_storage_range(device, 4096);
    mas_arena_init(&arena, device);
    const mas_span from = mas_plan_windowed(&arena, MAS_STATE, "from", 70000, 4);
    const mas_span to   = mas_plan_windowed(&arena, MAS_SCRATCH, "to", 70000, 4);
    mas_plan(&arena, MAS_UPLOAD, "up", 16, 4);
    mas_plan(&arena, MAS_READBACK, "down", 16, 4);
    massa_result r = mas_arena_allocate(&arena);
    if (r == MASSA_OK) mas_kernels_init(&kernels, &arena);
    if (r == MASSA_OK) r = mas_bind(&kernels, &pass, &transform, from, to);
    if (r == MASSA_OK) munit_assert_uint32(pass.window_count, ==, 69);
    mas_kernels_destroy(&kernels);
    mas_arena_destroy(&arena);
    wrapper_set_storage_range(device, 128 << 20);
    return r;
}

static const maker makers[] = {
    { false, 0, make_device }, { true, 0, make_core }, { true, 1, make_world }, { true, 3, make_world_with_particles }
};

// ---- How it fails ----

typedef struct failure
{
    VkResult result; // VK_SUCCESS: not a call fails, but a host allocation
    bool stays;
    massa_result code, other; // other: may come back too
} failure;

static const failure failures[] = {
    { VK_SUCCESS, false, MASSA_ERROR_HOST_MEMORY, MASSA_ERROR_HOST_MEMORY },
    // VMA says device memory whatever vkAllocateMemory said
    { VK_ERROR_OUT_OF_HOST_MEMORY, true, MASSA_ERROR_HOST_MEMORY, MASSA_ERROR_DEVICE_MEMORY },
    { VK_ERROR_OUT_OF_DEVICE_MEMORY, true, MASSA_ERROR_DEVICE_MEMORY, MASSA_ERROR_DEVICE_MEMORY },
    // once only: VMA may find memory elsewhere, and all is well
    { VK_ERROR_OUT_OF_DEVICE_MEMORY, false, MASSA_ERROR_DEVICE_MEMORY, MASSA_OK },
};

static void arm(const failure* f, uint32_t n)
{
    if (f->result == VK_SUCCESS)
        wrapper_fail_host(n);
    else
        wrapper_fail(NULL, n, f->result, f->stays);
}

// Returns how many failures were met.
static uint32_t sweep(wrapper* w, const maker* m, const failure* f, massa_device* device)
{
    // Drivers that compile while making, and validation layers, meet a sample of the failures of a world.
    const uint32_t step = m->stride == 0 ? 1 : !test_is_lavapipe25() ? 23 : test_full() ? 1 : m->stride;
    for (uint32_t n = 1; n < MAX_TRIES; n += step)
    {
        const wrapper_counts before = wrapper_counted();
        w->errors                   = 0;
        arm(f, n);
        const massa_result r = m->make(device);
        const bool met       = w->failed;
        arm(f, 0);
        munit_assert_int64(w->counts.host_bytes, ==, before.host_bytes);
        munit_assert_int64(w->counts.objects, ==, before.objects);
        if (r == MASSA_OK && !met) return n - 1;
        if (r != f->code && r != f->other) munit_errorf("failure %u: %d instead of %d (%s)", n, r, f->code, w->error);
        munit_assert_uint32(w->errors, ==, r == MASSA_OK ? 0 : 1); // one clear sentence
    }
    munit_error("The making never runs through.");
}

static MunitResult failures_leave_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w = fixture;
    for (size_t k = 0; k < MAS_COUNT(makers) * MAS_COUNT(failures); ++k)
    {
        const maker* m               = &makers[k / MAS_COUNT(failures)];
        massa_device* device         = NULL;
        const massa_device_desc desc = wrapper_desc();
        if (m->needs_device) test_try(massa_create_device(&desc, &device));
        const uint32_t met = sweep(w, m, &failures[k % MAS_COUNT(failures)], device);
        munit_assert_uint32(met, >, 1);
        massa_destroy_device(device);
    }
    return MUNIT_OK;
}

// ---- What the host brings ----

typedef struct host_memory
{
    uint32_t created, destroyed, refuse; // refuse: number of the creation that fails, 0 none
} host_memory;

static VkResult create_buffer(void* user, const VkBufferCreateInfo* info, massa_memory_kind kind, VkBuffer* buffer,
                              void** mapped, void** handle)
{
    host_memory* h = user;
    if (++h->created == h->refuse)
    {
        --h->created;
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    platform_buffer* b = calloc(1, sizeof *b);
    if (!platform_buffer_create(&host, b, info->size, info->usage)) munit_error(host.error);
    *buffer = b->buffer;
    *mapped = kind == MASSA_MEMORY_DEVICE ? NULL : b->mapped;
    *handle = b;
    return VK_SUCCESS;
}

static void destroy_buffer(void* user, VkBuffer buffer, void* handle)
{
    ++((host_memory*)user)->destroyed;
    munit_assert(((platform_buffer*)handle)->buffer == buffer);
    platform_buffer_destroy(&host, handle);
    free(handle);
}

static MunitResult host_memory_is_used(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                  = fixture;
    host_memory memory          = { 0 };
    massa_device_desc desc      = wrapper_desc();
    desc.memory                 = (massa_memory_functions){ &memory, create_buffer, destroy_buffer };
    const wrapper_counts before = wrapper_counted();
    massa_device* device;
    test_try(massa_create_device(&desc, &device));
    test_try(make_world(device));
    for (uint32_t k = 1;; ++k) // each of a world's buffers in turn
    {
        memory.refuse        = memory.created + k;
        const massa_result r = make_world(device);
        if (r == MASSA_OK) break;
        munit_assert_int(r, ==, MASSA_ERROR_DEVICE_MEMORY);
    }
    massa_destroy_device(device);
    munit_assert_uint32(memory.created, >, 4);
    munit_assert_uint32(memory.created, ==, memory.destroyed);
    munit_assert_uint64(wrapper_calls(WRAPPER_DEVICE_MEMORY, &before), ==, 0);
    munit_assert_uint64(wrapper_calls(WRAPPER_MAP, &before), ==, 0);
    munit_assert_uint64(w->counts.host_allocations, >, before.host_allocations);
    return MUNIT_OK;
}

static MunitResult pipeline_cache_is_handed_on(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                           = fixture;
    const VkPipelineCacheCreateInfo info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO };
    VkPipelineCache cache;
    munit_assert_int(vkCreatePipelineCache(host.device, &info, NULL, &cache), ==, VK_SUCCESS);
    for (int i = 0; i < 2; ++i)
    {
        massa_device_desc desc = wrapper_desc();
        desc.pipeline_cache    = i == 0 ? cache : VK_NULL_HANDLE;
        massa_device* device;
        test_try(massa_create_device(&desc, &device));
        const wrapper_counts before = wrapper_counted();
        test_try(make_world(device));
        munit_assert_uint64(wrapper_calls(WRAPPER_PIPELINE, &before), >, 0);
        munit_assert(w->cache == desc.pipeline_cache);
        massa_destroy_device(device);
    }
    vkDestroyPipelineCache(host.device, cache, NULL);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/failures-leave-nothing", failures_leave_nothing, setup, tear_down, 0, NULL },
    { "/host-memory-is-used", host_memory_is_used, setup, tear_down, 0, NULL },
    { "/pipeline-cache-is-handed-on", pipeline_cache_is_handed_on, setup, tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_failures_suite = { "/failures", tests, NULL, 1, 0 };
