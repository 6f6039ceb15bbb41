// Resizing between frames: state, ids and pending edits survive any change of capacities. Red when an array is copied
// to the wrong place, an id dies, a step in flight is overlooked, or a snapshot of the old size is used.
// runs: lavapipe25 layers asan own-devices. What the host side does with its input is the same on every driver.
#include "api.h"
#include "edit_shared.h"
#include "rigid/watch_shared.h"

#include <string.h>

enum
{
    BODIES = 20
};

typedef struct pair // a world that is resized and one that never is
{
    test_gpu* gpu;
    massa_world *world, *twin;
    massa_body_id id[BODIES], twin_id[BODIES];
    uint64_t step;
} pair;

static pair make(test_gpu* gpu)
{
    pair p                      = { .gpu = gpu };
    const massa_world_desc desc = api_desc(BODIES);
    test_try(massa_create_world(gpu->device, &desc, &p.world));
    test_try(massa_create_world(gpu->device, &desc, &p.twin));
    api_create(p.world, BODIES, p.id);
    api_create(p.twin, BODIES, p.twin_id);
    return p;
}

static void edit(pair* p)
{
    ++p->step;
    api_edit(p->world, p->id, BODIES, p->step);
    api_edit(p->twin, p->twin_id, BODIES, p->step);
    munit_assert_memory_equal(sizeof p->id, p->id, p->twin_id);
}

static void expect_equal_step(pair* p)
{
    munit_assert_uint64(api_step(p->gpu, p->world), ==, api_step(p->gpu, p->twin));
}

static void end(pair* p)
{
    massa_destroy_world(p->world);
    massa_destroy_world(p->twin);
}

static MunitResult state_survives(const MunitParameter params[], void* fixture)
{
    (void)params;
    pair p                       = make(fixture);
    const massa_capacity sizes[] = {
        API_CAPACITY(2 * BODIES, 100, 16, 8),   // before the first step, with edits pending
        API_CAPACITY(BODIES, 31, 16, 8),        // to the least
        API_CAPACITY(BODIES, 31, 16, 8),        // no change
        API_CAPACITY(5000, 4096, 1024, 64),     // much more
        API_CAPACITY(BODIES + 1, 40, 1, 3),     // odd numbers
        API_CAPACITY(1 << 18, 31, 65536, 4096), // some arrays more, some less
        API_CAPACITY(BODIES, 100, 16, 8),
    };
    const wrapper_counts before = wrapper_counted();
    test_try(massa_world_watch(p.world, p.id + 2, 3)); // of bodies that the edits leave be, in most steps
    for (size_t i = 0; i < MAS_COUNT(sizes); ++i)
    {
        const wrapper_counts resizing = wrapper_counted();
        test_try(massa_world_resize(p.world, &sizes[i]));
        munit_assert_uint64(wrapper_calls(WRAPPER_SUBMIT, &resizing) + wrapper_calls(WRAPPER_WAIT, &resizing), ==, 0);
        edit(&p); // between resize and step
        massa_view view;
        test_try(massa_world_view(p.world, MASSA_VIEW_BODY_TRAIT, &view));
        munit_assert_uint64(view.size, ==, sizes[i].bodies * view.stride);
        munit_assert_uint32(view.count, ==, BODIES);
        for (int n = 0; n < 3; ++n) // the first brings the state over
        {
            expect_equal_step(&p);
            edit(&p);
        }
        massa_poll_result news;
        test_try(massa_world_poll(p.world, massa_world_last_step(p.world), &news));
        for (uint32_t k = 0; k < BODIES; ++k)
        {
            uint64_t user;
            test_try(massa_body_get_user(p.world, p.id[k], &user));
            munit_assert_uint64(user, ==, 0x1234567800000000u + k);
        }
        expect_equal_step(&p);
    }
    // Nothing is kept of the old ones, but for a block or two that VMA keeps for later.
    munit_assert_int64(wrapper_counted().objects - before.objects, <=, 8);
    end(&p);
    return MUNIT_OK;
}

// New room is usable, freed slots are found again.
static MunitResult room_grows(const MunitParameter params[], void* fixture)
{
    (void)params;
    pair p                  = make(fixture);
    const massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    test_try(massa_destroy_body(p.world, p.id[4]));
    test_try(massa_create_body(p.world, &d, &id));
    munit_assert_uint32(massa_body_index(id), ==, massa_body_index(p.id[4]));
    REFUSED(massa_create_body(p.world, &d, &id), MASSA_ERROR_CAPACITY, "capacity.bodies is 20");
    test_try(massa_destroy_body(p.world, p.id[7]));
    const massa_capacity larger = API_CAPACITY(BODIES + 2, 200, 16, 8);
    test_try(massa_world_resize(p.world, &larger));
    for (uint32_t i = 0; i < 3; ++i)
    {
        test_try(massa_create_body(p.world, &d, &id));
        munit_assert_uint32(massa_body_index(id), ==, i == 0 ? massa_body_index(p.id[7]) : BODIES - 1 + i);
    }
    REFUSED(massa_create_body(p.world, &d, &id), MASSA_ERROR_CAPACITY, "capacity.bodies is 22");
    api_step(p.gpu, p.world);
    end(&p);
    return MUNIT_OK;
}

static MunitResult wrong_times_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    pair p                     = make(fixture);
    test_gpu* gpu              = fixture;
    const massa_step_desc step = massa_default_step_desc();
    massa_capacity c           = api_desc(BODIES + 1).capacity;
    massa_poll_result news;
    edit(&p);
    expect_equal_step(&p);

    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_step(p.world, cmd, &step));
    uint64_t before = api_tables(p.world);
    REFUSED(massa_world_resize(p.world, &c), MASSA_ERROR_IN_FLIGHT, "every recorded step told finished");
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    REFUSED(massa_world_resize(p.world, &c), MASSA_ERROR_IN_FLIGHT, "told finished"); // not told yet
    munit_assert_uint64(api_tables(p.world), ==, before);
    test_try(massa_world_poll(p.world, massa_world_last_step(p.world), &news));
    test_try(massa_world_resize(p.world, &c));
    REFUSED(massa_world_resize(p.world, &c), MASSA_ERROR_IN_FLIGHT, "a step since the last resize");
    api_step(gpu, p.twin);
    expect_equal_step(&p);

    test_try(massa_world_watch(p.world, p.id, 5));
    test_try(massa_world_watch(p.twin, p.twin_id, 5));
    edit(&p);
    before                     = api_tables(p.world);
    const massa_capacity bad[] = { API_CAPACITY(BODIES - 1, 100, 16, 8), API_CAPACITY(BODIES, 1, 16, 8),
                                   API_CAPACITY(BODIES, 100, 16, 4) };
    const char* const told[]   = { "20 body slots are, and capacity.bodies has room for 19",
                                   "edits are, and capacity.edits has room for 1",
                                   "5 watched bodies are, and capacity.watched has room for 4" };
    for (size_t i = 0; i < MAS_COUNT(bad); ++i)
        REFUSED(massa_world_resize(p.world, &bad[i]), MASSA_ERROR_CAPACITY, told[i]);
    const massa_capacity absurd[] = { API_CAPACITY(0, 1, 1, 1), API_CAPACITY(1u << 25, 100, 16, 8),
                                      API_CAPACITY(32, 0, 1, 1), API_CAPACITY(32, 100, 65537, 8) };
    for (size_t i = 0; i < MAS_COUNT(absurd); ++i)
        REFUSED(massa_world_resize(p.world, &absurd[i]), MASSA_ERROR_RANGE, "capacity.");
    munit_assert_uint64(api_tables(p.world), ==, before);
    expect_equal_step(&p);
    end(&p);
    return MUNIT_OK;
}

// A snapshot belongs to the capacities it was made for, filled or not, even where two of them take the same bytes.
static MunitResult snapshots_do_not_outlive_it(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    pair p        = make(gpu);
    massa_snapshot *empty, *filled;
    massa_capacity c = api_desc(BODIES).capacity;
    test_try(massa_create_snapshot(p.world, &empty));
    test_try(massa_create_snapshot(p.world, &filled));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(p.world, cmd, filled));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const void* data;
    size_t size;
    test_try(massa_snapshot_bytes(filled, &data, &size));

    for (int i = 0; i < 2; ++i)
    {
        if (i == 0) // the same bytes, in other places
        {
            c.edits -= 16;
            c.watched += (uint32_t)(16 * sizeof(edit_record) / sizeof(watch_entry));
        }
        else
        {
            c.bodies *= 8;
        }
        test_try(massa_world_resize(p.world, &c));
        expect_equal_step(&p);
        const uint64_t before = api_tables(p.world);
        cmd                   = platform_begin(&gpu->host);
        if (i == 1) REFUSED(massa_cmd_save(p.world, cmd, empty), MASSA_ERROR_SNAPSHOT, "before the world was resized");
        if (i == 1) REFUSED(massa_cmd_save(p.world, cmd, filled), MASSA_ERROR_SNAPSHOT, "before the world was resized");
        REFUSED(massa_cmd_restore(p.world, cmd, filled), MASSA_ERROR_SNAPSHOT, i == 0 ? "other capacities" : "resized");
        REFUSED(massa_snapshot_load(empty, data, size), MASSA_ERROR_SNAPSHOT, "The ");
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        munit_assert_uint64(api_tables(p.world), ==, before);
        expect_equal_step(&p);
    }
    massa_destroy_snapshot(empty);
    massa_destroy_snapshot(filled);
    end(&p);
    return MUNIT_OK;
}

// The list of watched bodies holds for the steps after a resize, without another call.
static MunitResult watched_bodies_survive(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu              = fixture;
    pair p                     = make(gpu);
    const massa_capacity c     = API_CAPACITY(BODIES + 4, 200, 16, 40);
    const massa_step_desc step = massa_default_step_desc();
    expect_equal_step(&p);
    test_try(massa_world_watch(p.world, p.id + 3, 6));
    test_try(massa_world_watch(p.twin, p.twin_id + 3, 6));
    test_try(massa_world_resize(p.world, &c));
    for (uint32_t n = 0; n < 3; ++n)
    {
        massa_poll_result news, due;
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(p.world, cmd, &step));
        test_try(massa_cmd_step(p.twin, cmd, &step));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(p.world, massa_world_last_step(p.world), &news));
        test_try(massa_world_poll(p.twin, massa_world_last_step(p.twin), &due));
        munit_assert_uint32(news.watched_count, ==, 6);
        munit_assert_uint64(news.watched[0].body.bits, ==, p.id[3].bits);
        munit_assert_memory_equal(6 * sizeof *news.watched, news.watched, due.watched);
    }
    end(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/state-survives", state_survives, api_setup, wrapper_tear_down, 0, NULL },
    { "/watched-bodies-survive", watched_bodies_survive, api_setup, wrapper_tear_down, 0, NULL },
    { "/room-grows", room_grows, api_setup, wrapper_tear_down, 0, NULL },
    { "/wrong-times-are-refused", wrong_times_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots-do-not-outlive-it", snapshots_do_not_outlive_it, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_resize_suite = { "/resize", tests, NULL, 1, 0 };
