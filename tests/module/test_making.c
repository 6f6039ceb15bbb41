// Every allocation and every device call that can fail, failing once, in the calls that make something out of a world
// (tests/core/test_failures.c has device and world). Red when one leads to a crash, a leak (wrapper_end counts), the
// wrong code, a pointer to nothing or a world that is not as before.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <string.h>

enum
{
    BODIES = 8,
    MANY   = 2000 // more than any of these calls makes
};

typedef struct how // the n-th host allocation, or the n-th device call with this result, and all that follow
{
    bool host;
    VkResult vk;
    bool stays;
    uint32_t stride; // from one n to the next, to save time
} how;

static const how ways[] = {
    { true, VK_SUCCESS, false, 1 },
    { false, VK_ERROR_OUT_OF_DEVICE_MEMORY, true, 1 },
    { false, VK_ERROR_OUT_OF_DEVICE_MEMORY, false, 11 },
    { false, VK_ERROR_OUT_OF_HOST_MEMORY, true, 11 },
    { false, VK_ERROR_UNKNOWN, true, 11 },
};

static uint32_t stride(const how* h)
{
    if (test_full()) return 1;
    return test_is_lavapipe25() ? h->stride : 13; // drivers without a cache take long to make pipelines
}

static void arm(how h, uint32_t n)
{
    mas_wrapper.errors = 0;
    if (h.host)
        wrapper_fail_host(n);
    else
        wrapper_fail(NULL, n, h.vk, h.stays);
}

static void disarm(void)
{
    wrapper_fail_host(0);
    wrapper_fail(NULL, 0, VK_SUCCESS, false);
}

// True when the call was refused, as it had to be. VMA asks again for less when one call is short of device memory:
// then the making may succeed all the same.
static bool refused(how h, massa_result r, const void* out)
{
    if (r == MASSA_OK)
    {
        if (h.host || h.stays) munit_error("A failure went unnoticed.");
        munit_assert_not_null(out);
        munit_assert_uint32(mas_wrapper.errors, ==, 0);
        return false;
    }
    munit_assert_null(out);
    munit_assert_uint32(mas_wrapper.errors, ==, 1);
    if (h.host || h.vk == VK_ERROR_OUT_OF_HOST_MEMORY)
        munit_assert_int(r, ==, MASSA_ERROR_HOST_MEMORY);
    else if (h.vk == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        munit_assert_int(r, ==, MASSA_ERROR_DEVICE_MEMORY);
    else
        munit_assert(r == MASSA_ERROR_VULKAN || r == MASSA_ERROR_DEVICE_MEMORY);
    return true;
}

static MunitResult snapshots_fail_cleanly(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    const massa_world_desc desc = api_desc(BODIES);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    for (size_t i = 0; i < MAS_COUNT(ways); ++i)
    {
        uint32_t refusals = 0, n = 1;
        for (; n < MANY; n += stride(&ways[i]))
        {
            massa_snapshot* s = (massa_snapshot*)gpu;
            arm(ways[i], n);
            const massa_result r = massa_create_snapshot(w, &s);
            const bool failed    = mas_wrapper.failed;
            disarm();
            if (failed) refusals += refused(ways[i], r, s);
            massa_destroy_snapshot(s);
            if (!failed) break;
        }
        munit_assert_uint32(n, <, MANY);
        munit_assert_uint32(refusals, >=, 1);
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult resizes_fail_cleanly(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    const massa_world_desc desc = api_desc(BODIES);
    massa_capacity larger       = desc.capacity;
    larger.bodies *= 2;
    massa_body_id id[BODIES], twin_id[BODIES];
    massa_world *w, *twin;
    test_try(massa_create_world(gpu->device, &desc, &w));
    test_try(massa_create_world(gpu->device, &desc, &twin));
    api_create(w, BODIES, id);
    api_create(twin, BODIES, twin_id);
    munit_assert_uint64(api_step(gpu, w), ==, api_step(gpu, twin));
    for (size_t i = 0; i < MAS_COUNT(ways); ++i)
    {
        uint32_t refusals = 0, n = 1;
        for (; n < MANY; n += stride(&ways[i]))
        {
            massa_view before, after;
            const uint64_t tables = api_tables(w);
            test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &before));
            arm(ways[i], n);
            const massa_result r = massa_world_resize(w, &larger);
            const bool failed    = mas_wrapper.failed;
            disarm();
            const bool kept = failed && refused(ways[i], r, r == MASSA_OK ? w : NULL);
            refusals += kept;
            test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &after));
            if (kept) munit_assert(before.buffer == after.buffer && before.size == after.size);
            if (kept) munit_assert_uint64(api_tables(w), ==, tables);
            if (!kept) // it went through: bring it on its way
            {
                test_try(r);
                munit_assert_uint64(api_step(gpu, w), ==, api_step(gpu, twin));
            }
            if (!failed) break;
        }
        munit_assert_uint32(n, <, MANY);
        munit_assert_uint32(refusals, >=, 1);
        munit_assert_uint64(api_step(gpu, w), ==, api_step(gpu, twin));
    }
    massa_destroy_world(w);
    massa_destroy_world(twin);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/snapshots-fail-cleanly", snapshots_fail_cleanly, api_setup, wrapper_tear_down, 0, NULL },
    { "/resizes-fail-cleanly", resizes_fail_cleanly, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_making_suite = { "/making", tests, NULL, 1, 0 };
