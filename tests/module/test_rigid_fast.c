// Bodies that go farther in a step than the contact margin: they stop at surfaces and not in them, do not pass through
// thin walls, and are not stopped by what they pass.
#include "rigid.h"

#include <math.h>
#include <stdlib.h>

enum
{
    PHASES  = 8,  // gaps to begin with, so that surfaces are met early and late in a step
    LANDING = 40, // steps
    BLOW    = 12, // after a blow the two soon part
    SHAPES  = 4,
    LANES   = 2 * SHAPES,
    ROW     = 48, // boxes side by side
};

static const float SPEED = 30.0f; // m/s: half a metre in a step
static const double DEEP = 0.003; // m; landings with 0.2 m/s sink in by 0.1 mm, a capsule with 30 m/s by 2.3 mm

typedef struct lander
{
    massa_shape_id shape;
    massa_quat rotation;
    float below; // m, from its centre to its lowest point
} lander;

static void make_landers(rigid_world* s, lander out[SHAPES], float friction)
{
    static const massa_quat upright = { 0.0f, 0.0f, 0.0f, 1.0f }, lying = { 0.0f, 0.0f, 0.70710678f, 0.70710678f };
    massa_vec3 point[12]; // a hexagonal prism
    for (uint32_t i = 0; i < 12; ++i)
    {
        static const float x[6] = { 0.5f, 0.25f, -0.25f, -0.5f, -0.25f, 0.25f };
        static const float z[6] = { 0.0f, 0.4f, 0.4f, 0.0f, -0.4f, -0.4f };
        point[i]                = (massa_vec3){ x[i % 6], i < 6 ? -0.4f : 0.4f, z[i % 6] };
    }
    massa_shape_desc box = rigid_box(0.5f), ball = rigid_sphere(0.5f), capsule = massa_default_shape_desc();
    massa_shape_desc hull            = massa_default_shape_desc();
    capsule.kind                     = MASSA_SHAPE_CAPSULE;
    hull.kind                        = MASSA_SHAPE_HULL;
    hull.hull.points                 = point;
    hull.hull.count                  = 12;
    massa_shape_desc* all[SHAPES]    = { &box, &ball, &capsule, &hull };
    static const float below[SHAPES] = { 0.5f, 0.5f, 0.25f, 0.4f };
    for (uint32_t i = 0; i < SHAPES; ++i)
    {
        all[i]->friction = friction;
        out[i]           = (lander){ rigid_make(s, all[i]), i == 2 ? lying : upright, below[i] };
    }
}

static massa_body_id put(rigid_world* s, const lander* l, massa_vec3 position, massa_vec3 velocity)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.shape    = l->shape;
    d.rotation = l->rotation;
    d.position = position;
    d.velocity = velocity;
    test_try(massa_create_body(s->world, &d, &id));
    return id;
}

static void put_static(rigid_world* s, massa_shape_id shape, float x, float y, float z)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.kind     = MASSA_BODY_STATIC;
    d.shape    = shape;
    d.position = (massa_vec3){ x, y, z };
    test_try(massa_create_body(s->world, &d, &id));
}

static float phase(uint32_t k)
{
    return 1.0f + 0.5f * (float)k / PHASES; // m above
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// How deep the deepest of count bodies sits below what it falls onto, over all the steps.
static double deepest(rigid_world* s, const double* lowest, uint32_t first, uint32_t count, uint32_t steps)
{
    rigid_state* body = calloc(first + count, sizeof *body);
    double deep       = -1.0;
    for (uint32_t step = 0; step < steps; ++step)
    {
        rigid_run(s, 1);
        rigid_read(s, body, first + count);
        for (uint32_t i = 0; i < count; ++i)
            deep = larger(deep, lowest[i] - body[first + i].position[1]);
    }
    free(body);
    return deep;
}

// Every shape onto the ground, and onto a shelf of 0.2 m, with 30 m/s.
// Red when points are dropped that a step brings together, or boxes do not cover the way.
static MunitResult landing(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float speed[2] = { 0.2f, 30.0f };
    double deep[2][2][SHAPES];
    for (uint32_t shelf = 0; shelf < 2; ++shelf)
        for (uint32_t fast = 0; fast < 2; ++fast)
            for (uint32_t k = 0; k < SHAPES; ++k)
            {
                rigid_world s = rigid_create(fixture, rigid_desc(PHASES + 2, 0));
                lander all[SHAPES];
                double lowest[PHASES];
                massa_shape_desc slab = rigid_box(0.1f);
                slab.box.half         = (massa_vec3){ 100.0f, 0.1f, 100.0f };
                make_landers(&s, all, 0.6f);
                for (uint32_t i = 0; i < PHASES; ++i)
                {
                    const float gap = fast ? phase(i) : 0.01f * phase(i);
                    lowest[i]       = (double)all[k].below + (shelf ? 5.0 : 0.0);
                    put(&s, &all[k], (massa_vec3){ 3.0f * (float)i, (float)lowest[i] + gap, 0.0f },
                        (massa_vec3){ 0.0f, -speed[fast], 0.0f });
                }
                if (shelf)
                    put_static(&s, rigid_make(&s, &slab), 0.0f, 4.9f, 0.0f);
                else
                    rigid_ground(&s, 0.6f, 0.0f);
                deep[shelf][fast][k] = deepest(&s, lowest, 0, PHASES, LANDING);
                rigid_destroy(&s);
            }
    for (uint32_t shelf = 0; shelf < 2; ++shelf)
        for (uint32_t k = 0; k < SHAPES; ++k)
            munit_logf(MUNIT_LOG_INFO, "%s, shape %u: deepest %.2f mm with 0.2 m/s, %.2f mm with 30 m/s",
                       shelf ? "shelf" : "ground", k, 1e3 * deep[shelf][0][k], 1e3 * deep[shelf][1][k]);
    for (uint32_t shelf = 0; shelf < 2; ++shelf)
        for (uint32_t k = 0; k < SHAPES; ++k)
        {
            munit_assert_double(deep[shelf][0][k], <=, DEEP);
            munit_assert_double(deep[shelf][1][k], <=, DEEP);
        }
    return MUNIT_OK;
}

// A cube with 30 m/s onto one that rests, and two that meet with 30 m/s each; the deepest overlap of the two in any
// step.
static MunitResult meeting(const MunitParameter params[], void* fixture)
{
    (void)params;
    double resting[2] = { -1.0, -1.0 }, flying[SHAPES] = { -1.0, -1.0, -1.0, -1.0 };
    rigid_state body[2 * PHASES];
    for (uint32_t fast = 0; fast < 2; ++fast)
    {
        rigid_world s = rigid_create(fixture, rigid_desc(2 * PHASES + 1, 0));
        lander all[SHAPES];
        make_landers(&s, all, 0.6f);
        for (uint32_t i = 0; i < PHASES; ++i)
        {
            const float x = 3.0f * (float)i, gap = fast ? phase(i) : 0.01f * phase(i);
            put(&s, &all[0], (massa_vec3){ x, 0.5f, 0.0f }, (massa_vec3){ 0.0f, 0.0f, 0.0f });
            put(&s, &all[0], (massa_vec3){ x, 1.5f + gap, 0.0f }, (massa_vec3){ 0.0f, fast ? -SPEED : -0.2f, 0.0f });
        }
        rigid_ground(&s, 0.6f, 0.0f);
        for (uint32_t step = 0; step < BLOW; ++step)
        {
            rigid_run(&s, 1);
            rigid_read(&s, body, 2 * PHASES);
            for (uint32_t i = 0; i < PHASES; ++i)
            {
                const double upper = body[2 * i + 1].position[1], lower = body[2 * i].position[1];
                resting[fast] = larger(resting[fast], larger(1.0 - (upper - lower), 0.5 - lower));
            }
        }
        rigid_destroy(&s);
    }
    for (uint32_t k = 0; k < 2; ++k) // cubes, balls
    {
        massa_world_desc d = rigid_desc(2 * PHASES, 0);
        d.gravity.y        = 0.0f;
        rigid_world s      = rigid_create(fixture, d);
        lander all[SHAPES];
        make_landers(&s, all, 0.6f);
        for (uint32_t i = 0; i < PHASES; ++i)
        {
            const float z = 3.0f * (float)i, x = 1.0f + 2.0f * phase(i);
            put(&s, &all[k], (massa_vec3){ 0.0f, 0.0f, z }, (massa_vec3){ SPEED, 0.0f, 0.0f });
            put(&s, &all[k], (massa_vec3){ x, 0.0f, z }, (massa_vec3){ -SPEED, 0.0f, 0.0f });
        }
        for (uint32_t step = 0; step < LANDING; ++step)
        {
            rigid_run(&s, 1);
            rigid_read(&s, body, 2 * PHASES);
            for (uint32_t i = 0; i < PHASES; ++i)
                flying[k] = larger(flying[k], 1.0 - (body[2 * i + 1].position[0] - body[2 * i].position[0]));
        }
        rigid_destroy(&s);
    }
    munit_logf(MUNIT_LOG_INFO,
               "onto a cube at rest: %.2f mm with 0.2 m/s, %.2f mm with 30 m/s; head on: cubes %.2f mm, balls %.2f mm",
               1e3 * resting[0], 1e3 * resting[1], 1e3 * flying[0], 1e3 * flying[1]);
    munit_assert_double(resting[1], <=, 0.015); // the blow goes on to the ground, a sweep a substep
    munit_assert_double(flying[0], <=, DEEP);
    munit_assert_double(flying[1], <=, DEEP);
    return MUNIT_OK;
}

// A rod of 2 m that spins with 15 and 30 rad/s about a level axis comes down onto the ground: its ends go with up to 30
// m/s.
static MunitResult spinning(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float half[3] = { 1.0f, 0.1f, 0.1f };
    rigid_world s              = rigid_create(fixture, rigid_desc(2 * PHASES + 1, 0));
    rigid_state body[2 * PHASES];
    massa_shape_desc rod       = rigid_box(0.1f);
    rod.box.half               = (massa_vec3){ half[0], half[1], half[2] };
    const massa_shape_id shape = rigid_make(&s, &rod);
    double deep                = -1.0;
    for (uint32_t i = 0; i < 2 * PHASES; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        massa_body_id id;
        d.shape            = shape;
        d.position         = (massa_vec3){ 4.0f * (float)i, 1.0f + phase(i % PHASES), 0.0f };
        d.angular_velocity = (massa_vec3){ 0.0f, 0.0f, i < PHASES ? 15.0f : 30.0f };
        test_try(massa_create_body(s.world, &d, &id));
    }
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t step = 0; step < 4 * LANDING; ++step)
    {
        rigid_run(&s, 1);
        rigid_read(&s, body, 2 * PHASES);
        for (uint32_t i = 0; i < 2 * PHASES; ++i)
        {
            const double *q = body[i].rotation, x = q[0], y = q[1], z = q[2], w = q[3];
            const double up[3] = { 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x) };
            const double down =
                fabs(up[0]) * (double)half[0] + fabs(up[1]) * (double)half[1] + fabs(up[2]) * (double)half[2];
            deep = larger(deep, down - body[i].position[1]);
        }
    }
    munit_logf(MUNIT_LOG_INFO, "spinning rods: deepest %.2f mm", 1e3 * deep);
    munit_assert_double(deep, <=, 0.04); // 231 mm without; arms are those of the step's beginning
    rigid_destroy(&s);
    return MUNIT_OK;
}

// Without friction over boxes side by side: whoever glides with 30 m/s goes on so, and does not jump.
// Red when a box is stopped by the side of the next one, which it would only brush.
static MunitResult gliding(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float speed[3]    = { 3.0f, 12.0f, 30.0f };
    static const uint32_t steps[3] = { 180, 150, 72 };
    // m/s lost where steps end just at the side of a box, before pairs were looked at ahead; there is no answer to
    // this.
    static const double most[3][SHAPES] = { { 2.72, 0.58, 0.73, 2.72 },
                                            { 8.35, 1.7, 0.01, 11.0 },
                                            { 19.0, 0.01, 0.01, 22.1 } };
    for (uint32_t v = 0; v < 3; ++v)
    {
        rigid_world s = rigid_create(fixture, rigid_desc(LANES * (ROW + 2), 0));
        lander all[SHAPES];
        rigid_state body[LANES];
        double highest[LANES]  = { 0.0 };
        massa_shape_desc block = rigid_box(0.5f);
        block.friction         = 0.0f;
        make_landers(&s, all, 0.0f);
        for (uint32_t k = 0; k < LANES; ++k) // in the first lanes steps end just where boxes do
            put(&s, &all[k % SHAPES], (massa_vec3){ k < SHAPES ? 0.0f : 0.13f, all[k % SHAPES].below, 4.0f * (float)k },
                (massa_vec3){ speed[v], 0.0f, 0.0f });
        const massa_shape_id shape = rigid_make(&s, &block);
        for (uint32_t k = 0; k < LANES; ++k)
            for (uint32_t i = 0; i < ROW; ++i)
                put_static(&s, shape, (float)i - 2.0f, -0.5f, 4.0f * (float)k);
        for (uint32_t step = 0; step < steps[v]; ++step)
        {
            rigid_run(&s, 1);
            rigid_read(&s, body, LANES);
            for (uint32_t k = 0; k < LANES; ++k)
                highest[k] = larger(highest[k], body[k].position[1] - (double)all[k % SHAPES].below);
        }
        for (uint32_t k = 0; k < LANES; ++k)
            munit_logf(MUNIT_LOG_INFO, "%g m/s, lane %u: lost %.3f m/s, went %.2f m, jumped %.2f mm", (double)speed[v],
                       k, (double)speed[v] - body[k].velocity[0], body[k].position[0], 1e3 * highest[k]);
        for (uint32_t k = 0; k < LANES; ++k)
        {
            const double lost = (double)speed[v] - body[k].velocity[0];
            munit_assert_double(lost, <=, k < SHAPES ? most[v][k] : k % SHAPES == 0 || k % SHAPES == 3 ? 0.01 : 0.5);
        }
        rigid_destroy(&s);
    }
    return MUNIT_OK;
}

// Nobody is touched by what flies past it, 25 mm away, with 30 m/s.
static MunitResult passing(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = rigid_desc(2 * SHAPES * PHASES, 0);
    d.gravity.y        = 0.0f;
    rigid_world s      = rigid_create(fixture, d);
    rigid_state body[2 * SHAPES * PHASES];
    lander all[SHAPES];
    double worst = 0.0;
    make_landers(&s, all, 0.6f);
    for (uint32_t k = 0; k < SHAPES; ++k)
        for (uint32_t i = 0; i < PHASES; ++i)
        {
            const float side = k == 2 ? 0.525f : k == 3 ? 0.825f : 1.025f; // from centre to centre: 25 mm between them
            const float x = 8.0f * (float)k, z = 8.0f * (float)i;
            put(&s, &all[k], (massa_vec3){ x, 0.0f, z }, (massa_vec3){ 0.0f, 0.0f, 0.0f });
            put(&s, &all[k], (massa_vec3){ x, side, z - 1.0f - phase(i) }, (massa_vec3){ 0.0f, 0.0f, SPEED });
        }
    rigid_run(&s, 10);
    rigid_read(&s, body, 2 * SHAPES * PHASES);
    for (uint32_t i = 0; i < SHAPES * PHASES; ++i)
    {
        const double *still = body[2 * i].velocity, *gone = body[2 * i + 1].velocity;
        const double off = rigid_length(still) + fabs(gone[0]) + fabs(gone[1]) + fabs(gone[2] - (double)SPEED);
        if (off > 1e-5) munit_logf(MUNIT_LOG_INFO, "shape %u, phase %u: %.4f m/s", i / PHASES, i % PHASES, off);
        worst = larger(worst, off);
    }
    munit_logf(MUNIT_LOG_INFO, "passing: changed by %.5f m/s", worst);
    rigid_destroy(&s);
    munit_assert_double(worst, <=, 1e-5);
    return MUNIT_OK;
}

// Two that rested near each other, with nothing between them to remember, and one is sent off with 30 m/s.
// Red when pairs that do not touch are recycled however fast they come.
static MunitResult starting(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = rigid_desc(2 * SHAPES, 0);
    d.gravity.y        = 0.0f;
    rigid_world s      = rigid_create(fixture, d);
    rigid_state body[2 * SHAPES];
    massa_body_id sent[SHAPES];
    lander all[SHAPES];
    make_landers(&s, all, 0.6f);
    for (uint32_t k = 0; k < SHAPES; ++k)
    {
        const massa_vec3 still = { 0.0f, 0.0f, 0.0f };
        put(&s, &all[k], (massa_vec3){ 5.0f * (float)k, 0.0f, 0.0f }, still);
        sent[k] = put(&s, &all[k], (massa_vec3){ 5.0f * (float)k, 2.0f * all[k].below + 0.03f, 0.0f }, still);
    }
    rigid_run(&s, 4);
    for (uint32_t k = 0; k < SHAPES; ++k)
        test_try(massa_body_set_velocity(s.world, sent[k], (massa_vec3){ 0.0f, -SPEED, 0.0f }));
    rigid_run(&s, 1);
    rigid_read(&s, body, 2 * SHAPES);
    for (uint32_t k = 0; k < SHAPES; ++k)
    {
        const double apart = body[2 * k + 1].position[1] - body[2 * k].position[1] - 2.0 * (double)all[k].below;
        munit_logf(MUNIT_LOG_INFO, "shape %u: %.2f mm apart", k, 1e3 * apart);
        munit_assert_double(apart, >=, -DEEP);
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/landing", landing, api_setup, wrapper_tear_down, 0, NULL },
    { "/meeting", meeting, api_setup, wrapper_tear_down, 0, NULL },
    { "/spinning", spinning, api_setup, wrapper_tear_down, 0, NULL },
    { "/gliding", gliding, api_setup, wrapper_tear_down, 0, NULL },
    { "/starting", starting, api_setup, wrapper_tear_down, 0, NULL },
    { "/passing", passing, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_fast_suite = { "/rigid-fast", tests, NULL, 1, 0 };
