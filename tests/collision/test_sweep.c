// Sweep and prune against all pairs, and its axis and sorted intervals against their twin, bit for bit.
#include "collision/sweep.h"
#include "colliders.h"
#include "oracle/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CAPACITY = 600,
    PAIRS    = 200000,
};

typedef struct sweep_test
{
    test_colliders t;
    mas_sweep sweep;
    oracle_colliders c;
} sweep_test;

static void make(test_gpu* gpu, sweep_test* s, uint32_t colliders, uint32_t pairs, uint32_t room)
{
    test_plan_colliders(gpu, &s->t, colliders, 0, room);
    s->t.pairs.pair     = mas_span_part(s->t.pairs.pair, 0, pairs);
    s->t.pairs.capacity = pairs;
    mas_sweep_plan(&s->sweep, &gpu->arena, &s->t.array, &s->t.pairs);
    test_allocate(gpu);
    test_try(mas_sweep_create(&s->sweep, &gpu->kernels, &s->t.array, &s->t.pairs));
    s->c = oracle_create_colliders(colliders, 0);
}

static void check(test_gpu* gpu, const sweep_test* s)
{
    const uint32_t n = s->c.params.colliders;
    test_upload_boxes(gpu, &s->t, &s->c);
    mas_sweep_record(&s->sweep, test_record(gpu), n);
    test_submit(gpu);
    test_expect_pairs(gpu, &s->t, &s->c);
    const mas_vec4 axis = oracle_sweep_axis(&s->c);
    sweep_mark* mark    = calloc(n + 1, sizeof *mark);
    oracle_sweep_marks(&s->c, axis, mark);
    test_expect_array(gpu, "sweep axis", s->sweep.axis, &axis, 1);
    test_expect_array(gpu, "sweep marks", s->sweep.mark, mark, n);
    free(mark);
}

// proves: 000-45. Red when intervals are sorted by their ends, a sweep stops one too early, two that
// begin together look at each other twice, or an interval is shorter than its box.
static MunitResult finds_all_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    sweep_test s;
    make(fixture, &s, CAPACITY, PAIRS, PAIRS);
    static const uint32_t size[] = { 0, 1, 2, 3, 63, 64, 65, 257, CAPACITY };
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
        {
            test_fill_boxes(&s.c, scene, size[k], 31 * size[k] + scene);
            check(fixture, &s);
        }
    test_fill_mixed(&s.c, CAPACITY, 11);
    check(fixture, &s);
    munit_assert_uint64(test_hash_pairs(fixture, &s.t), ==, 12557992954682538170u); // in their order, on every device
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

static MunitResult finds_all_pairs_of_small_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    sweep_test s;
    make(fixture, &s, CAPACITY, PAIRS, PAIRS);
    uint64_t seed         = 5;
    const uint32_t scenes = test_is_lavapipe25() ? 1000 : 200;
    for (uint32_t k = 0; k < scenes; ++k)
    {
        const uint32_t n = test_random(&seed) % 40;
        test_fill_boxes(&s.c, test_random(&seed) % BOXES_SCENES, n, seed);
        check(fixture, &s);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

static MunitResult finds_all_pairs_of_large_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    enum
    {
        LARGE = 5000,
        CROWD = 1000
    };
    sweep_test s;
    make(fixture, &s, LARGE, 600000, 600000);
    for (uint32_t k = 0; k < 20; ++k)
    {
        const test_boxes scene = k % BOXES_SCENES;
        test_fill_boxes(&s.c, scene, scene == BOXES_ALL || scene == BOXES_SAME ? CROWD : LARGE, 100 + k);
        check(fixture, &s);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// Boxes along a line, and then it is the axis: within a degree, from anywhere to anywhere. Red when a sum overflows, a
// product is added in the wrong place, or the last column is taken instead of the largest.
static MunitResult sweeps_along_the_principal_axis(const MunitParameter params[], void* fixture)
{
    (void)params;
    sweep_test s;
    make(fixture, &s, CAPACITY, PAIRS, PAIRS);
    uint64_t seed = 9;
    for (uint32_t k = 0; k < 60; ++k)
    {
        mas_vec4 line   = test_uniform4(&seed, -1.0f, 1.0f);
        const float far = k % 3 == 0 ? 0.0f : 1e4f;
        if (k < 3) line = (mas_vec4){ k == 0, k == 1, k == 2, 0.0f };
        const double length = sqrt((double)line.x * line.x + (double)line.y * line.y + (double)line.z * line.z);
        if (length < 0.1) continue;
        test_fill_boxes(&s.c, BOXES_UNIFORM, CAPACITY, k);
        for (uint32_t i = 0; i < CAPACITY; ++i)
        {
            const float at = test_uniform(&seed, -900.0f, 900.0f) / (float)length;
            mas_vec4* lo   = &s.c.box[i].lo;
            mas_vec4* hi   = &s.c.box[i].hi;
            lo->x += at * line.x + far, hi->x += at * line.x + far;
            lo->y += at * line.y - far, hi->y += at * line.y - far;
            lo->z += at * line.z, hi->z += at * line.z;
        }
        check(fixture, &s);
        const mas_vec4 a    = oracle_sweep_axis(&s.c); // which the device's is, says check
        const double cosine = ((double)a.x * line.x + (double)a.y * line.y + (double)a.z * line.z) / length;
        munit_assert_double(fabs(cosine), >, 0.99985);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// Boxes that touch in 0 from both sides, and boxes of no size. Red when -0 is before 0.
static MunitResult boxes_may_touch_in_zero(const MunitParameter params[], void* fixture)
{
    (void)params;
    sweep_test s;
    make(fixture, &s, CAPACITY, PAIRS, PAIRS);
    for (uint32_t k = 0; k < 4; ++k)
    {
        test_fill_boxes(&s.c, BOXES_UNIFORM, 200, k);
        for (uint32_t i = 0; i < 200; ++i)
        {
            const float x = k == 0 ? 0.0f : (float)(i % 3) - 1.0f, y = k == 2 ? 1e-30f * (float)i : 0.0f;
            s.c.box[i] = (collider_box){ { x, y, -x, 0.0f }, { x, y, -x, 0.0f } };
            if (k == 3 && i % 2 == 0)
                s.c.box[i] = (collider_box){ { -1.0f, -0.0f, -0.0f, 0.0f }, { -0.0f, -0.0f, -0.0f, 0.0f } };
            if (k == 3 && i % 2 == 1)
                s.c.box[i] = (collider_box){ { 0.0f, 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f, 0.0f } };
        }
        check(fixture, &s);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// Red when pairs that find no room are written all the same, or not counted.
static MunitResult counts_what_finds_no_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        ROOM  = 100,
        AFTER = 4000
    };
    sweep_test s;
    make(fixture, &s, CAPACITY, ROOM, ROOM + AFTER);
    mas_span all        = s.t.pairs.pair;
    all.size            = (ROOM + AFTER) * sizeof(collider_pair);
    collider_pair* pair = malloc(all.size);
    memset(pair, 0xAB, all.size);
    test_upload(fixture, all, pair, all.size);
    test_fill_boxes(&s.c, BOXES_UNIFORM, CAPACITY, 1);
    check(fixture, &s);
    test_download(fixture, all, pair, all.size);
    for (uint32_t k = 0; k < ROOM; ++k)
        munit_assert_uint32(pair[k].a, <, CAPACITY);
    for (uint32_t k = ROOM; k < ROOM + AFTER; ++k)
        munit_assert_true(pair[k].a == 0xABABABAB && pair[k].b == 0xABABABAB);
    free(pair);
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

#define GPU test_gpu_setup, test_gpu_tear_down, 0

static MunitTest tests[] = {
    { "/finds-all-pairs", finds_all_pairs, GPU, test_group_sizes },
    { "/finds-all-pairs-of-small-scenes", finds_all_pairs_of_small_scenes, GPU, NULL },
    { "/finds-all-pairs-of-large-scenes", finds_all_pairs_of_large_scenes, GPU, NULL },
    { "/sweeps-along-the-principal-axis", sweeps_along_the_principal_axis, GPU, NULL },
    { "/boxes-may-touch-in-zero", boxes_may_touch_in_zero, GPU, NULL },
    { "/counts-what-finds-no-room", counts_what_finds_no_room, GPU, NULL },
    { 0 },
};
MunitSuite test_sweep_suite = { "/sweep", tests, NULL, 1, 0 };
