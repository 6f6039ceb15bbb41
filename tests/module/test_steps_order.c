// Steps that the device did not run as they were recorded: polled before they were submitted, dropped, swapped or
// submitted twice. And saves that the device did not run yet. Red when a poll takes such a report for a step's own,
// when bytes are handed out that were never written, or when a world is of no use afterwards.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "world.h"

#include <string.h>

enum
{
    BODIES = 4
};

static massa_world* make(test_gpu* gpu)
{
    const massa_world_desc desc = api_desc(BODIES);
    massa_body_id id[BODIES];
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    api_create(w, BODIES, id);
    test_try(massa_world_watch(w, id, 1));
    return w;
}

static VkCommandBuffer record(test_gpu* gpu, massa_world* w)
{
    const massa_step_desc step = massa_default_step_desc();
    VkCommandBuffer cmd        = platform_begin(&gpu->host);
    test_try(massa_cmd_step(w, cmd, &step));
    return cmd;
}

static void run(test_gpu* gpu, VkCommandBuffer cmd)
{
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
}

static void expect_nothing(const massa_poll_result* news)
{
    massa_poll_result none;
    memset(&none, 0, sizeof none);
    munit_assert_memory_equal(sizeof none, news, &none);
}

// A whole step, which comes back as it should.
static void expect_well(test_gpu* gpu, massa_world* w)
{
    massa_poll_result news;
    run(gpu, record(gpu, w));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    munit_assert_uint64(news.last_step, ==, massa_world_last_step(w));
    munit_assert_uint32(news.watched_count, ==, 1);
}

static MunitResult early_polls_are_not_ready(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    massa_poll_result news;
    for (uint64_t round = 0; round < 5; ++round) // the ring comes round: slots hold the reports of earlier steps
    {
        const uint32_t warnings = mas_wrapper.warnings;
        VkCommandBuffer cmd     = record(gpu, w);
        for (int again = 0; again < 3; ++again)
        {
            memset(&news, 0xa5, sizeof news);
            munit_assert_int(massa_world_poll(w, round + 1, &news), ==, MASSA_NOT_READY);
            expect_nothing(&news);
        }
        munit_assert_uint32(mas_wrapper.warnings, ==, warnings + 1); // said once
        munit_assert_not_null(strstr(mas_wrapper.warning, "poll after the fence"));
        run(gpu, cmd);
        test_try(massa_world_poll(w, round + 1, &news));
        munit_assert_uint64(news.first_step, ==, round + 1);
        munit_assert_uint32(news.watched_count, ==, 1);
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

// A world that comes after another finds the other's report in the memory that it gets, and a resized one too.
static MunitResult old_memory_tells_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_poll_result news;
    for (int round = 0; round < 3; ++round)
    {
        massa_world* w      = make(gpu);
        VkCommandBuffer cmd = record(gpu, w);
        munit_assert_int(massa_world_poll(w, 1, &news), ==, MASSA_NOT_READY);
        run(gpu, cmd);
        test_try(massa_world_poll(w, 1, &news));
        expect_well(gpu, w);
        massa_capacity c = api_desc(BODIES).capacity;
        c.bodies         = 2 * BODIES;
        test_try(massa_world_resize(w, &c));
        cmd = record(gpu, w);
        munit_assert_int(massa_world_poll(w, 3, &news), ==, MASSA_NOT_READY);
        run(gpu, cmd);
        test_try(massa_world_poll(w, 3, &news));
        expect_well(gpu, w);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// Restoring, saving and replaying neither count as steps nor break their order.
static MunitResult snapshots_keep_the_order(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    massa_snapshot* s;
    test_try(massa_create_snapshot(w, &s));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s)); // before any step
    run(gpu, cmd);
    for (int i = 0; i < 3; ++i)
    {
        expect_well(gpu, w);
        cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_restore(w, cmd, s));
        run(gpu, cmd);
        test_try(massa_world_watch(w, NULL, 0));
        const massa_step_desc step = massa_default_step_desc();
        massa_poll_result news;
        cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(w, cmd, &step));
        test_try(massa_cmd_step(w, cmd, &step));
        run(gpu, cmd);
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
        cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_restore(w, cmd, s));
        run(gpu, cmd);
    }
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static size_t bytes_of(const massa_snapshot* s, massa_result code)
{
    const void* data = &data;
    size_t size      = 5;
    munit_assert_int(massa_snapshot_bytes(s, &data, &size), ==, code);
    munit_assert((data == NULL) == (code != MASSA_OK) && (size == 0) == (code != MASSA_OK));
    return size;
}

// What has not been copied yet is handed to nobody: not the first time, nor in the place of what was copied before.
static MunitResult early_bytes_are_not_ready(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    massa_snapshot *s, *other;
    test_try(massa_create_snapshot(w, &s));
    test_try(massa_create_snapshot(w, &other));
    REFUSED(bytes_of(s, MASSA_ERROR_SNAPSHOT) == 0 ? MASSA_ERROR_SNAPSHOT : MASSA_OK, MASSA_ERROR_SNAPSHOT, "empty");
    for (int round = 0; round < 2; ++round)
    {
        expect_well(gpu, w);
        VkCommandBuffer cmd = platform_begin(&gpu->host), again = platform_begin(&gpu->host);
        test_try(massa_cmd_save(w, cmd, s));
        bytes_of(s, MASSA_NOT_READY);
        test_try(massa_cmd_save(w, again, s)); // twice before either has run
        run(gpu, cmd);
        bytes_of(s, MASSA_NOT_READY);
        run(gpu, again);
        const size_t size = bytes_of(s, MASSA_OK);
        const void* data;
        size_t same;
        test_try(massa_snapshot_bytes(s, &data, &same));
        munit_assert_size(same, ==, size);
        test_try(massa_snapshot_load(other, data, size)); // on the host alone: ready at once
        munit_assert_size(bytes_of(other, MASSA_OK), ==, size);
        VkCommandBuffer never = platform_begin(&gpu->host);
        test_try(massa_cmd_save(w, never, other));
        bytes_of(other, MASSA_NOT_READY);
        test_try(massa_snapshot_load(other, data, size)); // also in the place of a copy that never came
        bytes_of(other, MASSA_OK);
        platform_submit_and_wait(&gpu->host, never);
    }
    massa_destroy_snapshot(s);
    massa_destroy_snapshot(other);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult dropped_steps_are_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu);
    massa_poll_result news;
    expect_well(gpu, w);
    VkCommandBuffer dropped = record(gpu, w);
    munit_assert_int(massa_world_poll(w, 2, &news), ==, MASSA_NOT_READY);
    run(gpu, record(gpu, w));
    REFUSED(massa_world_poll(w, 3, &news), MASSA_ERROR_RECORDING, "ran step 3 right after step 1");
    expect_nothing(&news);
    platform_submit_and_wait(&gpu->host, dropped); // of no step any more: its place was given away
    expect_well(gpu, w);
    expect_well(gpu, w);

    // Two in a row, told one by one.
    VkCommandBuffer lost[2] = { record(gpu, w), record(gpu, w) };
    run(gpu, record(gpu, w));
    munit_assert_int(massa_world_poll(w, 6, &news), ==, MASSA_NOT_READY);
    REFUSED(massa_world_poll(w, 8, &news), MASSA_ERROR_RECORDING, "ran step 8 right after step 5");
    expect_well(gpu, w);
    for (int i = 0; i < 2; ++i)
        platform_submit_and_wait(&gpu->host, lost[i]);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult swapped_steps_are_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    for (int together = 0; together < 2; ++together)
    {
        massa_world* w = make(gpu);
        massa_poll_result news;
        expect_well(gpu, w);
        VkCommandBuffer second = record(gpu, w), third = record(gpu, w);
        run(gpu, third);
        run(gpu, second);
        if (together)
            REFUSED(massa_world_poll(w, 3, &news), MASSA_ERROR_RECORDING, "ran step 3 right after step 1");
        else
        {
            REFUSED(massa_world_poll(w, 2, &news), MASSA_ERROR_RECORDING, "ran step 2 right after step 3");
            test_try(massa_world_poll(w, 3, &news)); // told once
        }
        expect_well(gpu, w);
        expect_well(gpu, w);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// Drops a step that is recorded, runs the next one, hears of it, and runs one more. Returns the hash after that.
static uint64_t drop_one(test_gpu* gpu, massa_world* w)
{
    massa_poll_result news;
    VkCommandBuffer dropped = record(gpu, w);
    run(gpu, record(gpu, w));
    munit_assert_int(massa_world_poll(w, massa_world_last_step(w), &news), ==, MASSA_ERROR_RECORDING);
    vkFreeCommandBuffers(gpu->host.device, gpu->host.command_pool, 1, &dropped);
    return api_step(gpu, w);
}

// The step that would have brought the state into being, or into a resized world, is the one that is dropped: the state
// begins anew, or is copied after all. Red when what nobody filled is taken for a state.
static MunitResult the_first_may_be_lost(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    const massa_world_desc desc = api_desc(BODIES);
    massa_world *w = make(gpu), *empty, *twin = make(gpu);
    test_try(massa_create_world(gpu->device, &desc, &empty));
    munit_assert_uint64(drop_one(gpu, w), ==, api_step(gpu, empty)); // what was created went with the step
    massa_destroy_world(w);
    massa_destroy_world(empty);

    w = make(gpu);
    for (int i = 0; i < 3; ++i)
        munit_assert_uint64(api_step(gpu, w), ==, api_step(gpu, twin));
    massa_capacity c = desc.capacity;
    c.bodies         = 3 * BODIES;
    test_try(massa_world_resize(w, &c));
    munit_assert_uint64(drop_one(gpu, w), ==, api_step(gpu, twin)); // three steps, and the one behind the lost ones
    munit_assert_uint64(api_step(gpu, w), ==, api_step(gpu, twin));
    massa_destroy_world(w);
    massa_destroy_world(twin);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/the-first-may-be-lost", the_first_may_be_lost, api_setup, wrapper_tear_down, 0, NULL },
    { "/early-polls-are-not-ready", early_polls_are_not_ready, api_setup, wrapper_tear_down, 0, NULL },
    { "/old-memory-tells-nothing", old_memory_tells_nothing, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots-keep-the-order", snapshots_keep_the_order, api_setup, wrapper_tear_down, 0, NULL },
    { "/early-bytes-are-not-ready", early_bytes_are_not_ready, api_setup, wrapper_tear_down, 0, NULL },
    { "/dropped-steps-are-told", dropped_steps_are_told, api_setup, wrapper_tear_down, 0, NULL },
    { "/swapped-steps-are-told", swapped_steps_are_told, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_steps_order_suite = { "/steps_order", tests, NULL, 1, 0 };
