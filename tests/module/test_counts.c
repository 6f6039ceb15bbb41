// No surprises in the loop, counted by the wrapper and by the allocation callbacks. Red when a step, a poll or an edit
// allocates, maps, waits, submits, makes a pipeline or writes a descriptor, or when a limit of the device changes a
// bit.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "grains.h"

#include <string.h>

enum
{
    BODIES = 64,
    STEPS  = 1000
};

// A long life with everything in use. Returns the last hash.
static uint64_t live(test_gpu* gpu, uint32_t steps, uint32_t* stages)
{
    massa_body_id id[BODIES];
    const massa_world_desc desc = api_desc(BODIES);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    api_create(w, BODIES, id);
    const wrapper_counts before = wrapper_counted();
    massa_step_desc step        = massa_default_step_desc();
    massa_poll_result news      = { 0 };
    step.hash                   = true;
    step.profile                = true;
    for (uint64_t n = 1; n <= steps;)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (uint32_t k = 0; k < 3 && n <= steps; ++k, ++n)
        {
            api_edit(w, id, BODIES, n);
            test_try(massa_world_watch(w, id + n % 8, n % 8));
            massa_view view;
            test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &view));
            test_try(massa_cmd_step(w, cmd, &step));
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
        munit_assert_true(news.has_hash);
        *stages = news.stage_count;
    }
    wrapper_expect_quiet(&before);
    munit_assert_uint64(wrapper_calls(WRAPPER_DISPATCH, &before), >=, steps * 4); // it did run
    uint64_t hash;
    test_try(massa_world_hash(w, &hash));
    munit_assert_uint64(hash, ==, news.hash);
    massa_destroy_world(w);
    return hash;
}

static MunitResult loop_is_quiet(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint32_t stages = 0;
    live(fixture, STEPS, &stages);
    munit_assert_uint32(stages, >, 0);
    return MUNIT_OK;
}

// The same with particles that come and leave all the time, kinds and shapes among them.
static MunitResult grains_are_quiet(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    static grains_scene s;
    massa_world_desc desc = grains_desc();
    massa_world* w;
    desc.substeps = 1;
    memset(&s, 0, sizeof s);
    test_try(massa_create_world(gpu->device, &desc, &w));
    const wrapper_counts before = wrapper_counted();
    massa_step_desc step        = massa_default_step_desc();
    massa_poll_result news      = { 0 };
    uint64_t came               = 0;
    step.hash = step.profile = true;
    for (uint64_t n = 1; n <= STEPS;)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (uint32_t k = 0; k < 3 && n <= STEPS; ++k, ++n)
        {
            grains_edit(w, &s, n);
            came += s.count;
            test_try(massa_cmd_step(w, cmd, &step));
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    }
    wrapper_expect_quiet(&before);
    munit_assert_uint64(wrapper_calls(WRAPPER_DISPATCH, &before), >=, STEPS * 10); // it did run
    munit_assert_uint64(came, >, 100 * STEPS);
    munit_assert_uint32(news.particle_count, ==, s.count);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Replay, save and restore belong to the loop too.
static MunitResult snapshots_are_quiet(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    const massa_world_desc desc = api_desc(BODIES);
    massa_body_id id[BODIES];
    massa_world* w;
    massa_snapshot* s;
    test_try(massa_create_world(gpu->device, &desc, &w));
    test_try(massa_create_snapshot(w, &s));
    api_create(w, BODIES, id);
    const wrapper_counts before = wrapper_counted();
    for (uint32_t n = 1; n <= 20; ++n)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        if (n % 4 == 1) test_try(massa_cmd_save(w, cmd, s));
        if (n % 4 == 0) test_try(massa_cmd_restore(w, cmd, s));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        api_step(gpu, w);
    }
    wrapper_expect_quiet(&before);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static uint64_t hash_with(test_gpu* gpu, bool floor, uint32_t timestamp_bits, uint32_t* stages)
{
    wrapper* wrapped = wrapper_begin(&gpu->host, floor);
    if (timestamp_bits == 0)
        for (uint32_t i = 0; i < wrapped->family_count; ++i)
            wrapped->family[i].timestampValidBits = 0;
    const massa_device_desc desc = wrapper_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    const uint64_t hash = live(gpu, 60, stages);
    massa_destroy_device(gpu->device);
    wrapper_end();
    return hash;
}

static MunitResult limits_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    uint32_t stages[3];
    massa_destroy_device(gpu->device);
    const uint64_t real  = hash_with(gpu, false, 64, &stages[0]);
    const uint64_t floor = hash_with(gpu, true, 0, &stages[1]);
    const uint64_t blind = hash_with(gpu, false, 0, &stages[2]);
    munit_assert_uint64(floor, ==, real);
    munit_assert_uint64(blind, ==, real);
    munit_assert_uint32(stages[0], >, 0);
    munit_assert_uint32(stages[1], ==, 0); // no timestamps: nothing is measured, everything else goes on
    munit_assert_uint32(stages[2], ==, 0);
    gpu->device = NULL;
    return MUNIT_OK;
}

// The probe answers once its command buffer has run, on every driver we have the same.
static MunitResult probe_answers(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    massa_determinism level = MASSA_DETERMINISM_EVERY_DEVICE;
    munit_assert_int(massa_device_poll_probe(gpu->device, &level), ==, MASSA_NOT_READY);
    munit_assert_int(level, ==, MASSA_DETERMINISM_UNKNOWN);
    const wrapper_counts before = wrapper_counted();
    VkCommandBuffer cmd         = platform_begin(&gpu->host);
    test_try(massa_cmd_probe(gpu->device, cmd));
    munit_assert_int(massa_device_poll_probe(gpu->device, &level), ==, MASSA_NOT_READY);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    for (int i = 0; i < 2; ++i)
    {
        test_try(massa_device_poll_probe(gpu->device, &level));
        munit_assert_int(level, ==, MASSA_DETERMINISM_EVERY_DEVICE);
    }
    wrapper_expect_quiet(&before);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/loop-is-quiet", loop_is_quiet, api_setup, wrapper_tear_down, 0, NULL },
    { "/grains-are-quiet", grains_are_quiet, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots-are-quiet", snapshots_are_quiet, api_setup, wrapper_tear_down, 0, NULL },
    { "/limits-change-nothing", limits_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/probe-answers", probe_answers, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_counts_suite = { "/counts", tests, NULL, 1, 0 };
