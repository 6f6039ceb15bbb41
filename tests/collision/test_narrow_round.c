#include "round.h"
#include "oracle/ahead.h"
#include "oracle/narrow_round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect_sane(const manifold* m, const oracle_colliders* c)
{
    const float* word = &m->normal.x;
    for (uint32_t k = 0; k < 4 + 4 * MANIFOLD_POINTS; ++k)
        munit_assert_true(isfinite(word[k]));
    munit_assert_uint32(m->count, <=, MANIFOLD_POINTS);
    const float length = m->normal.x * m->normal.x + m->normal.y * m->normal.y + m->normal.z * m->normal.z;
    if (m->count > 0) munit_assert_true(fabsf(length - 1.0f) < 4e-6f);
    bool touches = false;
    for (uint32_t k = 0; k < m->count; ++k)
    {
        munit_assert_float(m->point[k].w, <=, oracle_ahead_of(c, (collider_pair){ m->a, m->b }).margin);
        touches = touches || m->point[k].w <= 0.0f;
    }
    munit_assert_true(touches == ((m->flags & MANIFOLD_TOUCHES) != 0));
    const bool sensor = ((c->data[m->a].kind | c->data[m->b].kind) & COLLIDER_SENSOR) != 0;
    munit_assert_true(sensor == ((m->flags & MANIFOLD_SENSOR) != 0));
}

static void expect_same(const test_narrow* s, uint32_t count)
{
    manifold* expected = calloc(NARROW_PAIRS, sizeof *expected);
    memcpy(expected, s->before, NARROW_PAIRS * sizeof *expected);
    for (uint32_t k = 0; k < count; ++k)
    {
        const uint32_t p = s->index_data[k];
        expected[p]      = oracle_narrow_round(&s->c, s->pair[p]);
        expect_sane(&expected[p], &s->c);
    }
    for (uint32_t k = 0; k < NARROW_PAIRS; ++k)
        if (memcmp(&expected[k], &s->after[k], sizeof *expected) != 0)
            munit_errorf("pair %u, kinds %u and %u: count %u, expected %u; normal %.9g %.9g %.9g, expected %.9g %.9g "
                         "%.9g; separation %.9g, expected %.9g",
                         k, s->c.data[s->pair[k].a].kind, s->c.data[s->pair[k].b].kind, s->after[k].count,
                         expected[k].count, (double)s->after[k].normal.x, (double)s->after[k].normal.y,
                         (double)s->after[k].normal.z, (double)expected[k].normal.x, (double)expected[k].normal.y,
                         (double)expected[k].normal.z, (double)s->after[k].point[0].w, (double)expected[k].point[0].w);
    free(expected);
}

// proves: 002-47, 002-48, 002-49, 002-50, 002-51, 002-53, 002-54, 002-55, 002-56, 002-57. Red when a kernel differs
// from its twin in one bit, or writes a manifold of a pair that is not in its list.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow s;
    test_narrow_begin(gpu, &s);
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257, NARROW_PAIRS };
    for (test_placement how = 0; how < TEST_PLACEMENTS; ++how)
    {
        test_narrow_place(&s, how, 1000 + how);
        for (size_t k = 0; k < MAS_COUNT(size); ++k)
        {
            if (how != PLACED_ANYHOW && size[k] != NARROW_PAIRS) continue;
            test_narrow_run(gpu, &s, size[k]);
            expect_same(&s, size[k]);
        }
        test_give_ways(&s.c, NARROW_PAIRS, how);
        test_narrow_run(gpu, &s, NARROW_PAIRS);
        expect_same(&s, NARROW_PAIRS);
    }
    test_narrow_end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_narrow_round_suite = { "/narrow_round", tests, NULL, 1, 0 };
