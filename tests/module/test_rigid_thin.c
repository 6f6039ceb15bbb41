// Thin things at thin walls, far faster than they are thick. Two that will meet are looked at where one has gone into
// the other by a hair (ahead_shared.h): a share of the margin, or a share of half of what the thinner one is thick, if
// that is less. A hair that leads past the other's middle makes the back of the wall the way out. So plates, beads and
// rods are sent at walls just thinner and just thicker than the thickness at which the two shares are equal, and far
// thinner. The share itself is tests/oracle/bounds.c's: walls hold up to eight times of it.
#include "rigid.h"

#include <math.h>

enum
{
    PHASES = 8, // gaps to begin with, so that the wall is met early and late in a step
    WALLS  = 8,
    SHAPES = 3,
    STEPS  = 12
};

static const float SPEED = 30.0f; // m/s: half a metre in a step
static const double DEEP = 1e-4;  // m; measured: less than 1e-7; who comes through is 5 m past the wall

// m, half of what a wall is thick, and half of what is sent at it. The shares are equal at 0.02 m, the contact margin.
static const float WALL[WALLS] = { 0.001f, 0.0015f, 0.002f, 0.005f, 0.019f, 0.021f, 0.001f, 0.04f };
static const float SENT[WALLS] = { 0.001f, 0.0015f, 0.002f, 0.005f, 0.019f, 0.021f, 0.04f, 0.001f };

// Of a shape whose thinnest half is t, seen along x: a plate, a bead or a rod across the way.
static massa_shape_desc thin_shape(uint32_t kind, float t)
{
    massa_shape_desc d = rigid_box(t);
    if (kind == 0) d.box.half = (massa_vec3){ t, 0.25f, 0.25f };
    if (kind == 1) d = rigid_sphere(t);
    if (kind == 2)
    {
        d.kind                = MASSA_SHAPE_CAPSULE;
        d.capsule.radius      = t;
        d.capsule.half_length = 0.25f;
    }
    return d;
}

// Red when a thin thing counts as thick: when its largest side is asked, or the hair does not shrink with the
// thickness.
static MunitResult walls_hold(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        COUNT = WALLS * PHASES
    };
    static rigid_state body[COUNT];
    for (uint32_t kind = 0; kind < SHAPES; ++kind)
    {
        massa_world_desc d = rigid_desc(COUNT + WALLS, 0);
        d.gravity          = (massa_vec3){ 0.0f, 0.0f, 0.0f };
        d.capacity.shapes  = 2 * WALLS;
        rigid_world s      = rigid_create(fixture, d);
        double past[WALLS];
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const uint32_t k            = i / PHASES;
            const massa_shape_desc sent = thin_shape(kind, SENT[k]);
            static massa_shape_id shape;
            if (i % PHASES == 0) shape = rigid_make(&s, &sent);
            const massa_vec3 at = { -1.0f - 0.5f * (float)(i % PHASES) / PHASES, 10.0f * (float)k,
                                    (float)(i % PHASES) };
            massa_body_desc b   = massa_default_body_desc();
            massa_body_id id;
            b.shape    = shape;
            b.position = at;
            b.velocity = (massa_vec3){ SPEED, 0.0f, 0.0f };
            b.mass     = 1.0f;
            b.locks    = 8 | 16 | 32; // it does not turn: how deep it is, is how far it went
            test_try(massa_create_body(s.world, &b, &id));
        }
        for (uint32_t k = 0; k < WALLS; ++k)
        {
            massa_shape_desc wall = rigid_box(1.0f);
            massa_body_desc b     = massa_default_body_desc();
            massa_body_id id;
            wall.box.half = (massa_vec3){ WALL[k], 4.0f, 20.0f };
            b.kind        = MASSA_BODY_STATIC;
            b.shape       = rigid_make(&s, &wall);
            b.position    = (massa_vec3){ 0.0f, 10.0f * (float)k, 0.0f };
            test_try(massa_create_body(s.world, &b, &id));
            past[k] = -1.0;
        }
        for (uint32_t step = 0; step < STEPS; ++step)
        {
            rigid_run(&s, 1);
            rigid_read(&s, body, COUNT);
            for (uint32_t i = 0; i < COUNT; ++i)
            {
                const double depth = body[i].position[0] + (double)SENT[i / PHASES] + (double)WALL[i / PHASES];
                past[i / PHASES]   = fmax(past[i / PHASES], depth);
            }
        }
        for (uint32_t k = 0; k < WALLS; ++k)
        {
            munit_logf(MUNIT_LOG_INFO, "shape %u, %g mm thick at %g mm thick: %.4f mm deep", kind,
                       2e3 * (double)SENT[k], 2e3 * (double)WALL[k], 1e3 * past[k]);
            munit_assert_double(past[k], <=, DEEP);
            munit_assert_double(past[k], >, -0.021); // it came: a margin away at most
        }
        rigid_destroy(&s);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/walls-hold", walls_hold, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_thin_suite = { "/rigid-thin", tests, NULL, 1, 0 };
