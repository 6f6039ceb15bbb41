// Which pairs are recycled, and which kernel detects the others, against the twin; and recycled separations against
// what the motion does to the two surfaces, in double precision.
#include "manifolds.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLLIDERS = 601,
    PAIRS     = 9000,
};

static void make(test_gpu* gpu, test_manifolds* t, uint32_t pairs)
{
    test_plan_manifolds(gpu, t, COLLIDERS, pairs, 1);
    test_allocate(gpu);
    test_create_manifolds(gpu, t);
}

static void run(test_gpu* gpu, test_manifolds* t)
{
    mas_bins_record(&t->bins, test_record(gpu));
    test_submit(gpu);
    oracle_bins(&t->known, &t->c, t->pair, t->pairs, t->kept);
    test_expect_bins(gpu, t);
    test_expect_cache(gpu, t, false);
    contact_counters counters;
    test_download(gpu, t->cache.counters, &counters, sizeof counters);
    munit_assert_memory_equal(sizeof counters, &counters, &t->known.counters);
}

static uint32_t recycled(const test_manifolds* t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->known.count; ++i)
        n += t->known.bin[i] == BINS;
    return n;
}

// Those before it keep their numbers.
static void lose_one_pair(test_manifolds* t)
{
    if (t->pairs == 0) return;
    const uint32_t at = t->pairs / 2;
    memmove(&t->pair[at], &t->pair[at + 1], (t->pairs - at - 1) * sizeof *t->pair);
    --t->pairs;
}

// Red when a pair is found under another one's number, a motion near the tolerance is judged another way than the twin
// does, a separation differs by a bit, or a pair is in no list or in two.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, PAIRS);
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257, PAIRS };
    uint32_t all = 0, stay = 0;
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
        for (uint32_t way = 0; way < 3; ++way)
        {
            const uint64_t seed = 100 * k + way;
            test_scatter_colliders(&t, size[k] < 10 ? 5 : COLLIDERS, seed);
            test_draw_pairs(&t, size[k] - size[k] / 10, seed + 1);
            test_remember_pairs(&t, seed + 2);
            test_nudge_colliders(&t, seed + 3);
            t.kept = way == 1;
            if (way == 0) test_draw_pairs(&t, size[k], seed + 4); // other numbers, and some pairs are new
            if (way == 2) lose_one_pair(&t);
            test_upload_manifolds(gpu, &t);
            run(gpu, &t);
            all += t.pairs;
            stay += recycled(&t);
        }
    munit_assert_uint32(stay, >, all / 5); // both happen often
    munit_assert_uint32(stay, <, all - all / 5);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// proves: 002-47. Red when a narrow kernel gets a pair that is not its own.
static MunitResult each_kind_to_its_bin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, 64);
    enum
    {
        R = BIN_ROUND,
        B = BIN_BOX,
        H = BIN_HULL
    };
    static const uint32_t expected[COLLIDER_KINDS][COLLIDER_KINDS] = {
        [COLLIDER_PLANE]   = { [COLLIDER_BOX] = R, [COLLIDER_SPHERE] = R, [COLLIDER_CAPSULE] = R, [COLLIDER_HULL] = R },
        [COLLIDER_BOX]     = { [COLLIDER_BOX] = B, [COLLIDER_SPHERE] = R, [COLLIDER_CAPSULE] = R, [COLLIDER_HULL] = H },
        [COLLIDER_SPHERE]  = { [COLLIDER_SPHERE] = R, [COLLIDER_CAPSULE] = R, [COLLIDER_HULL] = R },
        [COLLIDER_CAPSULE] = { [COLLIDER_CAPSULE] = R, [COLLIDER_HULL] = R },
        [COLLIDER_HULL]    = { [COLLIDER_HULL] = H },
    };
    test_scatter_colliders(&t, 12, 1);
    t.pairs = 0;
    for (uint32_t i = 0; i < 12; ++i) // two of each kind; the last two have extra bits, as all may
        t.c.data[i].kind = i < 10 ? 1 + i % 5 : COLLIDER_BOX | COLLIDER_HOLLOW | COLLIDER_SENSOR;
    for (uint32_t i = 0; i < 12; ++i)
        for (uint32_t j = 0; j < 12; ++j)
        {
            const uint32_t a = t.c.data[i].kind & COLLIDER_KIND_MASK, b = t.c.data[j].kind & COLLIDER_KIND_MASK;
            const bool is_pair = a < b || (a == b && i < j && a != COLLIDER_PLANE);
            if (is_pair && t.pairs < 64) t.pair[t.pairs++] = (collider_pair){ i, j };
        }
    test_upload_manifolds(gpu, &t);
    run(gpu, &t);
    uint32_t seen[BINS] = { 0 };
    for (uint32_t i = 0; i < t.pairs; ++i)
    {
        const uint32_t a = t.c.data[t.pair[i].a].kind & COLLIDER_KIND_MASK;
        const uint32_t b = t.c.data[t.pair[i].b].kind & COLLIDER_KIND_MASK;
        munit_assert_uint32(t.known.bin[i], ==, expected[a][b]);
        ++seen[expected[a][b]];
    }
    for (uint32_t k = 0; k < BINS; ++k)
        munit_assert_uint32(seen[k], >, 0);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// All turn about the origin together: nothing moves against anything else, but a manifold in world axes is of no use
// any more. Red when a pair is recycled that has turned by more than 10 degrees, or one that has turned by less is not.
static MunitResult turning_together(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const double degrees[] = { 9.8, 10.2, -9.8, -10.2 };
    test_manifolds t;
    make(fixture, &t, PAIRS);
    for (uint32_t k = 0; k < MAS_COUNT(degrees); ++k)
    {
        const double half = degrees[k] * 3.14159265358979324 / 360.0;
        const mas_vec4 q  = { 0.0f, 0.0f, (float)sin(half), (float)cos(half) };
        test_scatter_colliders(&t, COLLIDERS, 5);
        test_draw_pairs(&t, 3000, 6);
        test_remember_pairs(&t, 7);
        for (uint32_t i = 0; i < COLLIDERS; ++i)
        {
            collider_pose* p    = &t.c.pose[i];
            const oracle_vec3 x = { p->position.x, p->position.y, p->position.z };
            const oracle_vec3 v = oracle_quaternion_rotate(q, x);
            p->position         = (mas_vec4){ v.x, v.y, v.z, p->position.w };
            p->rotation         = oracle_quaternion_multiply(q, p->rotation);
        }
        test_upload_manifolds(fixture, &t);
        run(fixture, &t);
        for (uint32_t i = 0; i < t.pairs; ++i)
            munit_assert_int((t.known.past[i] & PAST_RECYCLED) != 0, ==, fabs(degrees[k]) < 10.0);
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// Nobody moves, so every pair would be recycled; but some slots have another stamp. Red when a manifold of a collider
// that is gone, or was teleported, is taken over, or one of the others is not.
static MunitResult stale_slots_are_detected(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, PAIRS);
    for (uint32_t kept = 0; kept < 2; ++kept)
    {
        test_scatter_colliders(&t, COLLIDERS, 5);
        test_draw_pairs(&t, 3000, 6);
        test_remember_pairs(&t, 7);
        t.kept = kept == 1;
        for (uint32_t i = 0; i < COLLIDERS; ++i)
        {
            if (i % 3 == 0) t.c.data[i].stamp += 1 + i % 2 * 0x80000000u;
            if (i % 2 == 0) t.c.meet[i].who |= MEET_ASLEEP; // no excuse
        }
        test_upload_manifolds(gpu, &t);
        run(gpu, &t);
        for (uint32_t i = 0; i < t.pairs; ++i)
        {
            const bool stale = t.pair[i].a % 3 == 0 || t.pair[i].b % 3 == 0;
            munit_assert_uint32(t.known.past[i], ==, stale ? PAST_NONE : i | PAST_RECYCLED);
        }
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// Half of the colliders sleep, and all are far from where they were when their pairs were detected. Red when a pair of
// two sleepers is detected or changed by a bit, in its own place or in another one, when a pair of which one is awake
// is not detected, or when a pair does not find its past once somebody wakes.
static MunitResult sleepers_are_left_alone(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, PAIRS);
    for (uint32_t kept = 0; kept < 2; ++kept)
    {
        test_scatter_colliders(&t, COLLIDERS, 11);
        test_draw_pairs(&t, 3000, 12);
        test_remember_pairs(&t, 13);
        t.kept = kept == 1;
        if (!t.kept) test_draw_pairs(&t, 3000, 14); // the same ones, some of them new, in another order
        for (uint32_t i = 0; i < COLLIDERS; ++i)
        {
            t.c.pose[i].position.x += 3.0f * (float)i;
            if (i % 2 == 0) t.c.meet[i].who |= MEET_ASLEEP;
        }
        for (uint32_t step = 0; step < 3; ++step)
        {
            if (step == 2)
                for (uint32_t i = 0; i < COLLIDERS; i += 2)
                    t.c.meet[i].who &= ~MEET_ASLEEP;
            test_upload_manifolds(gpu, &t);
            run(gpu, &t);
            manifold* m        = calloc(t.pairs, sizeof *m);
            pair_cache* record = calloc(t.pairs, sizeof *record);
            test_download(gpu, t.cache.manifold, m, t.pairs * sizeof *m);
            test_download(gpu, t.cache.record, record, t.pairs * sizeof *record);
            uint32_t left_alone = 0;
            for (uint32_t i = 0; i < t.pairs; ++i)
            {
                const bool asleep = step < 2 && t.pair[i].a % 2 == 0 && t.pair[i].b % 2 == 0;
                const uint32_t at = t.known.past[i] & ~PAST_RECYCLED;
                munit_assert_int((t.known.past[i] & PAST_RECYCLED) != 0, ==, asleep && at != PAST_NONE);
                munit_assert_true(at != PAST_NONE || (step == 0 && kept == 0));
                if ((t.known.past[i] & PAST_RECYCLED) == 0) continue;
                munit_assert_memory_equal(sizeof *m, &m[i], &t.known.old[at].contact);
                munit_assert_memory_equal(sizeof *record, &record[i], &t.known.old[at].record);
                ++left_alone;
            }
            munit_assert_int(left_alone > t.pairs / 8, ==, step < 2);
            free(m);
            free(record);
            // As detection would leave the others: known, but of another place.
            for (uint32_t i = 0; i < t.pairs; ++i)
            {
                t.known.record[i].a = t.known.contact[i].a = t.pair[i].a;
                t.known.record[i].b = t.known.contact[i].b = t.pair[i].b;
                t.known.record[i].stamp_a                  = t.c.data[t.pair[i].a].stamp;
                t.known.record[i].stamp_b                  = t.c.data[t.pair[i].b].stamp;
                t.known.record[i].offset.x += 100.0f;
            }
        }
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// A floor with thousands of pairs, all found again whatever their order. Red when finding them takes a walk through the
// floor's pairs: lavapipe 22 ends a thread's loops after 65535 turns, and all of them would take minutes.
static MunitResult floor_finds_its_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        BODIES = 100000
    };
    test_manifolds t;
    test_plan_manifolds(gpu, &t, BODIES + 1, BODIES, 1);
    test_allocate(gpu);
    test_create_manifolds(gpu, &t);
    t.c.params = (collision_params){ .colliders = BODIES + 1, .margin = 0.02f };
    for (uint32_t i = 0; i <= BODIES; ++i)
    {
        t.c.data[i] = (collider_data){ .position = { .w = i == 0 ? 1e3f : 1.0f }, .kind = COLLIDER_BOX };
        t.c.pose[i] = (collider_pose){ .position = { (float)i, 0.0f, 0.0f, 0.0f }, .rotation = { .w = 1.0f } };
        if (i > 0) t.pair[i - 1] = (collider_pair){ 0, i };
    }
    t.pairs = BODIES;
    test_remember_pairs(&t, 1);
    for (uint32_t i = 0; i < BODIES; ++i)
        t.pair[i].b = BODIES - i;
    test_upload_manifolds(gpu, &t);
    mas_bins_record(&t.bins, test_record(gpu));
    test_submit(gpu);
    test_download(gpu, t.cache.past, t.known.past, BODIES * sizeof(uint32_t));
    for (uint32_t i = 0; i < BODIES; ++i)
        munit_assert_uint32(t.known.past[i], ==, (BODIES - 1 - i) | PAST_RECYCLED);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// A ball comes near another, with nothing within the margin when the two were last detected. Red when they are not
// detected anew before they touch, or, fast ones, in the first step.
static MunitResult nobody_comes_near_unseen(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, 1);
    static const float speed[] = { 0.001f, 0.0031f, 0.007f, 0.0099f, 0.0101f, 0.015f, 0.03f }; // m a step
    for (uint32_t k = 0; k < MAS_COUNT(speed); ++k)
    {
        const float start = 0.02001f; // m between them
        test_scatter_colliders(&t, 2, 1);
        for (uint32_t i = 0; i < 2; ++i)
        {
            t.c.data[i].kind       = COLLIDER_SPHERE;
            t.c.data[i].position.w = 1.0f;
            t.c.pose[i] =
                (collider_pose){ .position = { .y = i == 0 ? 0.0f : 2.0f + start }, .rotation = { .w = 1.0f } };
        }
        t.pair[0] = (collider_pair){ 0, 1 };
        t.pairs   = 1;
        test_remember_pairs(&t, 1);
        t.known.contact[0].count = t.known.contact[0].flags = 0;
        t.known.record[0].offset.w                          = 0.0f;
        uint32_t step                                       = 0;
        do
        {
            ++step;
            t.c.pose[1].position.y = 2.0f + (start - (float)step * speed[k]);
            test_upload_manifolds(gpu, &t);
            run(gpu, &t);
        } while (t.known.bin[0] == BINS);
        munit_assert_uint32(t.known.bin[0], ==, BIN_ROUND);
        munit_assert_true(t.c.pose[1].position.y > 2.0f || step == 1);
        munit_assert_true(step > 1 || speed[k] > 0.01f);
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// Red when pairs without room are looked at, or not counted.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                    = fixture;
    static const uint32_t capacity[] = { 0, 1, 63, 64, 65 };
    for (uint32_t k = 0; k < MAS_COUNT(capacity); ++k)
    {
        test_manifolds t;
        make(gpu, &t, capacity[k]);
        test_scatter_colliders(&t, COLLIDERS, 8);
        test_draw_pairs(&t, capacity[k], 9);
        test_remember_pairs(&t, 10);
        t.known.count += 3; // as after a world was made smaller
        t.pairs += 100;
        test_upload_manifolds(gpu, &t);
        t.known.count -= 3;
        mas_bins_record(&t.bins, test_record(gpu));
        test_submit(gpu);
        oracle_bins(&t.known, &t.c, t.pair, t.pairs, false);
        test_expect_bins(gpu, &t);
        munit_assert_uint32(recycled(&t), ==, capacity[k]);
        contact_counters counters;
        test_download(gpu, t.cache.counters, &counters, sizeof counters);
        munit_assert_uint32(counters.pairs, ==, capacity[k] + 100);
        test_destroy_manifolds(&t);
    }
    return MUNIT_OK;
}

typedef struct vector
{
    double x, y, z;
} vector;

static vector rotate(mas_vec4 q, vector v)
{
    const double x = q.x, y = q.y, z = q.z, w = q.w, s = 2.0 / (x * x + y * y + z * z + w * w);
    return (vector){ v.x + s * (-(y * y + z * z) * v.x + (x * y - w * z) * v.y + (x * z + w * y) * v.z),
                     v.y + s * ((x * y + w * z) * v.x - (x * x + z * z) * v.y + (y * z - w * x) * v.z),
                     v.z + s * ((x * z - w * y) * v.x + (y * z + w * x) * v.y - (x * x + y * y) * v.z) };
}

// Where a point that was at r from the centre, in world axes, is after the collider went from one pose to the other.
static vector carried(const collider_pose* from, const collider_pose* to, vector r)
{
    const mas_vec4 back = { -from->rotation.x, -from->rotation.y, -from->rotation.z, from->rotation.w };
    const vector v      = rotate(to->rotation, rotate(back, r));
    return (vector){ to->position.x + v.x, to->position.y + v.y, to->position.z + v.z };
}

// Every recycled separation against the distance, along the normal, of two points that the colliders carry along.
// Error: some 10 roundings of arms up to 70 m.
static MunitResult separations_follow_surfaces(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, PAIRS);
    static collider_pose then[COLLIDERS];
    uint32_t points = 0;
    for (uint64_t seed = 1; seed < 4; ++seed)
    {
        test_scatter_colliders(&t, COLLIDERS, 10 * seed);
        test_draw_pairs(&t, 6000, 10 * seed + 1);
        test_remember_pairs(&t, 10 * seed + 2);
        for (uint32_t i = 0; i < COLLIDERS; ++i)
            then[i] = t.c.pose[i];
        test_nudge_colliders(&t, 10 * seed + 3);
        test_upload_manifolds(gpu, &t);
        run(gpu, &t);
        manifold* m = t.known.contact;
        test_download(gpu, t.cache.manifold, m, t.pairs * sizeof *m);
        for (uint32_t i = 0; i < t.pairs; ++i)
        {
            if (t.known.bin[i] != BINS) continue;
            const uint32_t a = m[i].a, b = m[i].b;
            const mas_vec4 n      = m[i].normal;
            const manifold* found = &t.known.old[t.known.past[i] & ~PAST_RECYCLED].contact;
            bool touches          = false;
            for (uint32_t k = 0; k < m[i].count; ++k, ++points)
            {
                const vector r  = { found->point[k].x, found->point[k].y, found->point[k].z };
                const vector x  = { then[a].position.x + r.x, then[a].position.y + r.y, then[a].position.z + r.z };
                const vector s  = { x.x - then[b].position.x, x.y - then[b].position.y, x.z - then[b].position.z };
                const vector pa = carried(&then[a], &t.c.pose[a], r), pb = carried(&then[b], &t.c.pose[b], s);
                const double expected =
                    found->point[k].w + n.x * (pb.x - pa.x) + n.y * (pb.y - pa.y) + n.z * (pb.z - pa.z);
                munit_assert_double(fabs(m[i].point[k].w - expected), <, 2e-5);
                touches |= m[i].point[k].w <= 0.0f;
            }
            munit_assert_uint32(m[i].flags & MANIFOLD_TOUCHES, ==, touches);
        }
    }
    munit_assert_uint32(points, >, 5000);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/each-kind-to-its-bin", each_kind_to_its_bin, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/turning-together", turning_together, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/stale-slots-are-detected", stale_slots_are_detected, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sleepers-are-left-alone", sleepers_are_left_alone, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/floor-finds-its-pairs", floor_finds_its_pairs, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nobody-comes-near-unseen", nobody_comes_near_unseen, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/separations-follow-surfaces", separations_follow_surfaces, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_bins_suite = { "/bins", tests, NULL, 1, 0 };
