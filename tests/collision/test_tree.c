// The default broad phase: its pairs as a set against all pairs, and as a list against its twin, so that the list is
// the same on every device and with every group size.
#include "collision/tree.h"
#include "collision/tree_shared.h"
#include "colliders.h"
#include "oracle/exact.h"
#include "oracle/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stage
{
    test_colliders colliders;
    mas_tree tree;
    oracle_colliders c;
} stage;

static void create(test_gpu* gpu, stage* s, uint32_t capacity)
{
    test_allocate(gpu);
    test_try(mas_tree_create(&s->tree, &gpu->kernels, &s->colliders.array, &s->colliders.pairs));
    s->c = oracle_create_colliders(capacity, 0);
}

static void make(test_gpu* gpu, stage* s, uint32_t capacity, uint32_t pairs)
{
    test_plan_colliders(gpu, &s->colliders, capacity, 0, pairs);
    mas_tree_plan(&s->tree, &gpu->arena, &s->colliders.array, &s->colliders.pairs);
    create(gpu, s, capacity);
}

static void run(test_gpu* gpu, const stage* s)
{
    test_upload_boxes(gpu, &s->colliders, &s->c);
    mas_tree_record(&s->tree, test_record(gpu), s->c.params.colliders);
    test_submit(gpu);
}

// The list, as far as there is room, in the twin's order.
static void expect_list(test_gpu* gpu, const stage* s)
{
    oracle_pairs expected = oracle_tree_pairs(&s->c);
    const uint32_t room   = s->colliders.pairs.capacity;
    test_expect_array(gpu, "pair", s->colliders.pairs.pair, expected.pair,
                      expected.count < room ? expected.count : room);
    oracle_destroy_pairs(&expected);
}

static void check(test_gpu* gpu, stage* s, test_boxes scene, uint32_t n, uint64_t seed)
{
    test_fill_boxes(&s->c, scene, n, seed);
    run(gpu, s);
    test_expect_pairs(gpu, &s->colliders, &s->c);
    expect_list(gpu, s);
}

// Red when a pair is left out, doubled, let through by a filter that should not, or stands in another place.
static MunitResult finds_all_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t size[] = { 0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 257, 600 };
    stage s;
    make(fixture, &s, 600, 200000);
    for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
            check(fixture, &s, scene, size[k], 31 * size[k] + scene);
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

static MunitResult small_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 40, 1000);
    const uint64_t scenes = test_is_lavapipe25() ? 1000 : 200;
    for (uint64_t k = 0; k < scenes; ++k)
    {
        uint64_t seed          = 7919 * k;
        const test_boxes scene = test_random(&seed) % BOXES_SCENES;
        const uint32_t n       = test_random(&seed) % 41;
        check(fixture, &s, scene, n, seed);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// One leaf more than blocks of 8^4 hold: all levels of blocks but two.
static MunitResult blocks_of_all_levels(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const test_boxes scenes[] = { BOXES_UNIFORM, BOXES_FILTERED };
    stage s;
    make(fixture, &s, 4600, 100000);
    for (size_t k = 0; k < MAS_COUNT(scenes); ++k)
        check(fixture, &s, scenes[k], k == 0 ? 4097 : 4600, 3 + k);
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// Rows of boxes on a lattice, each overlapping the next of its row and nobody else: pairs that are known without
// looking at all others, so that blocks of 8^5 and of 8^6 are full and inside the range of a node. A node takes its box
// from the blocks after its first leaf, so the second of 8^6 is the first that counts.
static void fill_rows(oracle_colliders* c, uint32_t n, oracle_pairs* expected)
{
    enum
    {
        ROW  = 128,
        SIDE = 96
    };
    c->params = (collision_params){ .colliders = n, .dt = 1.0f / 60.0f, .margin = 0.02f };
    for (uint32_t k = 0; k < n; ++k)
    {
        const uint32_t i = (uint32_t)((uint64_t)k * 611953u % n); // slots know nothing of places; 611953 is a prime
        const float x = (float)(k % ROW), y = (float)(k / ROW % SIDE), z = (float)(k / ROW / SIDE);
        c->pose[i] = (collider_pose){ .position = { x, y, z, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
        c->box[i] =
            (collider_box){ { x - 0.75f, y - 0.25f, z - 0.25f, 0.0f }, { x + 0.75f, y + 0.25f, z + 0.25f, 0.0f } };
        c->meet[i] =
            (collider_meet){ .who = MEET_DYNAMIC | COLLIDER_BOX << MEET_KIND_SHIFT | i, .category = 1, .mask = ~0u };
        if (k % ROW == 0) continue;
        const uint32_t before             = (uint32_t)((uint64_t)(k - 1) * 611953u % n);
        const bool up                     = before < i;
        expected->pair[expected->count++] = (collider_pair){ up ? before : i, up ? i : before };
    }
    oracle_sort_pairs(expected->pair, expected->count);
}

static collider_box box_of(const tree_node* node)
{
    const mas_uvec4 l = node->lo, h = node->hi;
    return (collider_box){ { oracle_from_bits(l.x), oracle_from_bits(l.y), oracle_from_bits(l.z), 0.0f },
                           { oracle_from_bits(h.x), oracle_from_bits(h.y), oracle_from_bits(h.z), 0.0f } };
}

static collider_box around(collider_box a, collider_box b)
{
    return (collider_box){ { fminf(a.lo.x, b.lo.x), fminf(a.lo.y, b.lo.y), fminf(a.lo.z, b.lo.z), 0.0f },
                           { fmaxf(a.hi.x, b.hi.x), fmaxf(a.hi.y, b.hi.y), fmaxf(a.hi.z, b.hi.z), 0.0f } };
}

static void expect_box(const tree_node* node, collider_box known, const char* what, uint32_t i)
{
    const collider_box own = box_of(node);
    if (memcmp(&own, &known, sizeof own) != 0) munit_errorf("%s %u does not hold what is in it", what, i);
}

// The box of all leaves below a node, from its children: the left one, and what its rope leads to.
static collider_box box_below(const tree_node* node, uint32_t leaves, uint32_t at, uint32_t* inner)
{
    if (at < leaves) return box_of(&node[at]);
    const uint32_t left = node[at].lo.w, right = node[left].hi.w;
    const collider_box both = around(box_below(node, leaves, left, inner), box_below(node, leaves, right, inner));
    expect_box(&node[at], both, "inner node", at - leaves);
    ++*inner;
    return both;
}

// Inner nodes and full blocks of all levels, where tree_shared.h says that they lie; no collider is without bounds.
static void expect_nodes(test_gpu* gpu, const stage* s)
{
    const uint32_t n = s->c.params.colliders, nodes = 2 * n + (n / 8 + 1) + 5 * (n / 64 + 1);
    tree_node* node = munit_malloc(nodes * sizeof *node);
    uint32_t inner  = 0;
    test_download(gpu, s->tree.node, node, nodes * sizeof *node);
    box_below(node, n, n, &inner);
    munit_assert_uint32(inner, ==, n - 1);
    for (uint32_t size = 8, first = 2 * n; size <= 262144; first += size == 8 ? n / 8 + 1 : n / 64 + 1, size *= 8)
        for (uint32_t b = 0; b < n / size; ++b)
        {
            collider_box all = box_of(&node[b * size]);
            for (uint32_t i = 1; i < size; ++i)
                all = around(all, box_of(&node[b * size + i]));
            expect_box(&node[first + b], all, size == 262144 ? "largest block" : "block", b);
        }
    free(node);
}

// Red when a block of 8^5 or 8^6 leaves is left out, made of the wrong parts, or lies where another level's blocks lie.
static MunitResult blocks_of_the_largest(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t size[] = { 2 * 32768 + 77, 2 * 262144 + 4097 };
    test_gpu* gpu                = fixture;
    const size_t sizes           = test_is_lavapipe25() ? MAS_COUNT(size) : 1;
    for (size_t k = 0; k < sizes; ++k)
    {
        stage s;
        oracle_pairs expected = { munit_malloc((size[k] + 1) * sizeof *expected.pair), 0 };
        make(gpu, &s, size[k], size[k]);
        fill_rows(&s.c, size[k], &expected);
        mas_fill(test_record(gpu), s.tree.node, 0x4CBEBC20); // a box that nobody wrote is a point at 1e8
        test_submit(gpu);
        run(gpu, &s);
        test_expect_known_pairs(gpu, &s.colliders, size[k], &expected);
        expect_nodes(gpu, &s);
        oracle_destroy_pairs(&expected);
        oracle_destroy_colliders(&s.c);
    }
    return MUNIT_OK;
}

static MunitResult large_scenes(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    stage s;
    make(fixture, &s, 5000, 600000);
    for (uint32_t k = 0; k < 20; ++k)
    {
        const test_boxes scene = k % BOXES_SCENES;
        const bool crowd       = scene == BOXES_ALL || scene == BOXES_SAME; // 12.5 million pairs otherwise
        check(fixture, &s, scene, crowd ? 1000 : 5000, 1000 + k);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

// Red when a list that is full is written beyond its end, forgets how many there were, or does not begin with the same
// pairs as one with room for all.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        ROOM   = 320,
        BEHIND = 64
    };
    static const uint8_t mark = 0xA5;
    test_gpu* gpu             = fixture;
    stage s;
    test_plan_colliders(gpu, &s.colliders, 600, 0, ROOM + BEHIND);
    const mas_span all         = s.colliders.pairs.pair;
    s.colliders.pairs.pair     = mas_span_part(all, 0, ROOM);
    s.colliders.pairs.capacity = ROOM;
    mas_tree_plan(&s.tree, &gpu->arena, &s.colliders.array, &s.colliders.pairs);
    create(gpu, &s, 600);
    static const test_boxes scenes[] = { BOXES_UNIFORM, BOXES_ALL, BOXES_PLANES, BOXES_NONE };
    for (size_t k = 0; k < MAS_COUNT(scenes); ++k)
    {
        mas_fill(test_record(gpu), all, 0x01010101u * mark);
        test_submit(gpu);
        check(gpu, &s, scenes[k], 600, 5);
        uint8_t found[(ROOM + BEHIND) * sizeof(collider_pair)];
        test_download(gpu, all, found, sizeof found);
        for (size_t b = ROOM * sizeof(collider_pair); b < sizeof found; ++b)
            munit_assert_uint8(found[b], ==, mark);
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

typedef enum world
{
    CROWD,    // a heap of boxes of one metre
    SPARSE,   // boxes of one metre all over a hundred kilometres
    OUTLIERS, // a heap, and a few at the end of the world
    TOWNS,    // three heaps, fifty kilometres apart
    DUST,     // a heap of grains of a millimetre, and a few boxes of a hundred metres
    WORLDS
} world;

static void fill_world(oracle_colliders* c, world w, uint32_t n)
{
    uint64_t seed = 11 + w;
    test_fill_boxes(c, BOXES_UNIFORM, n, seed);
    for (uint32_t i = 0; i < n; ++i)
    {
        const bool odd = i % 500 == 248;
        float h = 0.5f, reach = 8.0f, away = 0.0f;
        if (w == SPARSE) reach = 5e4f;
        if (w == OUTLIERS && odd) reach = 9e5f;
        if (w == TOWNS) away = 5e4f * (float)(test_random(&seed) % 3) - 5e3f;
        if (w == DUST) h = odd ? 50.0f : 5e-4f, reach = odd ? 8.0f : 8e-3f;
        const mas_vec4 x = test_uniform4(&seed, -reach, reach);
        c->box[i]        = (collider_box){ { x.x + away - h, x.y + away - h, x.z - away - h, 0.0f },
                                           { x.x + away + h, x.y + away + h, x.z - away + h, 0.0f } };
    }
}

// Nodes that all leaves look at, along the ropes that the device made.
static uint64_t nodes_visited(test_gpu* gpu, const stage* s)
{
    const uint32_t n = s->c.params.colliders;
    tree_node* node  = calloc(2 * n, sizeof *node);
    uint64_t visits  = 0;
    test_download(gpu, s->tree.node, node, 2 * n * sizeof *node);
    for (uint32_t r = 0; r < n; ++r)
    {
        const collider_box* own = &s->c.box[node[r].lo.w];
        for (uint32_t at = node[r].hi.w; at != TREE_END; ++visits)
        {
            const collider_box b = box_of(&node[at]);
            at                   = at >= n && oracle_boxes_overlap(own, &b) ? node[at].lo.w : node[at].hi.w;
        }
    }
    free(node);
    return visits;
}

// Red when cells are chosen so badly that leaves look at much more than their neighbours: at all others, they would
// look at 4000 nodes each.
static MunitResult worlds_of_all_sizes(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 4000
    };
    stage s;
    make(fixture, &s, N, 200000);
    for (world w = 0; w < WORLDS; ++w)
    {
        fill_world(&s.c, w, N);
        run(fixture, &s);
        test_expect_pairs(fixture, &s.colliders, &s.c);
        expect_list(fixture, &s);
        munit_assert_uint64(nodes_visited(fixture, &s), <, 64 * N); // 17 to 46 each
    }
    oracle_destroy_colliders(&s.c);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/finds-all-pairs", finds_all_pairs, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/small-scenes", small_scenes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/blocks-of-all-levels", blocks_of_all_levels, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/blocks-of-the-largest", blocks_of_the_largest, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/large-scenes", large_scenes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/worlds-of-all-sizes", worlds_of_all_sizes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_tree_suite = { "/tree", tests, NULL, 1, 0 };
