// What fresh manifolds remember of the last step: against the twin, and point by point in cases made by hand.
#include "manifolds.h"
#include "oracle/match.h"

#include <string.h>

enum
{
    COLLIDERS = 301,
    PAIRS     = 5000,
};

static void make(test_gpu* gpu, test_manifolds* t, uint32_t pairs)
{
    test_plan_manifolds(gpu, t, COLLIDERS, pairs, 1);
    test_allocate(gpu);
    test_create_manifolds(gpu, t);
}

// Red when an impulse goes to another point, one is taken twice, an old one survives that nobody has taken, friction is
// lost or kept when it should not be, or a record says something else than where the colliders are now.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, PAIRS);
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257, PAIRS };
    uint32_t points = 0, carried = 0;
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
        for (uint32_t kept = 0; kept < 2; ++kept)
        {
            const uint64_t seed = 100 * k + kept;
            test_scatter_colliders(&t, size[k] < 10 ? 5 : COLLIDERS, seed);
            test_draw_pairs(&t, size[k] - size[k] / 10, seed + 1);
            test_remember_pairs(&t, seed + 2);
            test_nudge_colliders(&t, seed + 3);
            for (uint32_t i = 0; i < t.c.params.colliders; i += 9)
                ++t.c.data[i].stamp;
            if (kept == 0) test_draw_pairs(&t, size[k], seed + 4);
            t.kept = kept == 1;
            test_upload_manifolds(gpu, &t);
            mas_bins_record(&t.bins, test_record(gpu));
            test_submit(gpu);
            oracle_bins(&t.known, &t.c, t.pair, t.pairs, t.kept);
            test_detect(gpu, &t, seed + 5);
            mas_match_record(&t.match, test_record(gpu));
            test_submit(gpu);
            oracle_match(&t.known, &t.c);
            test_expect_cache(gpu, &t, true);
            for (uint32_t i = 0; i < t.pairs; ++i)
                for (uint32_t p = 0; t.known.bin[i] != BINS && p < t.known.contact[i].count; ++p, ++points)
                    carried += (&t.known.contact[i].impulse.x)[p] != 0.0f;
        }
    munit_assert_uint32(carried, >, points / 10); // both happen often
    munit_assert_uint32(carried, <, points - points / 10);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// One pair of unit spheres, a turned by a quarter about z between the two steps: what was at x is at y. Old points and
// new ones are given in a's frame; the result is the number of the old point for each new one, 4 for none.
typedef struct one_case
{
    const char* says;
    uint32_t old_count, new_count;
    float old_x[4], new_x[4]; // m along a's x axis
    uint32_t old_feature[4], new_feature[4];
    float radius;
    uint32_t expected[4];
} one_case;

static const one_case cases[] = {
    { "features decide, whatever the distance",
      2,
      2,
      { 0.0f, 5.0f },
      { 5.0f, 0.0f },
      { 7, 8 },
      { 7, 8 },
      1.0f,
      { 0, 1 } },
    { "their order does not",
      3,
      3,
      { 0.0f, 1.0f, 2.0f },
      { 0.0f, 1.0f, 2.0f },
      { 1, 2, 3 },
      { 3, 1, 2 },
      1.0f,
      { 2, 0, 1 } },
    { "0 is a feature", 1, 1, { 0.0f }, { 3.0f }, { 0 }, { 0 }, 1.0f, { 0 } },
    { "unused ones are none", 1, 2, { 0.0f }, { 0.0f, 3.0f }, { 5, 9, 9, 9 }, { 5, 9 }, 1.0f, { 0, 4 } },
    { "else the nearest", 3, 1, { 0.0f, 0.08f, 0.2f }, { 0.06f }, { 1, 2, 3 }, { 4 }, 1.0f, { 1 } },
    { "within 0.1 m", 2, 2, { 0.0f, 1.0f }, { 0.11f, 0.91f }, { 1, 2 }, { 3, 4 }, 1.0f, { 4, 1 } },
    { "of small ones within an eighth of the radius",
      2,
      2,
      { 0.0f, 1.0f },
      { 0.026f, 1.024f },
      { 1, 2 },
      { 3, 4 },
      0.2f,
      { 4, 1 } },
    { "and friction only with a point", 2, 1, { 0.0f, 1.0f }, { 0.5f }, { 1, 2 }, { 3 }, 1.0f, { 4 } },
    { "each once", 1, 2, { 0.0f }, { 0.01f, 0.001f }, { 1 }, { 2, 3 }, 1.0f, { 0, 4 } },
    { "features come first", 2, 2, { 0.0f, 0.05f }, { 0.0f, 0.01f }, { 1, 2 }, { 3, 1 }, 1.0f, { 1, 0 } },
    { "nothing before, nothing now", 0, 2, { 0.0f }, { 0.0f, 0.1f }, { 1 }, { 1, 2 }, 1.0f, { 4, 4 } },
    { "nothing left", 2, 0, { 0.0f, 1.0f }, { 0.0f }, { 1, 2 }, { 1 }, 1.0f, { 4 } },
};

static void set_points(manifold* m, uint32_t count, const float* x, const uint32_t* feature, bool turned)
{
    m->count = count;
    for (uint32_t k = 0; k < count; ++k)
        m->point[k] = turned ? (mas_vec4){ 0.0f, x[k], 0.0f, -0.001f } : (mas_vec4){ x[k], 0.0f, 0.0f, -0.001f };
    memcpy(&m->feature, feature, sizeof m->feature);
}

// Expected values are written down, not the twin's. Red when what a case says does not hold.
static MunitResult by_hand(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    make(gpu, &t, 1);
    for (uint32_t n = 0; n < MAS_COUNT(cases); ++n)
    {
        const one_case* c = &cases[n];
        test_scatter_colliders(&t, 2, 3);
        for (uint32_t i = 0; i < 2; ++i)
        {
            t.c.data[i].kind       = COLLIDER_SPHERE;
            t.c.data[i].position.w = i == 0 ? c->radius : 2.0f;
            t.c.pose[i].rotation   = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
        }
        t.pair[0] = (collider_pair){ 0, 1 };
        t.pairs   = 1;
        test_remember_pairs(&t, 1);
        t.kept        = n % 2 == 1;
        manifold* old = &t.known.contact[0];
        set_points(old, c->old_count, c->old_x, c->old_feature, false);
        old->impulse           = (mas_vec4){ 1.0f, 2.0f, 3.0f, 4.0f };
        old->twist             = (mas_vec4){ 0.1f, 0.2f, 0.3f, 0.4f };
        old->rolling           = (mas_vec4){ 0.5f, 0.6f, 0.7f, 0.0f };
        t.c.pose[0].rotation.z = t.c.pose[0].rotation.w = 0.70710678f; // too far to be recycled
        test_upload_manifolds(gpu, &t);
        mas_bins_record(&t.bins, test_record(gpu));
        test_submit(gpu);
        manifold m = { .a = 0, .b = 1, .impulse = { 9.0f, 9.0f, 9.0f, 9.0f }, .twist = { 9.0f, 9.0f, 9.0f, 9.0f } };
        m.rolling  = m.twist;
        set_points(&m, c->new_count, c->new_x, c->new_feature, true);
        test_upload(gpu, t.cache.manifold, &m, sizeof m);
        mas_match_record(&t.match, test_record(gpu));
        test_submit(gpu);
        test_download(gpu, t.cache.manifold, &m, sizeof m);
        bool any = false;
        for (uint32_t k = 0; k < MANIFOLD_POINTS; ++k)
        {
            const uint32_t from = k < c->new_count ? c->expected[k] : 4;
            const float impulse = from < 4 ? (float)(from + 1) : 0.0f;
            if ((&m.impulse.x)[k] != impulse)
                munit_errorf("%s: point %u has %g, expected %g", c->says, k, (double)(&m.impulse.x)[k],
                             (double)impulse);
            any |= from < 4;
        }
        const mas_vec4 none = { 0.0f, 0.0f, 0.0f, 0.0f };
        munit_assert_memory_equal(sizeof none, &m.twist, any ? &old->twist : &none);
        munit_assert_memory_equal(sizeof none, &m.rolling, any ? &old->rolling : &none);
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/by-hand", by_hand, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_match_suite = { "/match", tests, NULL, 1, 0 };
