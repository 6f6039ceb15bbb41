// The tree with fat boxes, over many steps: the pairs are always those of the boxes, and as a list its twin's; and it
// is built only when it has to be.
#include "collision/fat.h"
#include "collision/fat_shared.h"
#include "colliders.h"
#include "oracle/fat.h"

typedef struct stage
{
    test_colliders colliders;
    mas_fat fat;
    oracle_colliders c;
    oracle_fat f;
} stage;

enum
{
    PAIRS     = 200000,
    FAT_PAIRS = 200000
};

static void make(test_gpu* gpu, stage* s, uint32_t capacity, uint32_t fat_pairs)
{
    test_plan_colliders(gpu, &s->colliders, capacity, 0, PAIRS);
    mas_fat_plan(&s->fat, &gpu->arena, &s->colliders.array, &s->colliders.pairs, fat_pairs);
    test_allocate(gpu);
    test_try(mas_fat_create(&s->fat, &gpu->kernels, &s->colliders.array, &s->colliders.pairs));
    mas_recorder* rec = test_record(gpu); // state starts as zeros
    mas_fill(rec, s->fat.box, 0);
    mas_fill(rec, s->fat.meet, 0);
    mas_fill(rec, s->fat.row, 0);
    mas_fill(rec, s->fat.state, 0);
    test_submit(gpu);
    s->c = oracle_create_colliders(capacity, 0);
    s->f = oracle_create_fat(capacity);
}

static void destroy(stage* s)
{
    oracle_destroy_colliders(&s->c);
    oracle_destroy_fat(&s->f);
}

static fat_state run(test_gpu* gpu, stage* s)
{
    fat_state state;
    test_upload_boxes(gpu, &s->colliders, &s->c);
    mas_fat_record(&s->fat, test_record(gpu), s->c.params.colliders);
    test_submit(gpu);
    test_download(gpu, s->fat.state, &state, sizeof state);
    return state;
}

static void check(test_gpu* gpu, stage* s)
{
    const fat_state state = run(gpu, s);
    test_expect_pairs(gpu, &s->colliders, &s->c);
    oracle_pairs expected = oracle_fat_pairs(&s->f, &s->c);
    test_expect_array(gpu, "pair", s->colliders.pairs.pair, expected.pair, expected.count);
    oracle_destroy_pairs(&expected);
    munit_assert_uint32(state.builds, ==, s->f.builds);
    munit_assert_uint32(state.slots, ==, s->c.params.colliders);
    munit_assert_uint32(state.needed, ==, s->f.fat.count);
    munit_assert_uint32(state.moved, ==, 0);
}

static void move(oracle_colliders* c, uint32_t i, mas_vec4 by)
{
    collider_box* b = &c->box[i];
    if (b->lo.x > b->hi.x) return;
    *b = (collider_box){ { b->lo.x + by.x, b->lo.y + by.y, b->lo.z + by.z, 0.0f },
                         { b->hi.x + by.x, b->hi.y + by.y, b->hi.z + by.z, 0.0f } };
}

// Red when a pair is missing that came about inside fat boxes, or one stays that is none any more.
static MunitResult pairs_while_moving(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t size[] = { 0, 1, 2, 3, 64, 65, 257 };
    static const float speed[] = { 0.0f, 0.004f, 0.02f, 0.3f }; // m per step: fat boxes of the uniform scene have 5 cm
    stage s;
    make(fixture, &s, 300, FAT_PAIRS);
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
        {
            uint64_t seed = 5 * scene + k;
            test_fill_boxes(&s.c, scene, size[k], seed);
            for (uint32_t step = 0; step < 5; ++step)
            {
                const float v = speed[test_random(&seed) % MAS_COUNT(speed)];
                for (uint32_t i = 0; i < size[k]; ++i)
                    move(&s.c, i, test_uniform4(&seed, -v, v));
                check(fixture, &s);
            }
        }
    destroy(&s);
    return MUNIT_OK;
}

// Red when a scene at rest is built again, or a change is overlooked that is no motion: another filter, a collider
// taken away, one more, one fewer.
static MunitResult builds_when_needed(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 300, FAT_PAIRS);
    test_fill_boxes(&s.c, BOXES_PLANES, 257, 3);
    uint32_t builds = 0;
    for (uint32_t what = 0; what < 12; ++what)
    {
        if (what == 1) s.c.meet[7].mask = 2;
        if (what == 2) s.c.box[9] = (collider_box){ { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
        if (what == 2) s.c.meet[9] = (collider_meet){ 0 };
        if (what == 3) s.c.params.colliders = 256;
        if (what == 4) s.c.params.colliders = 257;
        if (what >= 6) // out of each of the six sides
        {
            mas_vec4 by           = { 0.0f, 0.0f, 0.0f, 0.0f };
            (&by.x)[what / 2 - 3] = what % 2 == 0 ? 0.5f : -0.5f;
            move(&s.c, 20, by);
        }
        if (what == 5) s.c.box[9] = s.c.box[10], s.c.meet[9] = s.c.meet[8];
        ++builds;
        for (uint32_t rest = 0; rest < 4; ++rest)
        {
            if (rest > 0) move(&s.c, 30 + what, (mas_vec4){ 0.0f, 0.004f, 0.0f, 0.0f }); // inside its fat box
            check(fixture, &s);
            munit_assert_uint32(s.f.builds, ==, builds);
        }
    }
    destroy(&s);
    return MUNIT_OK;
}

// Too little room for fat pairs: counted, and what is found is right.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 300, 64);
    test_fill_boxes(&s.c, BOXES_UNIFORM, 257, 4);
    for (uint32_t step = 0; step < 2; ++step)
    {
        const fat_state state = run(fixture, &s);
        oracle_pairs all      = oracle_fat_pairs(&s.f, &s.c);
        munit_assert_uint32(s.f.fat.count, >, 64);
        munit_assert_uint32(state.needed, ==, s.f.fat.count);
        list_header list;
        test_download(fixture, s.colliders.pairs.list, &list, sizeof list);
        munit_assert_uint32(list.count, >, 0);
        munit_assert_uint32(list.count, <=, 64);
        test_expect_array(fixture, "pair", s.colliders.pairs.pair, all.pair, list.count); // the first ones
        oracle_destroy_pairs(&all);
    }
    destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pairs-while-moving", pairs_while_moving, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/builds-when-needed", builds_when_needed, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_fat_suite = { "/fat", tests, NULL, 1, 0 };
