// Sleep against its twin, bit for bit: random islands over many steps of resting, moving, touching and editing, and
// rows so long that a careless tree would be as deep.
#include "sleepers.h"

#include <stdlib.h>
#include <string.h>

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
        const bool fast    = dynamic ? !quiet && test_random(seed) % (n + 4) < 3 : test_random(seed) % 3 == 0;
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
                if (step % 9 == 0) random_pairs(&t, size[k], &seed), t.step.flags |= SLEEP_FORCED | SLEEP_PARTED;
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

static uint32_t order_of(uint32_t slot)
{
    uint32_t h = slot * 0x9E3779B1u;
    h          = (h ^ h >> 15) * 0x2C1B3C6Du;
    h          = (h ^ h >> 13) * 0x85EBCA77u;
    return h ^ h >> 16;
}

static int by_order(const void* a, const void* b)
{
    const uint32_t x = order_of(*(const uint32_t*)a), y = order_of(*(const uint32_t*)b);
    return x < y ? -1 : x > y;
}

// A row made by somebody who knows the order in which trees are hooked, from its late end: as deep as it is long, where
// threads come one after another. Red when a thread goes on for ever, or part of an island falls asleep.
static MunitResult deepest_tree(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t bodies = SLEEP_CLIMB + 4000;
    test_sleepers t;
    make(fixture, &t, bodies, bodies);
    uint32_t* slot = calloc(bodies, sizeof *slot);
    for (uint32_t i = 0; i < bodies; ++i)
        slot[i] = i, test_set_sleeper(&t, i, DYNAMIC);
    qsort(slot, bodies, sizeof *slot, by_order);
    for (uint32_t i = bodies - 1; i > 0; --i)
        test_add_pair(&t, slot[i - 1], slot[i]);
    for (uint32_t step = 0; step < 2; ++step)
        test_step_sleepers(fixture, &t);
    test_run_sleepers(fixture, &t);
    sleep_state found;
    test_download(fixture, t.sleep.state, &found, sizeof found);
    munit_logf(MUNIT_LOG_INFO, "stuck %u, asleep %u", found.stuck, found.asleep);
    munit_assert_uint32(found.asleep, ==, found.stuck != 0 ? 0 : bodies);
    munit_assert_uint32(found.awake, ==, bodies - found.asleep);
    if (test_is_lavapipe25()) munit_assert_uint32(found.stuck, ==, 1);
    free(slot);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a state that steps could not have left is accepted, or one that they could is not.
static MunitResult forged(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        A,
        C,
        D,
        BODIES
    };
    test_sleepers t;
    make(gpu, &t, BODIES, BODIES);
    for (uint32_t i = 0; i < BODIES; ++i)
        test_set_sleeper(&t, i, DYNAMIC);
    test_add_pair(&t, A, D);
    test_set_speed(&t, C, 1.0f);
    for (uint32_t step = 0; step < 3; ++step)
        test_step_sleepers(gpu, &t);
    const uint64_t size = gpu->arena.peak[MAS_STATE];
    uint8_t* state      = malloc(size);
    for (uint32_t n = 0; n < 9; ++n)
    {
        const mas_span trait = t.array.array.trait;
        memset(state, 0, size);
        memcpy(state + t.sleep.body.offset, t.known.body, BODIES * sizeof *t.known.body);
        memcpy(state + t.sleep.state.offset, &t.known.state, sizeof t.known.state);
        memcpy(state + trait.offset, t.bodies.trait, BODIES * sizeof *t.bodies.trait);
        sleep_body* body   = (sleep_body*)(state + t.sleep.body.offset);
        sleep_state* world = (sleep_state*)(state + t.sleep.state.offset);
        body_trait* bodies = (body_trait*)(state + trait.offset);
        switch (n)
        {
        case 1: body[A].island = BODIES + 1; break;
        case 2: body[A].island = 0; break; // asleep without an island
        case 3: body[C].island = 1; break; // the other way round
        case 4: body[D].mark = 1; break;
        case 5: body[D].rest = -1.0f; break;
        case 6: ++world->asleep; break;
        case 7: --world->awake; break;
        case 8: bodies[D].tag &= ~(uint32_t)BODY_ASLEEP; break;
        default: break;
        }
        munit_assert_int(mas_sleep_sound(&t.sleep, state, trait, BODIES), ==, n == 0);
    }
    free(state);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// A world whose bodies do not meet has joints only. Red when sleep needs pairs.
static MunitResult without_pairs(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    const uint32_t bodies = 5;
    test_sleepers t;
    test_plan_sleepers(gpu, &t, bodies, bodies);
    t.from = (mas_sleep_sources){ .joint = t.from.joint };
    test_allocate(gpu);
    test_create_sleepers(gpu, &t);
    for (uint32_t i = 0; i < bodies; ++i)
        test_set_sleeper(&t, i, DYNAMIC);
    test_add_joint(&t, 1, 2);
    test_upload_bodies(gpu, &t.array, &t.bodies);
    test_upload(gpu, t.from.joint, t.touching.joint, sizeof *t.touching.joint);
    test_upload(gpu, t.sleep.body, t.known.body, bodies * sizeof *t.known.body);
    test_upload(gpu, t.sleep.state, &t.known.state, sizeof t.known.state);
    for (uint32_t i = 0; i < 3; ++i)
    {
        t.step.flags = SLEEP_FORCED | SLEEP_CHANGED;
        test_run_sleepers(gpu, &t);
    }
    sleep_state found;
    test_download(gpu, t.sleep.state, &found, sizeof found);
    munit_assert_uint32(found.asleep, ==, bodies);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/long-rows", long_rows, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/deepest-tree", deepest_tree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/forged", forged, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/without-pairs", without_pairs, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sleep_suite = { "/sleep", tests, NULL, 1, 0 };
