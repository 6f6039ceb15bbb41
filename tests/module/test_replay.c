// Record and replay: the blocks of a life give the same life again, ids included, and nothing else is taken for one.
// Red when a block leaves something out, when one out of order is played, or when a refused one leaves a trace.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "replay.h"
#include "tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 24,
    STEPS  = 30
};

static massa_world* make(test_gpu* gpu)
{
    const massa_world_desc desc = api_desc(BODIES + 8);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    return w;
}

// A life of STEPS steps on tape: destroyed and made again, pushed, gravity turned, some steps without any edit.
static uint64_t live(test_gpu* gpu, tape* t, massa_body_id* id)
{
    uint64_t hash  = 0;
    massa_world* w = make(gpu);
    test_try(massa_world_set_recorder(w, tape_record, t));
    api_create(w, BODIES, id);
    for (uint64_t n = 1; n <= STEPS; ++n)
    {
        if (n % 5 < 3) api_edit(w, id, BODIES, n);
        hash = api_step(gpu, w);
    }
    test_try(massa_world_set_recorder(w, NULL, NULL));
    api_step(gpu, w); // not on tape
    munit_assert_uint32(t->count, ==, STEPS);
    massa_destroy_world(w);
    return hash;
}

static MunitResult life_repeats(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t = { 0 }, again = { 0 };
    massa_body_id id[BODIES];
    const uint64_t hash = live(gpu, &t, id);
    massa_world* w      = make(gpu);
    uint64_t replayed   = 0;
    test_try(massa_world_set_recorder(w, tape_record, &again));
    for (uint32_t i = 0; i < STEPS; ++i)
        replayed = api_replay(gpu, w, t.block[i], t.size[i]);
    munit_assert_uint64(replayed, ==, hash);
    for (uint32_t k = 0; k < BODIES; ++k) // the ids of then are alive here
    {
        uint64_t user;
        test_try(massa_body_get_user(w, id[k], &user));
        munit_assert_uint64(user, ==, 0x1234567800000000u + k);
        test_try(massa_destroy_body(w, id[k]));
    }
    for (uint32_t i = 0; i < STEPS; ++i) // a replay can be recorded, and is the same
    {
        munit_assert_size(again.size[i], ==, t.size[i]);
        munit_assert_memory_equal(t.size[i], again.block[i], t.block[i]);
    }
    massa_destroy_world(w);
    tape_drop(&t);
    tape_drop(&again);
    return MUNIT_OK;
}

// A tape begun after a snapshot goes on from it.
static MunitResult goes_on_from_a_snapshot(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t        = { 0 };
    massa_body_id id[BODIES];
    live(gpu, &t, id);
    massa_world* w = make(gpu);
    massa_snapshot* s;
    uint64_t hash = 0, again = 0;
    test_try(massa_create_snapshot(w, &s));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (i == 10)
        {
            VkCommandBuffer cmd = platform_begin(&gpu->host);
            test_try(massa_cmd_save(w, cmd, s));
            munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        }
        hash = api_replay(gpu, w, t.block[i], t.size[i]);
    }
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_restore(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    for (uint32_t i = 10; i < STEPS; ++i)
        again = api_replay(gpu, w, t.block[i], t.size[i]);
    munit_assert_uint64(again, ==, hash);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    tape_drop(&t);
    return MUNIT_OK;
}

// ---- Refusals ----

static void expect_refused(massa_world* w, VkCommandBuffer cmd, const void* block, size_t size)
{
    const uint64_t before = api_tables(w);
    mas_wrapper.errors    = 0;
    if (massa_cmd_replay(w, cmd, block, size) == MASSA_OK) munit_error("A wrong block was played.");
    munit_assert_uint32(mas_wrapper.errors, ==, 1);
    munit_assert_uint64(api_tables(w), ==, before);
}

static MunitResult order_is_kept(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t        = { 0 };
    massa_body_id id[BODIES];
    const uint64_t hash = live(gpu, &t, id);
    massa_world* w      = make(gpu);
    uint64_t replayed   = 0;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (uint32_t k = 0; k < STEPS; ++k) // skipped, repeated, reordered: every other one
            if (k != i) expect_refused(w, cmd, t.block[k], t.size[k]);
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        replayed = api_replay(gpu, w, t.block[i], t.size[i]);
    }
    munit_assert_uint64(replayed, ==, hash);

    // Edits of the world's own, other settings, and too little room.
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    massa_world* fresh  = make(gpu);
    massa_body_desc d   = massa_default_body_desc();
    test_try(massa_create_body(fresh, &d, &id[0]));
    expect_refused(fresh, cmd, t.block[0], t.size[0]);
    munit_assert_not_null(strstr(mas_wrapper.error, "pending"));
    massa_destroy_world(fresh);
    massa_world_desc desc = api_desc(BODIES + 8);
    ++desc.substeps;
    test_try(massa_create_world(gpu->device, &desc, &fresh));
    expect_refused(fresh, cmd, t.block[0], t.size[0]);
    massa_destroy_world(fresh);
    for (uint32_t i = 0; i < API_SETTINGS; ++i)
    {
        desc = api_desc(BODIES + 8);
        api_change_setting(&desc, i);
        test_try(massa_create_world(gpu->device, &desc, &fresh));
        expect_refused(fresh, cmd, t.block[0], t.size[0]);
        massa_destroy_world(fresh);
    }
    desc                = api_desc(BODIES + 8);
    desc.capacity.edits = BODIES - 1;
    test_try(massa_create_world(gpu->device, &desc, &fresh));
    REFUSED(massa_cmd_replay(fresh, cmd, t.block[0], t.size[0]), MASSA_ERROR_EDITS_FULL, "capacity.edits is 23");
    massa_destroy_world(fresh);
    desc                = api_desc(BODIES - 1);
    desc.capacity.edits = BODIES;
    test_try(massa_create_world(gpu->device, &desc, &fresh));
    expect_refused(fresh, cmd, t.block[0], t.size[0]);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_destroy_world(fresh);
    massa_destroy_world(w);
    tape_drop(&t);
    return MUNIT_OK;
}

static MunitResult damage_is_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t        = { 0 };
    massa_body_id id[BODIES];
    const uint64_t hash = live(gpu, &t, id);
    massa_world* w      = make(gpu);
    uint64_t random = 3, replayed = 0;
    const uint32_t mutations = test_full() ? 100000 : 2000;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        const size_t size   = t.size[i];
        uint8_t* bad        = malloc(size + 8);
        memcpy(bad, t.block[i], size);
        for (size_t cut = 0; cut < 64; ++cut)
            expect_refused(w, cmd, bad, cut * size / 64);
        expect_refused(w, cmd, bad, size + 8);
        for (uint32_t n = 0; n < mutations / STEPS; ++n)
        {
            for (uint32_t k = test_random(&random) % 3 + 1; k > 0; --k)
                bad[test_random(&random) % size] ^= (uint8_t)(test_random(&random) | 1);
            if (memcmp(bad, t.block[i], size) != 0) expect_refused(w, cmd, bad, size);
            memcpy(bad, t.block[i], size);
        }
        free(bad);
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        replayed = api_replay(gpu, w, t.block[i], size);
    }
    munit_assert_uint64(replayed, ==, hash);
    massa_destroy_world(w);
    tape_drop(&t);
    return MUNIT_OK;
}

// With the right checksum, what no call would have allowed is still refused, and earlier edits of the block are undone.
static MunitResult forgeries_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t        = { 0 };
    massa_body_id id[BODIES];
    const uint64_t hash = live(gpu, &t, id);
    massa_world* w      = make(gpu);
    uint64_t replayed   = 0;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        const size_t size = t.size[i];
        uint32_t edits;
        uint8_t* bad = malloc(size);
        memcpy(&edits, t.block[i] + offsetof(block_header, edit_count), 4);
        const uint32_t nan = 0x7fc00000u, huge = 0x7f7fffffu, many = UINT32_MAX, none = 0, odd = 0x3f;
        const size_t last = size - sizeof(edit_record);
        const struct
        {
            size_t at;
            const uint32_t* value;
        } rows[] = {
            { offsetof(block_header, gravity), &nan },       { offsetof(block_header, dt), &nan },
            { offsetof(block_header, dt), &huge },           { offsetof(block_header, section), &many },
            { last + offsetof(edit_record, kind), &many },   { last + offsetof(edit_record, kind), &none },
            { last + offsetof(edit_record, target), &many }, { last + offsetof(edit_record, generation), &many },
            { last + offsetof(edit_record, flags), &odd },   { last + offsetof(edit_record, data), &nan },
            { last + offsetof(edit_record, data), &huge },
        };
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (size_t k = 0; k < (edits > 0 ? MAS_COUNT(rows) : 4); ++k)
        {
            memcpy(bad, t.block[i], size);
            memcpy(bad + rows[k].at, rows[k].value, 4);
            api_seal_block(bad, size);
            expect_refused(w, cmd, bad, size);
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        memcpy(bad, t.block[i], size);
        api_seal_block(bad, size);
        munit_assert_memory_equal(size, bad, t.block[i]); // we do forge well
        free(bad);
        replayed = api_replay(gpu, w, t.block[i], size);
    }
    munit_assert_uint64(replayed, ==, hash);
    massa_destroy_world(w);
    tape_drop(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/life-repeats", life_repeats, api_setup, wrapper_tear_down, 0, NULL },
    { "/goes-on-from-a-snapshot", goes_on_from_a_snapshot, api_setup, wrapper_tear_down, 0, NULL },
    { "/order-is-kept", order_is_kept, api_setup, wrapper_tear_down, 0, NULL },
    { "/damage-is-refused", damage_is_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/forgeries-are-refused", forgeries_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_replay_suite = { "/replay", tests, NULL, 1, 0 };
