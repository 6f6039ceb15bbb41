// The tree with fat boxes, over many steps: the pairs are those of the fat boxes, as a set and as its twin's list; and
// it is built only when it has to be.
#include "collision/fat.h"
#include "collision/fat_shared.h"
#include "colliders.h"
#include "oracle/fat.h"

#include <stdlib.h>

typedef struct stage
{
    test_colliders colliders;
    mas_fat fat;
    oracle_colliders c;
    oracle_fat f;
} stage;

enum
{
    CAPACITY = 300,
    PAIRS    = 200000
};

static void make(test_gpu* gpu, stage* s, uint32_t pairs)
{
    test_plan_colliders(gpu, &s->colliders, CAPACITY, 0, 0);
    s->colliders.pairs = mas_pairs_plan(&gpu->arena, MAS_STATE, CAPACITY, pairs);
    mas_fat_plan(&s->fat, &gpu->arena, &s->colliders.array, &s->colliders.pairs);
    test_allocate(gpu);
    test_try(mas_fat_create(&s->fat, &gpu->kernels, &s->colliders.array, &s->colliders.pairs));
    mas_fat_reset(&s->fat, test_record(gpu));
    test_submit(gpu);
    s->c = oracle_create_colliders(CAPACITY, 0);
    s->f = oracle_create_fat(CAPACITY);
}

static void destroy(stage* s)
{
    oracle_destroy_colliders(&s->c);
    oracle_destroy_fat(&s->f);
}

static void run(test_gpu* gpu, stage* s)
{
    test_upload_boxes(gpu, &s->colliders, &s->c);
    mas_fat_record(&s->fat, test_record(gpu), s->c.params.colliders);
    test_submit(gpu);
}

// Every pair of tight boxes is among those on the device.
static void expect_tight_pairs(test_gpu* gpu, const stage* s)
{
    oracle_pairs tight   = oracle_find_pairs(&s->c);
    collider_pair* found = calloc(s->f.kept + 1, sizeof *found);
    test_download(gpu, s->colliders.pairs.pair, found, s->f.kept * sizeof *found);
    oracle_sort_pairs(found, s->f.kept);
    for (uint32_t k = 0, at = 0; k < tight.count; ++k, ++at)
    {
        while (at < s->f.kept && (found[at].a != tight.pair[k].a || found[at].b != tight.pair[k].b))
            ++at;
        munit_assert_uint32(at, <, s->f.kept);
    }
    free(found);
    oracle_destroy_pairs(&tight);
}

// The pairs on the device are those of the fat boxes.
static void expect_fat_pairs(test_gpu* gpu, const stage* s)
{
    oracle_colliders fat  = s->c;
    fat.box               = s->f.box;
    oracle_pairs expected = oracle_find_pairs(&fat);
    test_expect_pair_set(gpu, &s->colliders, &expected);
    oracle_destroy_pairs(&expected);
}

static void check(test_gpu* gpu, stage* s)
{
    const uint32_t room = s->colliders.pairs.capacity;
    run(gpu, s);
    oracle_fat_step(&s->f, &s->c, room);
    test_expect_array(gpu, "pair", s->colliders.pairs.pair, s->f.pairs.pair, s->f.kept);
    const fat_state expected = { s->c.params.colliders, 0, s->f.builds, s->f.pairs.count, s->f.kept };
    test_expect_array(gpu, "state", s->fat.state, &expected, 1);
    list_header list;
    test_download(gpu, s->colliders.pairs.list, &list, sizeof list);
    list_header header = mas_list_complete(&gpu->kernels, s->f.pairs.count, room);
    header.spare       = s->f.same ? PAIRS_KEPT : 0;
    munit_assert_memory_equal(sizeof list, &list, &header);
    if (s->f.pairs.count > room) return;
    expect_tight_pairs(gpu, s);
    expect_fat_pairs(gpu, s);
}

static void move(oracle_colliders* c, uint32_t i, mas_vec4 by)
{
    collider_box* b = &c->box[i];
    if (b->lo.x > b->hi.x) return;
    *b = (collider_box){ { b->lo.x + by.x, b->lo.y + by.y, b->lo.z + by.z, 0.0f },
                         { b->hi.x + by.x, b->hi.y + by.y, b->hi.z + by.z, 0.0f } };
}

// Red when a pair is missing that came about inside fat boxes, or one that is none.
static MunitResult pairs_while_moving(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t size[] = { 0, 1, 2, 3, 64, 65, 257 };
    static const float speed[]   = { 0.0f, 0.001f, 0.006f, 0.3f }; // m per step: fat boxes of most scenes have 1 cm
    stage s;
    make(fixture, &s, PAIRS);
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

// Red when a scene at rest is built again, or a change is overlooked: another filter, a collider taken away, one more,
// one fewer, a plane that moves or turns, a box that leaves by any side.
static MunitResult builds_when_needed(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        SIDES   = 8, // the changes from here on
        CHANGES = SIDES + 6
    };
    stage s;
    make(fixture, &s, PAIRS);
    test_fill_boxes(&s.c, BOXES_PLANES, 257, 3);
    const uint32_t plane = s.c.params.unbounded_slot[0].z;
    for (uint32_t what = 0; what < CHANGES; ++what)
    {
        if (what == 1) s.c.meet[7].mask = 2;
        if (what == 2) s.c.box[9] = (collider_box){ { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
        if (what == 2) s.c.meet[9] = (collider_meet){ 0 };
        if (what == 3) s.c.params.colliders = 256;
        if (what == 4) s.c.params.colliders = 257;
        if (what == 5) s.c.box[9] = s.c.box[10], s.c.meet[9] = s.c.meet[8];
        if (what == 6) s.c.pose[plane].position.y += 0.25f;
        if (what == 7) s.c.pose[plane].rotation = (mas_vec4){ 0.6f, 0.0f, 0.0f, 0.8f };
        if (what >= SIDES)
        {
            mas_vec4 by                 = { 0.0f, 0.0f, 0.0f, 0.0f };
            (&by.x)[(what - SIDES) / 2] = what % 2 == 0 ? 0.5f : -0.5f;
            move(&s.c, 20, by);
        }
        for (uint32_t rest = 0; rest < 4; ++rest)
        {
            if (rest > 0) move(&s.c, 30 + what, (mas_vec4){ 0.0f, 0.001f, 0.0f, 0.0f }); // inside its fat box
            check(fixture, &s);
            munit_assert_uint32(s.f.builds, ==, what + 1);
        }
    }
    destroy(&s);
    return MUNIT_OK;
}

// Red when the header does not tell that there are more than there is room for, when the pairs that stay are others, or
// when such a list is made in every step.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 64);
    test_fill_boxes(&s.c, BOXES_PLANES, 257, 4);
    for (uint32_t step = 0; step < 4; ++step)
    {
        if (step == 2) move(&s.c, 5, (mas_vec4){ 1.0f, 0.0f, 0.0f, 0.0f });
        check(fixture, &s);
        munit_assert_uint32(s.f.pairs.count, >, 64);
        munit_assert_uint32(s.f.builds, ==, 1 + step / 2);
    }
    destroy(&s);
    return MUNIT_OK;
}

// Red when a state that is not whole is taken for the last step's: a list that had less room (that is what a resize
// brings over), one that claims more than there is, numbers and bits of all sorts.
static MunitResult torn_state_is_made_anew(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, PAIRS);
    test_fill_boxes(&s.c, BOXES_PLANES, 257, 6);
    check(fixture, &s);
    const uint32_t n       = s.f.pairs.count;
    const fat_state torn[] = {
        { 257, 0, 1, n, n - 1 },       { 257, 0, 1, n, 0 },   { 257, 0, 1, n, n + 1 },
        { 257, 0, 1, n + 1, n },       { 257, 0, 1, ~0u, n }, { 257, 0, 1, ~0u, ~0u },
        { 257, 0xA5A5A5A5u, 1, n, n }, { ~0u, 0, 1, n, n },   { 256, 0, 1, n, n },
    };
    for (size_t k = 0; k < MAS_COUNT(torn); ++k)
    {
        test_upload(fixture, s.fat.state, &torn[k], sizeof torn[k]);
        s.f.builds = 1;
        s.f.kept   = n - 1; // stale
        check(fixture, &s);
        munit_assert_uint32(s.f.builds, ==, 2);
    }
    // Boxes and planes that are no numbers, then bits of all sorts everywhere.
    const mas_span kept[] = { s.fat.box, s.fat.meet, s.fat.plane, s.fat.pair, s.fat.state };
    uint64_t seed         = 9;
    for (uint32_t round = 0; round < 24; ++round)
    {
        mas_recorder* rec = test_record(fixture);
        if (round < 3)
            mas_fill(rec, kept[round], 0x7FC00000u);
        else
            for (size_t k = 0; k < MAS_COUNT(kept); ++k)
                mas_fill(rec, kept[k], test_random(&seed));
        test_submit(fixture);
        run(fixture, &s);
        expect_fat_pairs(fixture, &s);
    }
    destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pairs-while-moving", pairs_while_moving, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/builds-when-needed", builds_when_needed, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/torn-state-is-made-anew", torn_state_is_made_anew, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_fat_suite = { "/fat", tests, NULL, 1, 0 };
