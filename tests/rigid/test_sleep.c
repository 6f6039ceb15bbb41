// Sleep against its twin, bit for bit: random islands over many steps of resting, moving, touching and editing, and
// rows so long that a careless tree would be as deep.
#include "sleepers.h"

#include <stdlib.h>

enum
{
    STATIC    = BODY_ALIVE | BODY_STATIC,
    KINEMATIC = BODY_ALIVE | BODY_MOVES,
    DYNAMIC   = BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC,
    SEEDS     = 3,
    STEPS     = 24
};

static void make(test_gpu* gpu, test_sleepers* t, uint32_t bodies, uint32_t room)
{
    test_plan_sleepers(gpu, t, bodies, room);
    test_allocate(gpu);
    test_create_sleepers(gpu, t);
}

static void random_body(test_sleepers* t, uint32_t i, uint64_t* seed)
{
    const uint32_t kind = test_random(seed) % 24;
    test_set_sleeper(t, i, kind == 0 ? 0 : kind == 1 ? STATIC : kind < 4 ? KINEMATIC : DYNAMIC);
    if (kind == 4) t->bodies.trait[i].sleep_speed = 0.0f;
    if (kind == 5) t->bodies.trait[i].tag &= ~(uint32_t)BODY_MOVES; // lost
}

// Pairs among the alive, as a broad phase could make them, so few that islands of all sizes come out.
static void random_pairs(test_sleepers* t, uint32_t count, uint64_t* seed)
{
    const uint32_t n  = t->step.bodies;
    t->touching.pairs = t->step.joints = 0;
    for (uint32_t k = 0; n > 1 && k < count; ++k)
    {
        const uint32_t a = test_random(seed) % n, b = test_random(seed) % 4 == 0 ? test_random(seed) % n : (a + 1) % n;
        const bool alive = (t->bodies.trait[a].tag & t->bodies.trait[b].tag & BODY_ALIVE) != 0;
        const bool any   = ((t->bodies.trait[a].tag | t->bodies.trait[b].tag) & BODY_DYNAMIC) != 0;
        if (a == b || !alive || !any) continue;
        const uint32_t kind = test_random(seed) % 8;
        if (kind == 7)
        {
            test_add_joint(t, a, test_random(seed) % 8 == 0 ? 0xFFFFFFFFu : b);
            continue;
        }
        manifold* m = &t->touching.manifold[test_add_pair(t, a, b)];
        if (kind == 6) m->flags |= MANIFOLD_SENSOR;
        if (kind == 5) m->count = 0;
        if (kind == 4) m->flags = 0; // about to touch
    }
}

static float random_speed(uint64_t* seed)
{
    return test_random(seed) % 2 == 0 ? 0.0f : test_uniform(seed, -0.049f, 0.049f);
}

// What a solver and a host do between two steps.
static void disturb(test_sleepers* t, uint64_t* seed)
{
    const uint32_t n     = t->step.bodies;
    const bool quiet     = test_random(seed) % 3 != 0;
    const uint32_t edits = quiet || n == 0 ? 0 : test_random(seed) % 4;
    for (uint32_t i = 0; i < n; ++i)
    {
        if ((t->bodies.trait[i].tag & BODY_MOVES) == 0 || test_sleeps(t, i)) continue;
        const bool dynamic = (t->bodies.trait[i].tag & BODY_DYNAMIC) != 0;
        const bool fast    = !quiet && test_random(seed) % (n + 4) < 3;
        test_set_speed(t, i, fast ? 1.0f : dynamic ? random_speed(seed) : 0.0f);
        t->bodies.motion[i].momentum.x = dynamic ? random_speed(seed) * 0.2f : 0.0f;
    }
    for (uint32_t k = 0; k < edits; ++k)
    {
        const uint32_t i = test_random(seed) % n, what = test_random(seed) % 5;
        t->step.flags |= SLEEP_FORCED;
        if (what == 0) random_body(t, i, seed), t->step.flags |= SLEEP_CHANGED;
        if (what == 1) ++t->touching.collider[i].stamp, t->step.flags |= SLEEP_CHANGED;
        if (what == 2) t->bodies.trait[i].tag &= ~(uint32_t)BODY_ASLEEP; // as apply does
        if (what == 3 && test_random(seed) % 8 == 0) t->step.flags |= SLEEP_WAKE_ALL;
        if (what == 4 && t->touching.pairs > 0) t->touching.manifold[test_random(seed) % t->touching.pairs].count ^= 1;
    }
    // Pairs of the dead are gone.
    for (uint32_t k = 0; k < t->touching.pairs; ++k)
    {
        manifold* m      = &t->touching.manifold[k];
        const bool alive = (t->bodies.trait[m->a].tag & t->bodies.trait[m->b].tag & BODY_ALIVE) != 0;
        if (!alive) *m = t->touching.manifold[--t->touching.pairs], --k;
    }
}

// Whoever sleeps has come to a stop, and all his neighbours sleep with him, or were woken in this very step and will
// wake him in the next.
static void expect_islands(const test_sleepers* t)
{
    for (uint32_t i = 0; i < t->step.bodies; ++i)
    {
        if (!test_sleeps(t, i)) continue;
        const body_motion none = { 0 };
        munit_assert_memory_equal(sizeof none, &t->bodies.motion[i], &none);
        munit_assert_uint32(t->known.body[i].island, !=, 0);
        munit_assert_true(test_sleeps(t, t->known.body[i].island - 1));
        munit_assert_uint32(t->known.body[t->known.body[i].island - 1].island, ==, t->known.body[i].island);
    }
    for (uint32_t k = 0; k < t->touching.contacts; ++k)
    {
        const manifold* m = &t->touching.manifold[t->touching.contact[k]];
        const uint32_t ta = t->bodies.trait[m->a].tag, tb = t->bodies.trait[m->b].tag;
        if ((m->flags & MANIFOLD_SENSOR) != 0 || (ta & tb & BODY_DYNAMIC & DYNAMIC) == 0) continue;
        if ((ta & tb & BODY_MOVES) == 0) continue; // lost
        const bool woken = t->known.body[m->a].rest <= t->step.dt || t->known.body[m->b].rest <= t->step.dt;
        if (!woken) munit_assert_uint32(ta & BODY_ASLEEP, ==, tb & BODY_ASLEEP);
    }
}

// Red when a body rests a step too long or too short, an island is cut or joined, one sleeps while a member does not or
// while a kinematic body moves it, one wakes in part, a sensor or a static body links, or an edit wakes nobody.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 4097 };
    uint32_t slept = 0, woke = 0;
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
        for (uint64_t n = 0; n < (size[k] > 100 ? 1 : SEEDS); ++n)
        {
            test_sleepers t;
            uint64_t seed = 100 * k + n;
            make(fixture, &t, size[k], 2 * size[k]);
            t.step.bodies = t.step.colliders = size[k];
            for (uint32_t i = 0; i < size[k]; ++i)
                random_body(&t, i, &seed);
            for (uint32_t step = 0; step < STEPS; ++step)
            {
                const uint32_t before = t.known.state.asleep;
                if (step % 9 == 0) random_pairs(&t, size[k], &seed), t.step.flags |= SLEEP_FORCED;
                disturb(&t, &seed);
                test_step_sleepers(fixture, &t);
                expect_islands(&t);
                slept += t.known.state.asleep > before;
                woke += t.known.state.asleep < before;
            }
            test_destroy_sleepers(&t);
        }
    munit_assert_uint32(slept, >, 20);
    munit_assert_uint32(woke, >, 20);
    return MUNIT_OK;
}

// All bodies in one row, contacts in this order and by these slots. Red when a hook is lost, or a thread gives up on
// the way.
static void row(test_gpu* gpu, uint32_t bodies, bool backwards, bool shuffled, bool restless)
{
    test_sleepers t;
    make(gpu, &t, bodies, bodies);
    uint32_t* slot = calloc(bodies, sizeof *slot);
    uint64_t seed  = bodies;
    for (uint32_t i = 0; i < bodies; ++i)
    {
        test_set_sleeper(&t, i, DYNAMIC);
        const uint32_t with = shuffled ? test_random(&seed) % (i + 1) : i;
        slot[i]             = slot[with];
        slot[with]          = i;
    }
    for (uint32_t i = 0; i + 1 < bodies; ++i)
    {
        const uint32_t k = backwards ? bodies - 2 - i : i;
        test_add_pair(&t, slot[k], slot[k + 1]);
    }
    if (restless) t.bodies.trait[slot[bodies / 3]].sleep_speed = 0.0f;
    for (uint32_t step = 0; step < 4; ++step)
        test_step_sleepers(gpu, &t);
    munit_assert_uint32(t.known.state.stuck, ==, 0);
    munit_assert_uint32(t.known.state.asleep, ==, restless ? 0 : bodies);
    if (!restless)
    {
        t.bodies.trait[slot[0]].tag &= ~(uint32_t)BODY_ASLEEP;
        t.step.flags = SLEEP_FORCED;
        test_step_sleepers(gpu, &t);
        munit_assert_uint32(t.known.state.awake, ==, bodies);
    }
    free(slot);
    test_destroy_sleepers(&t);
}

static MunitResult long_rows(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t bodies = 100000;
    row(fixture, bodies, false, false, false);
    row(fixture, bodies, true, false, false);
    row(fixture, bodies, false, true, false);
    row(fixture, bodies, true, true, true);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/long-rows", long_rows, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sleep_suite = { "/sleep", tests, NULL, 1, 0 };
