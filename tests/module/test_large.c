// Worlds as large as the device: capacities are bounded by its memory and nothing else of ours. Sizes only; what a body
// does in such a world is as in a small one.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <string.h>

enum
{
    EDITS = 1 << 16 // bodies per step
};

static massa_world_desc large(uint32_t bodies)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity         = (massa_capacity){
                .bodies = bodies, .edits = EDITS, .events = 64, .watched = 8, .colliders = MASSA_NONE, .pairs = MASSA_NONE
    };
    d.substeps            = 1;
    d.max_steps_in_flight = 1;
    return d;
}

static massa_poll_result run(test_gpu* gpu, massa_world* w, bool hash)
{
    VkCommandBuffer cmd  = platform_begin(&gpu->host);
    massa_step_desc step = massa_default_step_desc();
    massa_poll_result news;
    step.hash = hash;
    test_try(massa_cmd_step(w, cmd, &step));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    return news;
}

// Fills the world, and one step more. The hash, and by the watched ones the first, last and middle body.
static uint64_t fill(test_gpu* gpu, uint32_t bodies, massa_watched* seen)
{
    massa_world* w;
    const massa_world_desc desc = large(bodies);
    massa_body_id id = { 0 }, watched[3] = { { 0 } };
    test_try(massa_create_world(gpu->device, &desc, &w));
    for (uint32_t k = 0; k < bodies; ++k)
    {
        massa_body_desc d    = massa_default_body_desc();
        d.position           = (massa_vec3){ (float)(k & 1023), (float)(k >> 10 & 1023), (float)(k >> 20) };
        d.angular_velocity.y = (float)(k & 15);
        if (k % 16 != 15 && k != 0 && k != bodies / 2) d.kind = MASSA_BODY_STATIC; // to save time
        test_try(massa_create_body(w, &d, &id));
        munit_assert_uint32(massa_body_index(id), ==, k);
        if (k == 0) watched[0] = id;
        if (k == bodies / 2) watched[1] = id;
        if (k == bodies - 1) watched[2] = id;
        if ((k + 1) % EDITS == 0) run(gpu, w, false);
    }
    massa_body_desc d = massa_default_body_desc();
    REFUSED(massa_create_body(w, &d, &id), MASSA_ERROR_CAPACITY, "capacity.bodies");
    test_try(massa_world_watch(w, watched, 3));
    const massa_poll_result news = run(gpu, w, true);
    munit_assert_uint32(news.event_count, ==, 0);
    memcpy(seen, news.watched, 3 * sizeof *seen);
    massa_destroy_world(w);
    return news.hash;
}

// proves: 002-13. Red when an array larger than one binding is cut off, or a body beyond the first window is not
// edited, moved, hashed or heard of. Bodies only: shapes and joints come with their issues.
static MunitResult windows_hold_all(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    const uint32_t bodies = test_is_lavapipe25() ? 1 << 20 : 1 << 19;
    massa_watched whole[3], windows[3];
    const uint64_t hash = fill(gpu, bodies, whole);
    wrapper_set_storage_range(gpu->device, 8 << 20); // poses: 32 bytes a body
    munit_assert_uint64(fill(gpu, bodies, windows), ==, hash);
    munit_assert_memory_equal(sizeof whole, whole, windows);
    for (int i = 0; i < 3; ++i)
        munit_assert_uint64(whole[i].body.bits, !=, 0);
    munit_assert_float(whole[2].position.x, ==, (float)((bodies - 1) & 1023));
    munit_assert_float(whole[2].position.y, <, (float)((bodies - 1) >> 10 & 1023)); // it falls
    return MUNIT_OK;
}

// The most that massa.h allows has a price, told before; one array alone is no reason to say no.
static MunitResult most_is_priced(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d       = ((test_gpu*)fixture)->device; // the floor: 128 MiB a binding
    massa_world_desc desc = massa_default_world_desc();
    massa_memory least, most;
    d->limits.allocation    = UINT64_MAX; // test_room has devices that allocate less at once
    desc.capacity.colliders = MASSA_NONE; // bodies alone
    desc.capacity.bodies    = 1;
    desc.capacity.events    = 1024; // else more, with more bodies
    test_try(massa_query_world_memory(d, &desc, &least));
    desc.capacity.bodies = 1 << 24;
    test_try(massa_query_world_memory(d, &desc, &most));
    munit_assert_uint64(most.state - least.state, >=, (uint64_t)176 << 24); // 176 bytes a body and no more than 184
    munit_assert_uint64(most.state - least.state, <=, (uint64_t)184 << 24);
    munit_assert_uint64(most.upload, ==, least.upload);
    munit_assert_uint64(most.readback, ==, least.readback);
    desc.capacity.edits = 1 << 20;
    test_try(massa_query_world_memory(d, &desc, &most));
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/windows-hold-all", windows_hold_all, api_setup, wrapper_tear_down, 0, NULL },
    { "/most-is-priced", most_is_priced, wrapper_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_large_suite = { "/large", tests, NULL, 1, 0 };
