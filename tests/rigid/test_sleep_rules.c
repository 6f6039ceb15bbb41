// The rules of sleep in scenes made by hand: expected values are written down, not the twin's (which is compared as
// well).
#include "sleepers.h"

enum
{
    STATIC    = BODY_ALIVE | BODY_STATIC,
    KINEMATIC = BODY_ALIVE | BODY_MOVES,
    DYNAMIC   = BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC,
    FLOOR     = 0,
    A         = 1,
    B         = 2,
    C         = 3,
    D         = 4,
    BODIES    = 5,
    ROOM      = 16,
    REST      = 3, // steps of 1/60 s in 0.05 s
};

// A static floor, two bodies on it in contact, and two that touch nobody: C flies, D stands alone on the floor.
static void make(test_gpu* gpu, test_sleepers* t)
{
    test_plan_sleepers(gpu, t, BODIES, ROOM);
    test_allocate(gpu);
    test_create_sleepers(gpu, t);
    test_set_sleeper(t, FLOOR, STATIC);
    for (uint32_t i = A; i < BODIES; ++i)
        test_set_sleeper(t, i, DYNAMIC);
    test_set_speed(t, C, 1.0f);
    test_add_pair(t, FLOOR, A);
    test_add_pair(t, A, B);
    test_add_pair(t, FLOOR, D);
}

static void steps(test_gpu* gpu, test_sleepers* t, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        test_step_sleepers(gpu, t);
}

static void edit(test_sleepers* t, uint32_t slot) // as apply leaves the body
{
    t->bodies.trait[slot].tag &= ~(uint32_t)BODY_ASLEEP;
    t->step.flags |= SLEEP_FORCED;
}

static void expect_asleep(const test_sleepers* t, bool a, bool b, bool c, bool d)
{
    munit_assert_int(test_sleeps(t, A), ==, a);
    munit_assert_int(test_sleeps(t, B), ==, b);
    munit_assert_int(test_sleeps(t, C), ==, c);
    munit_assert_int(test_sleeps(t, D), ==, d);
    munit_assert_uint32(t->known.state.asleep, ==, a + b + c + d);
    munit_assert_uint32(t->known.state.awake, ==, 4u - (a + b + c + d));
}

// Red when sleep comes before or after its time, the floor makes one island of all, or somebody falls asleep alone.
static MunitResult islands(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    steps(fixture, &t, REST - 1);
    expect_asleep(&t, false, false, false, false);
    test_set_speed(&t, B, 0.051f); // a moment too fast
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, true);
    test_set_speed(&t, B, 0.049f);
    steps(fixture, &t, REST - 1);
    expect_asleep(&t, false, false, false, true);
    steps(fixture, &t, 1);
    expect_asleep(&t, true, true, false, true);
    munit_assert_float(t.bodies.motion[B].velocity.y, ==, 0.0f);
    munit_assert_uint32(t.known.body[A].island, ==, t.known.body[B].island);
    munit_assert_uint32(t.known.body[A].island, !=, t.known.body[D].island);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when turning does not count, or counts for another lever.
static MunitResult turning(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    // A cube of 1 m and 1 kg has 1/6 kg m^2; its mass turns at sqrt(1/6) m w in the mean, 3 times that in squares.
    const float limit             = 0.05f / 0.70710678f / 6.0f;
    t.bodies.motion[A].momentum.x = limit * 1.01f;
    t.bodies.motion[D].momentum.z = limit * 0.99f;
    steps(fixture, &t, REST);
    expect_asleep(&t, false, false, false, true);
    munit_assert_float(t.bodies.motion[D].momentum.z, ==, 0.0f);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when who never sleeps is alone with it, or a resting world stops anybody from sleeping.
static MunitResult never(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    t.bodies.trait[B].sleep_speed = 0.0f;
    steps(fixture, &t, 2 * REST);
    expect_asleep(&t, false, false, false, true);
    t.bodies.trait[B].sleep_speed = 0.05f;
    t.step.flags                  = SLEEP_WAKE_ALL;
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    for (uint32_t i = 0; i < 2 * REST; ++i)
    {
        t.step.flags = SLEEP_NEVER; // the world's setting
        steps(fixture, &t, 1);
    }
    expect_asleep(&t, false, false, false, false);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when an island on something that a host moves falls asleep, or does not when that has stopped; when a body that
// stands links those on it; or when setting it moving again leaves them.
static MunitResult kinematic(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    test_set_sleeper(&t, FLOOR, KINEMATIC);
    test_set_speed(&t, FLOOR, 0.001f);
    steps(fixture, &t, 2 * REST);
    expect_asleep(&t, false, false, false, false);
    munit_assert_uint32(t.known.state.moving, ==, 1);
    test_set_speed(&t, FLOOR, 0.0f);
    steps(fixture, &t, 1);
    expect_asleep(&t, true, true, false, true); // they had rested all the time
    munit_assert_uint32(t.known.body[A].island, !=, t.known.body[D].island);
    test_set_speed(&t, FLOOR, 0.001f);
    t.step.flags = SLEEP_FORCED;
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a touch wakes one body and not its island, wakes it a step late, wakes a neighbour that only the woken ones
// touch in the same step or never, or when the woken ones' rest goes on from where it was.
static MunitResult chain_of_waking(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, false, true);
    // D comes to touch B without anybody seeing it: only the next step's contacts tell.
    const uint32_t late   = test_add_pair(&t, B, D);
    const pair_cache seen = {
        .a = B, .b = D, .stamp_a = t.touching.collider[B].stamp, .stamp_b = t.touching.collider[D].stamp
    };
    t.touching.record[late]            = seen;
    t.touching.records                 = late + 1;
    const uint32_t landing             = test_add_pair(&t, A, C);
    t.touching.manifold[landing].flags = 0; // within the margin, not touching yet
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, true);
    munit_assert_float(t.known.body[A].rest, ==, t.step.dt);
    munit_assert_uint32(t.touching.contacts, ==, 4); // all of the woken ones', at once
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    test_set_speed(&t, C, 0.0f);
    steps(fixture, &t, REST - 1);
    expect_asleep(&t, false, false, false, false);
    steps(fixture, &t, 1);
    expect_asleep(&t, true, true, true, true); // all four are one island now
    munit_assert_uint32(t.known.body[A].island, ==, t.known.body[D].island);
    munit_assert_uint32(t.known.body[A].island, ==, t.known.body[C].island);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a sensor wakes or links.
static MunitResult sensors(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    t.touching.manifold[test_add_pair(&t, A, C)].flags |= MANIFOLD_SENSOR;
    t.touching.manifold[test_add_pair(&t, B, D)].flags |= MANIFOLD_SENSOR;
    steps(fixture, &t, 2 * REST);
    expect_asleep(&t, true, true, false, true);
    munit_assert_uint32(t.known.body[B].island, !=, t.known.body[D].island);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when an edited or destroyed body leaves its island asleep, when a floor that is moved or taken away does, or when
// something that is put into a sleeper does not wake it.
static MunitResult edits(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    steps(fixture, &t, REST);
    edit(&t, B);
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, true);
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, false, true);

    ++t.touching.collider[FLOOR].stamp; // moved: A and D leant on it
    t.step.flags = SLEEP_FORCED | SLEEP_CHANGED;
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, false, true);

    const uint32_t pushed = test_add_pair(&t, FLOOR, B); // the floor was put into B; nobody leant on it there
    t.step.flags          = SLEEP_FORCED;
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, true);
    t.touching.manifold[pushed].count = 0;
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, false, true);

    test_set_sleeper(&t, A, 0); // destroyed; B leant on it
    t.touching.pairs       = 1;
    t.touching.manifold[0] = (manifold){ .a = FLOOR, .b = D, .count = 1, .flags = MANIFOLD_TOUCHES };
    t.touching.records     = 0;
    t.step.flags           = SLEEP_FORCED;
    steps(fixture, &t, 1);
    munit_assert_false(test_sleeps(&t, B));
    munit_assert_uint32(t.known.body[A].island, ==, 0);
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a new body in an old slot inherits the time that the old one rested.
static MunitResult new_in_old_slot(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    steps(fixture, &t, REST - 1);
    test_set_sleeper(&t, D, DYNAMIC);
    t.step.flags = SLEEP_FORCED;
    steps(fixture, &t, REST - 1);
    munit_assert_true(test_sleeps(&t, A));
    munit_assert_false(test_sleeps(&t, D));
    steps(fixture, &t, 1);
    munit_assert_true(test_sleeps(&t, D));
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a joint does not link, the world's end of one does, or pulling a sleeper by a joint leaves it asleep.
static MunitResult joints(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    test_add_joint(&t, B, D);
    test_add_joint(&t, D, 0xFFFFFFFFu);
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, false, true);
    munit_assert_uint32(t.known.body[A].island, ==, t.known.body[D].island);
    test_add_joint(&t, C, D);
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    test_set_speed(&t, C, 0.0f);
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, true, true);
    test_set_sleeper(&t, FLOOR, KINEMATIC);
    test_set_speed(&t, FLOOR, 1.0f);
    t.touching.pairs = 0;
    test_add_joint(&t, C, FLOOR);
    t.step.flags = SLEEP_FORCED;
    steps(fixture, &t, 1);
    expect_asleep(&t, false, false, false, false);
    steps(fixture, &t, 2 * REST);
    expect_asleep(&t, true, false, false, false); // no contact links A any more
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a joint that is set anew, destroyed or made leaves those asleep that it held or holds, or wakes others.
static MunitResult parted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_sleepers t;
    make(fixture, &t);
    test_set_speed(&t, C, 0.0f);
    test_add_joint(&t, B, D);
    t.step.flags |= SLEEP_PARTED;
    steps(fixture, &t, REST);
    expect_asleep(&t, true, true, true, true);
    for (uint32_t n = 0; n < 3; ++n)
    {
        joint_data* j = &t.touching.joint[0];
        if (n == 0) ++j->stamp;
        if (n == 1) *j = (joint_data){ 0 };
        if (n == 2) *j = (joint_data){ .kind = JOINT_BALL, .a = C, .b = 0xFFFFFFFFu, .life = 2 };
        t.step.flags = SLEEP_FORCED | SLEEP_PARTED;
        steps(fixture, &t, 1);
        expect_asleep(&t, n == 2, n == 2, n != 2, n == 2); // A lies on B
        steps(fixture, &t, REST);
        expect_asleep(&t, true, true, true, true);
    }
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

// Red when a world at rest still asks other stages to walk over its bodies, or a step with an edit does not.
static MunitResult nobody_awake(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_sleepers t;
    make(gpu, &t);
    test_set_speed(&t, C, 0.0f);
    steps(gpu, &t, REST);
    expect_asleep(&t, true, true, true, true);
    for (uint32_t n = 0; n < 3; ++n)
    {
        t.step.flags = n == 2 ? SLEEP_FORCED : 0;
        steps(gpu, &t, 1);
        sleep_header all[SLEEP_LISTS];
        test_download(gpu, t.sleep.all, all, sizeof all);
        for (uint32_t k = 0; k < SLEEP_LISTS; ++k)
            if (n < 2) munit_assert_uint32(all[k].list.group_x, ==, 0);
        if (n == 2) munit_assert_uint32(all[SLEEP_BODIES].list.count, ==, BODIES);
        expect_asleep(&t, true, true, true, true);
    }
    test_destroy_sleepers(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/islands", islands, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/turning", turning, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/never", never, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/kinematic", kinematic, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/chain-of-waking", chain_of_waking, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sensors", sensors, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/edits", edits, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/new-in-old-slot", new_in_old_slot, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/joints", joints, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/parted", parted, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nobody-awake", nobody_awake, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_sleep_rules_suite = { "/sleep_rules", tests, NULL, 1, 0 };
