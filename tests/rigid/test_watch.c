// Watched bodies against their oracle, bit for bit. Red when a body that is gone, or another one in its slot, is
// reported, an angular velocity is left in the body's axes, or a window answers for another's bodies.
#include "bodies.h"
#include "oracle/watch.h"
#include "rigid/watch.h"

#include <stdlib.h>
#include <string.h>

typedef struct stage
{
    test_bodies bodies;
    mas_span watched, answers;
    mas_watch watch;
    uint32_t capacity, room; // bodies, answers
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t capacity, uint32_t room)
{
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, capacity);
    s->watched  = mas_plan(&gpu->arena, MAS_SCRATCH, "watched", room, sizeof(watch_entry));
    s->answers  = mas_plan(&gpu->arena, MAS_SCRATCH, "answers", room, sizeof(watch_answer));
    s->capacity = capacity;
    s->room     = room;
    test_allocate(gpu);
    test_try(mas_watch_create(&s->watch, &gpu->kernels, &s->bodies.array, s->bodies.params, s->watched, s->answers));
}

// Watches count bodies of so many slots; the answers behind the count must survive.
static void check(test_gpu* gpu, const stage* s, uint32_t count, uint32_t slots)
{
    oracle_bodies b        = oracle_create_bodies(s->capacity);
    uint64_t seed          = count;
    watch_entry* entry     = calloc(s->room, sizeof *entry);
    watch_answer* expected = calloc(s->room, sizeof *expected);
    test_random_bodies(&b, seed);
    for (uint32_t k = 0; k < s->room; ++k)
    {
        const uint32_t slot = test_random(&seed) % slots;
        const bool stale    = test_random(&seed) % 4 == 0;
        entry[k]            = (watch_entry){ slot, (b.trait[slot].tag >> BODY_FLAG_BITS) + (stale ? 1 : 0) };
    }
    step_params params   = test_step_params(slots);
    params.watched_count = count;
    memset(expected, 0xA5, s->room * sizeof *expected);
    test_upload_bodies(gpu, &s->bodies, &b);
    test_upload(gpu, s->bodies.params, &params, sizeof params);
    test_upload(gpu, s->watched, entry, s->room * sizeof *entry);
    test_upload(gpu, s->answers, expected, s->room * sizeof *expected);
    mas_watch_record(&s->watch, test_record(gpu), count, slots);
    test_submit(gpu);

    oracle_watch(&b, entry, count, expected);
    test_expect_array(gpu, "answer", s->answers, expected, s->room);
    test_expect_bodies(gpu, &s->bodies, &b); // looking changes nothing
    free(entry);
    free(expected);
    oracle_destroy_bodies(&b);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 4097, 4097);
    munit_assert_uint32(s.watch.gather.window_count, ==, 1);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
    {
        check(fixture, &s, test_body_counts[k], 300);
        if (test_body_counts[k] > 0) check(fixture, &s, 40, test_body_counts[k]);
    }
    return MUNIT_OK;
}

static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 16; // 2048 poses
    stage s;
    make(gpu, &s, 4500, 1000);
    munit_assert_uint32(s.watch.gather.window_count, ==, 3);
    check(gpu, &s, 998, 4500);
    check(gpu, &s, 1000, 2048);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_watch_suite = { "/watch", tests, NULL, 1, 0 };
