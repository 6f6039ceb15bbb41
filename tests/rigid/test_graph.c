// Colours of contacts against the twin and against what they are for: no two places of one colour push the same body.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

typedef enum pattern
{
    RANDOM, // anybody with anybody
    NEAR,   // with somebody a few slots on, as in a pile
    STAR,   // with one body
    FLOOR,  // with one that does not move
    PATTERNS
} pattern;

static manifold draw_pair(const test_graph* s, pattern p, uint64_t* seed)
{
    const uint32_t n = s->bodies, r = test_random(seed);
    const uint32_t i = p == STAR || p == FLOOR ? 0 : r % n;
    const uint32_t j = p == NEAR ? (i + 1 + r / n % 6) % n : test_random(seed) % n;
    manifold m       = { .a = 2 * i + r % 2, .b = 2 * (j == i ? (i + 1) % n : j) + r / 2 % 2, .count = 1 };
    if (test_random(seed) % 16 == 0) m.flags = MANIFOLD_SENSOR;
    return m;
}

// The next step's pairs: most are there again, under other numbers if turned, some of them as strangers; and most
// pairs are contacts. Some bodies change what they are.
static void churn(test_graph* s, pattern p, uint32_t pairs, bool turned, uint64_t* seed)
{
    manifold* m         = calloc(pairs + 1, sizeof *m);
    const uint32_t turn = turned ? test_random(seed) % (pairs + 1) : 0;
    s->contacts         = 0;
    for (uint32_t i = 0; i < pairs; ++i)
    {
        const uint32_t at = pairs > 0 ? (i + turn) % pairs : 0, r = test_random(seed);
        const bool there = at < s->pairs && r % 8 != 0;
        m[i]             = there ? s->m[at] : draw_pair(s, p, seed);
        s->old[i]        = there && r / 8 % 16 != 0 ? at | (r & 0x400 ? PAST_RECYCLED : 0) : PAST_NONE;
    }
    memcpy(s->m, m, pairs * sizeof *m);
    s->pairs = pairs;
    free(m);
    const uint64_t first = *seed;
    for (uint32_t touching = 2; touching-- > 0;)
    {
        *seed = first;
        for (uint32_t i = 0; i < pairs; ++i)
        {
            const uint32_t r = test_random(seed);
            if (r % 16 != 0 && (r / 16 % 4 != 0) == touching) s->number[s->contacts++] = i;
        }
    }
    for (uint32_t i = 0; i < s->bodies; ++i)
    {
        const uint32_t r = test_random(seed);
        for (uint32_t k = 2 * i; k < 2 * i + 2; ++k)
        {
            if (r % 32 == 0) s->who[k].who ^= MEET_ASLEEP;
            if (r % 32 == 1) s->who[k].who ^= MEET_DYNAMIC;
            if (i == 0) s->who[k].who = (p == FLOOR ? 0 : MEET_DYNAMIC) | COLLIDER_BOX << MEET_KIND_SHIFT;
        }
    }
}

// Red when a colour differs from the twin's, is not proper, or a place is another one than it should be: when a kept
// colour is that of another pair, or of before the body woke, or a round's winner depends on the schedule.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                = fixture;
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 4097 };
    uint32_t kept = 0, overflow = 0;
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
    {
        test_graph s;
        test_make_graph(gpu, &s, 3 + size[k] / 3, size[k]);
        for (pattern p = 0; p < PATTERNS; ++p)
        {
            uint64_t seed = 100 * k + p;
            for (uint32_t step = 0; step < 5; ++step)
            {
                churn(&s, p, size[k] - (step == 2 ? size[k] / 3 : 0), step % 2 == 1, &seed);
                test_run_graph(gpu, &s);
                kept += s.twin.counters.kept;
                overflow += s.twin.counters.overflow;
            }
        }
        test_destroy_graph(&s);
    }
    munit_assert_uint32(kept, >, 10000);
    munit_assert_uint32(overflow, >, 1000);
    return MUNIT_OK;
}

static MunitResult matches_oracle_large(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    enum
    {
        PAIRS = 107000 // 100k of them contacts
    };
    test_graph s;
    test_make_graph(gpu, &s, PAIRS / 3, PAIRS);
    uint64_t seed = 1;
    for (uint32_t step = 0; step < 4; ++step)
    {
        churn(&s, step < 3 ? NEAR : RANDOM, PAIRS, step == 1, &seed);
        test_run_graph(gpu, &s);
    }
    munit_assert_uint32(s.contacts, >, 99000);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// One body with 500 contacts. Red when a contact without colour is lost, not counted, or does not take one that becomes
// free.
static MunitResult stars_overflow(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        ARMS = 500
    };
    test_graph s;
    test_make_graph(gpu, &s, ARMS + 1, ARMS);
    uint32_t body[ARMS][2];
    for (uint32_t i = 0; i < ARMS; ++i)
        body[i][i % 2] = 0, body[i][1 - i % 2] = 1 + i;
    test_set_graph(&s, ARMS, body);
    for (uint32_t step = 0; step < 3; ++step)
    {
        test_run_graph(gpu, &s);
        munit_assert_uint32(s.twin.counters.kept, ==, step == 0 ? 0 : GRAPH_COLOURS);
        munit_assert_uint32(s.twin.counters.colours, ==, GRAPH_COLOURS);
        munit_assert_uint32(s.twin.counters.overflow, ==, ARMS - GRAPH_COLOURS);
        munit_assert_uint32(s.twin.counters.late, ==, 0);
        munit_assert_uint32(s.twin.counters.rounds, ==, step == 0 ? 1 + GRAPH_COLOURS / GRAPH_SLOTS : 1);
        munit_assert_uint32(s.twin.counters.solved, ==, ARMS);
        for (uint32_t i = 0; i < ARMS; ++i)
            s.old[i] = i;
    }
    uint32_t fives = 0; // colours of every fifth place become free
    for (uint32_t k = 0; k < GRAPH_COLOURS; k += 5)
        s.old[s.twin.order[k]] = PAST_NONE, s.m[s.twin.order[k]].flags = MANIFOLD_SENSOR, ++fives;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.colours, ==, GRAPH_COLOURS);
    munit_assert_uint32(s.twin.counters.overflow, ==, ARMS - fives - GRAPH_COLOURS);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// Everybody with 24 others: more than the rounds can colour at once. Red when a contact whose rounds are over keeps the
// colour that it did not get, or does not try again.
static MunitResult late_ones_try_again(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        BODIES = 300,
        PAIRS  = 12 * BODIES
    };
    test_graph s;
    test_make_graph(gpu, &s, BODIES, PAIRS);
    static uint32_t body[PAIRS][2];
    for (uint32_t i = 0; i < PAIRS; ++i)
        body[i][0] = i / 12, body[i][1] = (i / 12 + 1 + i % 12) % BODIES;
    test_set_graph(&s, PAIRS, body);
    test_run_graph(gpu, &s);
    const graph_counters first = s.twin.counters;
    munit_assert_uint32(first.late, >, 0);
    munit_assert_uint32(first.rounds, ==, GRAPH_ROUNDS);
    for (uint32_t i = 0; i < PAIRS; ++i)
        s.old[i] = i;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, PAIRS - first.overflow);
    munit_assert_uint32(s.twin.counters.overflow, <, first.overflow);
    munit_assert_uint32(s.twin.counters.late, ==, 0);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// Red when something that does not move counts as a neighbour, or what nobody can push is solved.
static MunitResult only_movers_count(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                    = fixture;
    static const uint32_t body[7][2] = { { 0, 1 }, { 2, 0 }, { 0, 3 }, { 4, 0 }, { 5, 1 }, { 5, 2 }, { 5, 0 } };
    test_graph s;
    test_make_graph(gpu, &s, 6, 7);
    test_set_graph(&s, 7, body);
    s.who[0].who = 0;             // static
    s.who[10].who |= MEET_ASLEEP; // body 5
    s.m[3].flags = MANIFOLD_SENSOR;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.solved, ==, 5);
    munit_assert_uint32(s.twin.counters.colours, ==, 2); // bodies 1 and 2 have two contacts each
    munit_assert_uint32(s.twin.first[1] - s.twin.first[0], ==, 3);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// A sleeper between two; both contacts may have one colour. Then it wakes. Red when they keep that colour; or when
// contacts of a body that falls asleep, or of pairs under other numbers, do not keep theirs.
static MunitResult sleepers_wake(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                    = fixture;
    static const uint32_t body[3][2] = { { 0, 1 }, { 2, 1 }, { 0, 2 } };
    test_graph s;
    test_make_graph(gpu, &s, 3, 3);
    test_set_graph(&s, 3, body);
    s.who[2].who |= MEET_ASLEEP;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.colours, ==, 2);
    s.who[2].who &= ~MEET_ASLEEP;
    for (uint32_t i = 0; i < 3; ++i)
        s.old[i] = i;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, 1);
    munit_assert_uint32(s.twin.counters.colours, ==, 3);
    s.who[2].who |= MEET_ASLEEP;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, 3);
    const manifold first = s.m[0];
    s.m[0]               = s.m[2];
    s.m[2]               = first;
    s.old[0]             = 2 | PAST_RECYCLED;
    s.old[2]             = 0;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, 3);
    munit_assert_uint32(s.twin.counters.rounds, ==, 0);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// A contact leaves for one step, in which another takes its colour. Red when it finds its old one when it returns.
static MunitResult returning_contacts_are_new(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                    = fixture;
    static const uint32_t body[2][2] = { { 0, 1 }, { 0, 2 } };
    test_graph s;
    test_make_graph(gpu, &s, 3, 2);
    test_set_graph(&s, 2, body);
    s.contacts = 1;
    test_run_graph(gpu, &s);
    s.old[0] = 0, s.old[1] = 1;
    s.number[0] = 1;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, 0);
    s.contacts  = 2;
    s.number[0] = 0, s.number[1] = 1;
    test_run_graph(gpu, &s);
    munit_assert_uint32(s.twin.counters.kept, ==, 1);
    munit_assert_uint32(s.twin.counters.colours, ==, 2);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

// More places than there is room for, as after a world was made smaller, and numbers that are none, as in a forged
// snapshot. Red when they are believed.
static MunitResult strange_state_is_survived(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        PAIRS = 300
    };
    test_graph s;
    test_make_graph(gpu, &s, 100, PAIRS);
    uint64_t seed = 9;
    churn(&s, RANDOM, PAIRS, false, &seed);
    churn(&s, RANDOM, PAIRS, false, &seed);
    uint32_t order[PAIRS], colour[PAIRS];
    for (uint32_t i = 0; i < PAIRS; ++i)
    {
        order[i]  = i % 2 == 0 ? PAIRS + test_random(&seed) % 3 : i;
        colour[i] = i % 2 == 0 ? test_random(&seed) : (33 + i % 31) | GRAPH_PUSHED_A | GRAPH_PUSHED_B;
    }
    const uint32_t count = PAIRS + 1000;
    test_upload(gpu, s.stage.order, order, sizeof order);
    test_upload(gpu, s.stage.colour, colour, sizeof colour);
    test_upload(gpu, s.stage.count, &count, sizeof count);
    test_run_graph(gpu, &s);
    list_header old;
    test_download(gpu, s.stage.old_list, &old, sizeof old);
    munit_assert_uint32(old.count, ==, PAIRS);
    munit_assert_uint32(s.twin.counters.solved, >, 100);
    test_destroy_graph(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matches-oracle-large", matches_oracle_large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/stars-overflow", stars_overflow, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/late-ones-try-again", late_ones_try_again, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/only-movers-count", only_movers_count, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sleepers-wake", sleepers_wake, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/returning-contacts-are-new", returning_contacts_are_new, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/strange-state-is-survived", strange_state_is_survived, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_graph_suite = { "/graph", tests, NULL, 1, 0 };
