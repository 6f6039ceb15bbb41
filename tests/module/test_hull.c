// Hulls from points: known bodies, every refusal, thousands of awkward sets of points, and forged blocks.
// runs: host asan. It takes any input and needs no device.
#include "points.h"

#include <math.h>
#include <string.h>

static const uint64_t PINNED = 13792003221798792947u; // of the hulls of the first 2000 sets of points

static test_points points;

static const massa_vec3* box(float x, float y, float z)
{
    points.count = 0;
    test_box_points(&points, x, y, z);
    return points.at;
}

static void expect_counts(const massa_vec3* p, uint32_t count, const uint32_t expected[3])
{
    hull_data h;
    massa_vec3 offset;
    char reason[MAS_HULL_REASON];
    if (!test_build_hull(p, count, &h, &offset, reason)) munit_errorf("refused: %s", reason);
    munit_assert_uint32(h.corners, ==, expected[0]);
    munit_assert_uint32(h.faces, ==, expected[1]);
    munit_assert_uint32(h.edges, ==, expected[2]);
}

// Each in many poses and sizes, and with every point twice. Red when faces are not joined, or corners kept inside them.
static MunitResult known_bodies(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed = 3;
    for (uint32_t n = 0; n < 60 * TEST_KNOWN_HULLS; ++n)
    {
        static const float sizes[] = { 1.0f, 0.01f, 30.0f, 500.0f };
        const float size = sizes[n % 4], away = n % 3 == 0 ? 0.0f : size;
        uint32_t counts[3];
        mas_vec4 q = test_uniform4(&seed, -1.0f, 1.0f), by = test_uniform4(&seed, -away, away);
        q.w = test_uniform(&seed, -1.0f, 1.0f);
        test_known_hull(&points, n % TEST_KNOWN_HULLS, counts);
        if (n >= 2 * TEST_KNOWN_HULLS) test_turn_points(&points, q, size, (massa_vec3){ by.x, by.y, by.z });
        for (uint32_t i = 0, count = points.count; i < count && n % 2 == 0; ++i)
            test_point(&points, points.at[i].x, points.at[i].y, points.at[i].z);
        expect_counts(points.at, points.count, counts);
    }
    return MUNIT_OK;
}

// Corners that are off by less than the tolerance make the same faces; by much more, they are kept as they are.
static MunitResult noise_is_ironed_out(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    uint64_t seed = 4;
    for (uint32_t n = 0; n < 300; ++n)
    {
        hull_data h;
        massa_vec3 offset;
        char reason[MAS_HULL_REASON];
        box(1.0f, 1.0f, 1.0f);
        for (uint32_t i = 0; i < 8; ++i)
        {
            const float noise = n % 2 == 0 ? 5e-5f : 1e-2f;
            const mas_vec4 r  = test_uniform4(&seed, -noise, noise);
            points.at[i].x += r.x;
            points.at[i].y += r.y + (n % 2 == 0 ? 0.0f : 5e-2f * (float)(i % 3));
            points.at[i].z += r.z;
        }
        munit_assert_true(test_build_hull(points.at, 8, &h, &offset, reason));
        munit_assert_uint32(h.corners, ==, 8);
        munit_assert_true(n % 2 == 0 ? h.faces == 6 : h.faces > 6);
    }
    return MUNIT_OK;
}

// Moved points give the same hull elsewhere: sizes are powers of two, so that nothing is rounded.
static MunitResult origin_is_the_centre(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    hull_data a, b;
    massa_vec3 at, moved;
    char reason[MAS_HULL_REASON];
    munit_assert_true(test_build_hull(box(1.0f, 0.5f, 0.25f), 8, &a, &at, reason));
    munit_assert_true(at.x == 0.0f && at.y == 0.0f && at.z == 0.0f);
    munit_assert_true(a.corner[7].x == 1.0f && a.corner[7].y == 0.5f && a.corner[7].z == 0.25f); // exactly the input's
    munit_assert_true(a.face[0].x == 0.0f && a.face[0].w > 0.0f);
    for (int i = 0; i < 8; ++i)
        points.at[i] = (massa_vec3){ points.at[i].x + 64.0f, points.at[i].y - 3.0f, points.at[i].z + 0.5f };
    munit_assert_true(test_build_hull(points.at, 8, &b, &moved, reason));
    munit_assert_true(moved.x == 64.0f && moved.y == -3.0f && moved.z == 0.5f);
    munit_assert_memory_equal(sizeof a, &a, &b);
    return MUNIT_OK;
}

static void expect_refusal(const massa_vec3* p, uint32_t count, const char* words)
{
    hull_data h;
    massa_vec3 offset;
    char reason[MAS_HULL_REASON], small[8] = "xxxxxxx";
    munit_assert_false(test_build_hull(p, count, &h, &offset, reason));
    if (strstr(reason, words) == NULL) munit_errorf("\"%s\" does not say \"%s\"", reason, words);
    munit_assert_false(mas_hull_build(p, count, &h, &offset, small, sizeof small));
    munit_assert_size(strlen(small), ==, 7);
    munit_assert_false(mas_hull_build(p, count, &h, &offset, NULL, 0));
}

static MunitResult refusals(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const uint32_t cube[3] = { 8, 6, 12 };
    massa_vec3* at                = points.at;
    expect_refusal(NULL, 8, "null");
    expect_refusal(at, 0, "at least 4 points, and has 0");
    expect_refusal(at, 3, "at least 4 points, and has 3");
    expect_refusal(at, MASSA_MAX_HULL_POINTS + 1, "at most 4096 points, and has 4097");
    expect_refusal(at, UINT32_MAX, "at most 4096 points");
    for (int i = 0; i < 3; ++i)
    {
        static const float bad[] = { NAN, INFINITY, -INFINITY };
        box(1.0f, 1.0f, 1.0f);
        (&at[5].x)[i] = bad[i];
        expect_refusal(at, 8, "Point 5 of the hull");
        expect_refusal(at, 8, "is not finite");
        (&at[5].x)[i] = i % 2 == 0 ? 1.0001e4f : -3e38f;
        expect_refusal(at, 8, "is beyond 10000 m");
    }
    for (uint32_t i = 0; i < 9; ++i)
        at[i] = (massa_vec3){ 3.0f, 4.0f, 5.0f };
    expect_refusal(at, 9, "all in one place");
    for (uint32_t i = 0; i < 9; ++i)
        at[i] = (massa_vec3){ (float)i, 2.0f * (float)i, -0.3f * (float)i };
    expect_refusal(at, 9, "on a line");
    for (uint32_t i = 0; i < 9; ++i)
        at[i] = (massa_vec3){ (float)(i % 3), (float)(i / 3), 0.3f * (float)(i % 3) - 0.7f * (float)(i / 3) };
    expect_refusal(at, 9, "in a plane");
    expect_refusal(box(2.0f, 3.0f, 2.9e-3f), 8, "in a plane"); // 0.97 thousandths
    expect_refusal(box(1e-3f, 1e-3f, 0.99e-3f), 8, "0.00198 m thick, and 0.002 m is the least");
    expect_refusal(box(1e-4f, 1e-4f, 1e-4f), 8, "0.0002 m thick");
    points.count = 0;
    test_ring(&points, 17, 1.0f, -1.0f);
    test_ring(&points, 17, 1.0f, 1.0f);
    expect_refusal(at, 34, "more than 32 corners");
    expect_counts(box(1.001e-3f, 1.001e-3f, 1.001e-3f), 8, cube); // the limits themselves are fine
    expect_counts(box(1e4f, 1e4f, 1e4f), 8, cube);
    expect_counts(box(2.0f, 3.0f, 3.1e-3f), 8, cube);
    return MUNIT_OK;
}

// ---- Fuzz ----

static uint64_t hash_words(uint64_t hash, const void* words, size_t size) // FNV-1a
{
    for (size_t i = 0; i < size / sizeof(uint32_t); ++i)
        hash = (hash ^ ((const uint32_t*)words)[i]) * 0x100000001b3u;
    return hash;
}

// Refused as thin or flat: so they are, and nothing else is. Few points have few corners.
static void expect_fair(const hull_data* h, const char* reason)
{
    const double side = (double)test_longest_side(points.at, points.count);
    if (h == NULL && points.count <= HULL_MAX_CORNERS) munit_assert_null(strstr(reason, "corners"));
    if (points.count < 4 || points.count > 11 || !isfinite(side)) return;
    const double limit = fmax((double)MAS_HULL_FLAT * side, (double)MAS_HULL_THICKNESS);
    const double least = test_least_width(points.at, points.count), slack = (double)MAS_HULL_TOLERANCE * side;
    if (h != NULL) munit_assert_double(least, >=, limit - 1e-5 * side);
    if (h == NULL && strstr(reason, " lie ") != NULL) munit_assert_double(least, <=, limit + 2.0 * slack);
    if (h == NULL && strstr(reason, " thick") != NULL) munit_assert_double(least, <=, limit + 2.0 * slack);
}

// Red when one is neither refused with a reason nor what hull.h promises, when a kind is never accepted that has good
// points or refused that has bad ones, or when a bit differs from other machines'.
static MunitResult fuzz(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const uint32_t sets                 = test_full() ? 100000 : 2000;
    uint32_t accepted[TEST_POINT_KINDS] = { 0 };
    uint64_t hash                       = 0;
    for (uint32_t n = 0; n < sets; ++n)
    {
        hull_data h, again;
        massa_vec3 offset, same;
        char reason[MAS_HULL_REASON];
        const uint32_t kind = n % TEST_POINT_KINDS;
        test_awkward_points(&points, kind, n);
        const bool good = test_build_hull(points.at, points.count, &h, &offset, reason);
        expect_fair(good ? &h : NULL, reason);
        accepted[kind] += good;
        if (!good) continue;
        munit_assert_true(mas_hull_build(points.at, points.count, &again, &same, reason, sizeof reason));
        munit_assert_memory_equal(sizeof h, &h, &again);
        munit_assert_memory_equal(sizeof offset, &offset, &same);
        if (n < 2000) hash = hash_words(hash, &h, sizeof h);
    }
    for (uint32_t kind = 0; kind < TEST_POINT_KINDS; ++kind)
    {
        const bool hopeless = kind == 6 || kind == 8 || kind == 14 || kind == 15; // planes, lines, not numbers
        munit_logf(MUNIT_LOG_INFO, "kind %u: %u of %u accepted", kind, accepted[kind], sets / TEST_POINT_KINDS);
        munit_assert_true(hopeless ? accepted[kind] == 0 : accepted[kind] > 0);
    }
    munit_assert_uint32(accepted[0] * TEST_POINT_KINDS, >, sets * 9 / 10); // a few points anywhere are a hull
    munit_assert_uint64(hash, ==, PINNED); // changes with the points here, and with the rules
    return MUNIT_OK;
}

// ---- Forged blocks ----

// What a kernel does with a block: no index may leave its array.
static void expect_safe(const hull_data* h)
{
    munit_assert_uint32(h->corners, <=, HULL_MAX_CORNERS);
    munit_assert_uint32(h->faces, <=, HULL_MAX_FACES);
    munit_assert_uint32(h->edges, <=, HULL_MAX_EDGES);
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        munit_assert_uint32((h->range[f] & 0xFFFF) + mas_hull_corner_count(h, f), <=, 4 * HULL_LOOP_WORDS);
        for (uint32_t k = 0; k < mas_hull_corner_count(h, f); ++k)
            munit_assert_uint32(mas_hull_corner(h, f, k), <, h->corners);
        munit_assert_true(isfinite(h->face[f].x + h->face[f].y + h->face[f].z + h->face[f].w));
    }
    for (uint32_t e = 0; e < h->edges; ++e)
    {
        munit_assert_uint32(h->edge[e] & 0xFF, <, h->corners);
        munit_assert_uint32(h->edge[e] >> 8 & 0xFF, <, h->corners);
        munit_assert_uint32(h->edge[e] >> 16 & 0xFF, <, h->faces);
        munit_assert_uint32(h->edge[e] >> 24, <, h->faces);
    }
    for (uint32_t i = 0; i < h->corners; ++i)
        munit_assert_true(isfinite(h->corner[i].x + h->corner[i].y + h->corner[i].z));
}

static MunitResult forged_blocks(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const uint32_t flips = test_full() ? 1000000 : 20000;
    hull_data good, bad;
    massa_vec3 offset;
    char reason[MAS_HULL_REASON];
    uint32_t counts[3], refused = 0;
    uint64_t seed = 5;
    memset(&bad, 0, sizeof bad);
    munit_assert_false(mas_hull_sound(&bad));
    memset(&bad, 0xFF, sizeof bad);
    munit_assert_false(mas_hull_sound(&bad));
    for (uint32_t n = 0; n < flips; ++n)
    {
        if (n % (flips / TEST_KNOWN_HULLS) == 0)
        {
            test_known_hull(&points, n / (flips / TEST_KNOWN_HULLS), counts);
            munit_assert_true(test_build_hull(points.at, points.count, &good, &offset, reason));
        }
        bad = good;
        for (uint32_t k = 0; k <= n % 3; ++k)
            ((uint8_t*)&bad)[test_random(&seed) % sizeof bad] ^= (uint8_t)(1u << test_random(&seed) % 8);
        const bool sound = mas_hull_sound(&bad);
        if (sound) expect_safe(&bad); // low bits of a coordinate
        refused += !sound;
    }
    munit_assert_uint32(refused, >, flips / 2);
    return MUNIT_OK;
}

#define FORGE(member, value)                                                                                           \
    do                                                                                                                 \
    {                                                                                                                  \
        bad        = good;                                                                                             \
        bad.member = (value);                                                                                          \
        munit_assert_false(mas_hull_sound(&bad));                                                                      \
    } while (0)

static MunitResult forged_one_by_one(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    hull_data good, bad;
    massa_vec3 offset;
    char reason[MAS_HULL_REASON];
    munit_assert_true(test_build_hull(box(1.0f, 1.0f, 1.0f), 8, &good, &offset, reason));
    FORGE(corners, 7);
    FORGE(corners, 33);
    FORGE(faces, 0);
    FORGE(faces, 61);
    FORGE(edges, 91);
    FORGE(edges, UINT32_MAX);
    FORGE(spare[2], 1);
    FORGE(corner[3].y, NAN);
    FORGE(corner[3].y, -INFINITY);
    FORGE(corner[3].y, 1e6f);
    FORGE(corner[3].x, 0.5f); // not in its planes
    FORGE(corner[3].w, 1.0f);
    FORGE(corner[8].x, 1.0f); // unused
    FORGE(face[2].x, NAN);
    FORGE(face[2].w, NAN);
    FORGE(face[2].w, 2.0f);
    FORGE(face[2].w, -1.0f);
    FORGE(face[2].x, good.face[2].x + 1.0f); // not unit
    FORGE(face[6].w, 1.0f);
    FORGE(range[1], good.range[1] + 1);
    FORGE(range[1], good.range[1] + 0x10000);
    FORGE(range[5], 20 | 0xFFFFu << 16);
    FORGE(range[6], 1);
    FORGE(loop[0], good.loop[0] | 0xFF);
    FORGE(loop[0], good.loop[1]);
    FORGE(loop[6], 1);
    FORGE(edge[0], good.edge[1]);
    FORGE(edge[0], good.edge[0] | 0xFF00);
    FORGE(edge[0], good.edge[0] ^ 0x01000000);
    FORGE(edge[12], 1);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/known-bodies", known_bodies, NULL, NULL, 0, NULL },
    { "/noise-is-ironed-out", noise_is_ironed_out, NULL, NULL, 0, NULL },
    { "/origin-is-the-centre", origin_is_the_centre, NULL, NULL, 0, NULL },
    { "/refusals", refusals, NULL, NULL, 0, NULL },
    { "/fuzz", fuzz, NULL, NULL, 0, NULL },
    { "/forged-blocks", forged_blocks, NULL, NULL, 0, NULL },
    { "/forged-one-by-one", forged_one_by_one, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_hull_suite = { "/hull", tests, NULL, 1, 0 };
