// Adopting a host's device: what is refused and in which words, and that a refusal leaves nothing behind.
#include "wrapper.h"

#include <stdlib.h>
#include <string.h>

static platform_gpu host;

static void* setup(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    if (!platform_gpu_create(&host, NULL)) munit_error(host.error);
    return wrapper_begin(&host, true);
}

static void tear_down(void* fixture)
{
    (void)fixture;
    wrapper_end();
    const uint32_t messages = host.validation_messages;
    platform_gpu_destroy(&host);
    munit_assert_uint32(messages, ==, 0);
}

static void expect_nothing_kept(const wrapper* w)
{
    munit_assert_int64(w->counts.host_bytes, ==, 0);
    munit_assert_int64(w->counts.objects, ==, 0);
}

// The code, one sentence with these words, and no device.
static void expect_refusal(wrapper* w, const massa_device_desc* desc, massa_result code, const char* words)
{
    massa_device* device = (massa_device*)w;
    w->errors            = 0;
    munit_assert_int(massa_create_device(desc, &device), ==, code);
    munit_assert_null(device);
    munit_assert_uint32(w->errors, ==, 1);
    if (strstr(w->error, words) == NULL) munit_errorf("\"%s\" does not say \"%s\".", w->error, words);
    expect_nothing_kept(w);
}

static massa_device_needs ask_needs(const massa_device_desc* desc)
{
    massa_device_needs needs;
    test_try(massa_query_device_needs(desc->instance, desc->physical_device, desc->get_instance_proc_addr, &needs));
    return needs;
}

// What massa_create_device refuses, massa_query_device_needs tells before, in the same words.
static void expect_unsupported(wrapper* w, massa_result code, const char* words)
{
    const massa_device_desc desc = wrapper_desc();
    expect_refusal(w, &desc, code, words);
    const massa_device_needs needs = ask_needs(&desc);
    munit_assert_false(needs.supported);
    munit_assert_int(needs.refusal, ==, code);
    if (strstr(needs.reason, words) == NULL) munit_errorf("\"%s\" does not say \"%s\".", needs.reason, words);
}

static MunitResult floor_is_enough(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                     = fixture;
    const massa_device_desc desc   = wrapper_desc();
    const massa_device_needs needs = ask_needs(&desc);
    munit_assert_true(needs.supported);
    munit_assert_int(needs.refusal, ==, MASSA_OK);
    munit_assert_string_equal(needs.reason, "");
    munit_assert_uint32(needs.api_version, ==, VK_API_VERSION_1_1);
    munit_assert_uint32(needs.queue_family, ==, host.queue_family);
    munit_assert_false(needs.useful_shader_int64);

    massa_device* device;
    test_try(massa_create_device(&desc, &device));
    munit_assert_uint64(device->limits.storage_range, ==, 128 << 20);
    munit_assert_float(device->limits.timestamp_period, ==, 0.0f);
    munit_assert_null(device->begin_label);
    munit_assert_false(device->limits.words64);
    munit_assert_uint32(w->errors, ==, 0);
    massa_destroy_device(device);
    massa_destroy_device(NULL);
    return MUNIT_OK;
}

// A guest looks up nothing that would wait, submit, or make what is the host's to make.
static MunitResult guest_asks_for_little(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const char* const never[] = {
        "vkWaitForFences", "vkWaitSemaphores", "vkWaitSemaphoresKHR", "vkQueueWaitIdle",      "vkDeviceWaitIdle",
        "vkQueueSubmit",   "vkQueueSubmit2",   "vkQueueSubmit2KHR",   "vkGetFenceStatus",     "vkGetDeviceQueue",
        "vkCreateDevice",  "vkCreateInstance", "vkCreateFence",       "vkCreateSemaphore",    "vkCreateCommandPool",
        "vkDestroyDevice", "vkCreateEvent",    "vkDestroyInstance",   "vkBeginCommandBuffer", "vkEndCommandBuffer",
    };
    const massa_device_desc desc = wrapper_desc();
    massa_device* device;
    test_try(massa_create_device(&desc, &device));
    massa_destroy_device(device);
    for (size_t i = 0; i < MAS_COUNT(never); ++i)
        if (wrapper_asked(never[i])) munit_errorf("massa asked for %s.", never[i]);
    munit_assert(wrapper_asked("vkCmdDispatch"));
    return MUNIT_OK;
}

static MunitResult nulls_and_cookies_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                   = fixture;
    const massa_device_desc good = wrapper_desc();
    massa_device_desc bad        = good;
    massa_device_needs needs;
    massa_device* device = (massa_device*)w;
    munit_assert_int(massa_create_device(&good, NULL), ==, MASSA_ERROR_NULL);
    munit_assert_int(massa_create_device(NULL, &device), ==, MASSA_ERROR_NULL);
    munit_assert_null(device);

    bad.cookie = MASSA_COOKIE(1, massa_device_desc);
    device     = (massa_device*)w;
    munit_assert_int(massa_create_device(&bad, &device), ==, MASSA_ERROR_COOKIE);
    munit_assert_null(device);

    // A desc of zeros may come from another header, where log lies elsewhere: it is not called. The text of the code
    // says what to do.
    bad        = good;
    bad.cookie = 0;
    w->errors  = 0;
    munit_assert_int(massa_create_device(&bad, &device), ==, MASSA_ERROR_COOKIE);
    munit_assert_uint32(w->errors, ==, 0);
    munit_assert_not_null(strstr(massa_result_text(MASSA_ERROR_COOKIE), "massa_default_"));
    munit_assert_not_null(strstr(massa_result_text(MASSA_ERROR_COOKIE), "begin with it"));

    bad          = good;
    bad.instance = VK_NULL_HANDLE;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "massa_device_desc needs instance");
    munit_assert_int(
        massa_query_device_needs(VK_NULL_HANDLE, good.physical_device, good.get_instance_proc_addr, &needs), ==,
        MASSA_ERROR_NULL);
    bad                 = good;
    bad.physical_device = VK_NULL_HANDLE;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "physical_device");
    munit_assert_int(massa_query_device_needs(good.instance, VK_NULL_HANDLE, good.get_instance_proc_addr, &needs), ==,
                     MASSA_ERROR_NULL);
    bad        = good;
    bad.device = VK_NULL_HANDLE;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "device");
    bad                        = good;
    bad.get_instance_proc_addr = NULL;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "get_instance_proc_addr");
    munit_assert_int(massa_query_device_needs(good.instance, good.physical_device, NULL, &needs), ==, MASSA_ERROR_NULL);
    munit_assert_int(massa_query_device_needs(good.instance, good.physical_device, good.get_instance_proc_addr, NULL),
                     ==, MASSA_ERROR_NULL);
    munit_assert_false(needs.supported);
    return MUNIT_OK;
}

static MunitResult fields_out_of_range_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                   = fixture;
    const massa_device_desc good = wrapper_desc();
    massa_device_desc bad        = good;
    bad.group_size               = 48;
    expect_refusal(w, &bad, MASSA_ERROR_RANGE, "group_size is 48");
    bad              = good;
    bad.shader_int64 = true; // the floor has no features
    expect_refusal(w, &bad, MASSA_ERROR_DEVICE_LIMIT, "has no shaderInt64");
    bad              = good;
    bad.queue_family = w->family_count;
    expect_refusal(w, &bad, MASSA_ERROR_NO_COMPUTE_QUEUE, "queue_family is");
    bad.get_instance_proc_addr = host.get_instance_proc_addr; // what the driver itself says
    expect_refusal(w, &bad, MASSA_ERROR_NO_COMPUTE_QUEUE, "queue_family is");
    bad                = good;
    bad.memory.destroy = (void (*)(void*, VkBuffer, void*))abort;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "memory needs both create and destroy");
    bad = good;
    bad.memory.create =
        (VkResult(*)(void*, const VkBufferCreateInfo*, massa_memory_kind, VkBuffer*, void**, void**))abort;
    expect_refusal(w, &bad, MASSA_ERROR_NULL, "memory needs both create and destroy");
    return MUNIT_OK;
}

static MunitResult devices_below_the_floor_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                = fixture;
    VkPhysicalDeviceLimits* l = &w->properties.limits;
    const struct
    {
        uint32_t* limit;
        const char* words;
    } rows[] = {
        { &l->maxComputeWorkGroupInvocations, "maxComputeWorkGroupInvocations is 127; massa needs at least 128" },
        { &l->maxComputeWorkGroupSize[0], "maxComputeWorkGroupSize[0] is 127" },
        { &l->maxComputeWorkGroupCount[0], "maxComputeWorkGroupCount[0] is 65534" },
        { &l->maxComputeWorkGroupCount[1], "maxComputeWorkGroupCount[1] is 65534" },
        { &l->maxComputeSharedMemorySize, "maxComputeSharedMemorySize is 16383" },
        { &l->maxPerStageDescriptorStorageBuffers, "maxPerStageDescriptorStorageBuffers is 7" },
        { &l->maxDescriptorSetStorageBuffers, "maxDescriptorSetStorageBuffers is 7" },
        { &l->maxStorageBufferRange, "maxStorageBufferRange is 134217727" },
        { &l->maxPushConstantsSize, "maxPushConstantsSize is 127" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        --*rows[i].limit;
        expect_unsupported(w, MASSA_ERROR_DEVICE_LIMIT, rows[i].words);
        ++*rows[i].limit;
    }
    w->properties.apiVersion = VK_API_VERSION_1_0;
    expect_unsupported(w, MASSA_ERROR_NO_VULKAN, "speaks Vulkan 1.0; massa needs 1.1");
    w->properties.apiVersion = VK_API_VERSION_1_1;

    for (uint32_t i = 0; i < w->family_count; ++i)
        w->family[i].queueFlags &= ~(VkQueueFlags)VK_QUEUE_COMPUTE_BIT;
    expect_unsupported(w, MASSA_ERROR_NO_COMPUTE_QUEUE, "can");
    w->family[host.queue_family].queueFlags |= VK_QUEUE_COMPUTE_BIT;

    const massa_device_desc desc   = wrapper_desc();
    const massa_device_needs needs = ask_needs(&desc);
    munit_assert_true(needs.supported);
    munit_assert_uint32(needs.queue_family, ==, host.queue_family);
    return MUNIT_OK;
}

static MunitResult missing_functions_are_named(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w                   = fixture;
    const massa_device_desc desc = wrapper_desc();
    w->hidden                    = "vkBindBufferMemory2"; // the device was made for Vulkan 1.0
    expect_refusal(w, &desc, MASSA_ERROR_NO_VULKAN, "no vkBindBufferMemory2");
    w->hidden = "vkGetPhysicalDeviceProperties";
    expect_refusal(w, &desc, MASSA_ERROR_NO_VULKAN, "get_instance_proc_addr");
    massa_device_needs needs;
    munit_assert_int(massa_query_device_needs(desc.instance, desc.physical_device, desc.get_instance_proc_addr, &needs),
                     ==, MASSA_ERROR_NO_VULKAN);
    munit_assert_false(needs.supported);
    return MUNIT_OK;
}

// Kernels for CPUs are for CPUs, with the feature, whose groups the host leaves open.
static MunitResult words64_need_the_feature(const MunitParameter params[], void* fixture)
{
    (void)params;
    wrapper* w             = fixture;
    w->bare                = false;
    massa_device_desc desc = wrapper_desc();
    desc.shader_int64      = ask_needs(&desc).useful_shader_int64;
    munit_assert_int(desc.shader_int64, ==,
                     host.shader_int64 && w->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU);
    massa_device* device;
    test_try(massa_create_device(&desc, &device));
    munit_assert_int(device->limits.words64, ==, desc.shader_int64);
    massa_destroy_device(device);
    desc.group_size = 64;
    test_try(massa_create_device(&desc, &device));
    munit_assert_false(device->limits.words64);
    massa_destroy_device(device);
    return MUNIT_OK;
}

// One arena each, filled from command buffers recorded alternately.
static MunitResult two_devices_live_side_by_side(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    platform_gpu second;
    if (!platform_gpu_create(&second, NULL)) munit_error(second.error);
    platform_gpu* const gpu[2] = { &host, &second };
    massa_device* device[2];
    mas_arena arena[2];
    mas_recorder recorder[2];
    mas_span word[2];
    for (int i = 0; i < 2; ++i)
    {
        massa_device_desc desc = wrapper_desc();
        desc.instance          = gpu[i]->instance;
        desc.physical_device   = gpu[i]->physical_device;
        desc.device            = gpu[i]->device;
        test_try(massa_create_device(&desc, &device[i]));
        mas_arena_init(&arena[i], device[i]);
        word[i] = mas_plan(&arena[i], MAS_READBACK, "word", 1, 4);
        test_try(mas_arena_allocate(&arena[i]));
    }
    for (int i = 0; i < 2; ++i)
        mas_record_begin(&recorder[i], device[i], &arena[i], NULL, NULL, platform_begin(gpu[i]));
    for (int i = 0; i < 2; ++i)
        mas_fill(&recorder[i], word[i], 100 + (uint32_t)i);
    for (int i = 0; i < 2; ++i)
    {
        mas_record_end(&recorder[i]);
        if (!platform_submit_and_wait(gpu[i], recorder[i].cmd)) munit_error(gpu[i]->error);
    }
    for (int i = 0; i < 2; ++i)
    {
        munit_assert_uint8(*arena[i].mapped[MAS_READBACK], ==, 100 + i);
        mas_arena_destroy(&arena[i]);
        massa_destroy_device(device[i]);
    }
    munit_assert_uint32(second.validation_messages, ==, 0);
    platform_gpu_destroy(&second);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/floor-is-enough", floor_is_enough, setup, tear_down, 0, NULL },
    { "/guest-asks-for-little", guest_asks_for_little, setup, tear_down, 0, NULL },
    { "/nulls-and-cookies-are-refused", nulls_and_cookies_are_refused, setup, tear_down, 0, NULL },
    { "/fields-out-of-range-are-refused", fields_out_of_range_are_refused, setup, tear_down, 0, NULL },
    { "/devices-below-the-floor-are-refused", devices_below_the_floor_are_refused, setup, tear_down, 0, NULL },
    { "/missing-functions-are-named", missing_functions_are_named, setup, tear_down, 0, NULL },
    { "/words64-need-the-feature", words64_need_the_feature, setup, tear_down, 0, NULL },
    { "/two-devices-live-side-by-side", two_devices_live_side_by_side, setup, tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_device_suite = { "/device", tests, NULL, 1, 0 };
