// Worlds that the device cannot hold are refused before anything is made, by the name of the capacity that is too large
// and its largest value. Red when a buffer is planned beyond what the device allocates or binds, when the sentence
// names another capacity, or when the value it gives is not the largest.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <stdio.h>
#include <string.h>

enum
{
    ALLOCATION = 1 << 30, // bytes, the least that Vulkan 1.1 allows a device to report
};

static void* setup(const MunitParameter params[], void* user)
{
    test_gpu* gpu = test_gpu_setup(params, user);
    massa_destroy_device(gpu->device);
    wrapper_begin(&gpu->host, true);
    mas_wrapper.max_allocation   = ALLOCATION;
    const massa_device_desc desc = wrapper_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

// The world is refused for this capacity of it; with the value that the log names it fits, with one more it does not.
static massa_memory expect_largest(massa_device* d, massa_world_desc* desc, const char* name, uint32_t* capacity)
{
    char due[80];
    unsigned largest = 0;
    massa_memory memory;
    massa_world* w;
    snprintf(due, sizeof due, "capacity.%s is %u; ", name, *capacity);
    REFUSED(massa_create_world(d, desc, &w), MASSA_ERROR_DEVICE_LIMIT, due);
    REFUSED(massa_query_world_memory(d, desc, &memory), MASSA_ERROR_DEVICE_LIMIT, due);
    const char* most = strstr(mas_wrapper.error, "at most");
    munit_assert_not_null(most);
    munit_assert_int(sscanf(most, "at most %u here", &largest), ==, 1);
    munit_assert_uint32(largest, <, *capacity);
    *capacity = largest + 1;
    REFUSED(massa_query_world_memory(d, desc, &memory), MASSA_ERROR_DEVICE_LIMIT, name);
    *capacity = largest;
    test_try(massa_query_world_memory(d, desc, &memory));
    return memory;
}

static MunitResult allocations_are_limited(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d       = ((test_gpu*)fixture)->device;
    massa_world_desc desc = massa_default_world_desc();
    desc.capacity.bodies  = 1 << 24;
    desc.capacity.pairs = desc.capacity.colliders = MASSA_NONE; // bodies alone
    massa_memory m        = expect_largest(d, &desc, "bodies", &desc.capacity.bodies);
    munit_assert_uint64(m.state, <=, ALLOCATION);
    munit_assert_uint64(m.state, >, ALLOCATION - 4096); // the last body that fits
    desc                       = massa_default_world_desc();
    desc.capacity.edits        = 1 << 20;
    desc.max_steps_in_flight   = 8;
    mas_wrapper.max_allocation = 0;
    d->limits.allocation       = 512 << 20;
    m                          = expect_largest(d, &desc, "edits", &desc.capacity.edits); // the ring, not the state
    munit_assert_uint64(m.upload, <=, 512 << 20);
    return MUNIT_OK;
}

static MunitResult bindings_are_limited(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d         = ((test_gpu*)fixture)->device;
    massa_world_desc desc   = massa_default_world_desc();
    desc.capacity.pairs     = 1 << 23;
    desc.capacity.contacts  = 1 << 10;
    desc.capacity.colliders = 1 << 12;
    expect_largest(d, &desc, "pairs", &desc.capacity.pairs);
    desc                    = massa_default_world_desc();
    desc.capacity.particles = 1 << 23;
    expect_largest(d, &desc, "particles", &desc.capacity.particles);

    // Nothing alone would help: the arrays are named.
    desc                    = massa_default_world_desc();
    desc.capacity.pairs     = 1 << 23;
    desc.capacity.joints    = 1 << 20;
    desc.capacity.particles = 1 << 23;
    massa_world* w;
    REFUSED(massa_create_world(d, &desc, &w), MASSA_ERROR_DEVICE_LIMIT, "The array '");
    munit_assert_ptr_equal(strstr(mas_wrapper.error, "The array"), mas_wrapper.error);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/allocations-are-limited", allocations_are_limited, setup, wrapper_tear_down, 0, NULL },
    { "/bindings-are-limited", bindings_are_limited, setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_room_suite = { "/room", tests, NULL, 1, 0 };
