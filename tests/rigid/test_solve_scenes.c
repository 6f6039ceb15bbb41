// What contacts mean: things stand, slide, roll and bounce as physics says. In plain C, with the solver's twin, which
// has the kernels' bits (test_solve.c).
#include "oracle/quaternion.h"
#include "oracle/vec.h"
#include "plain.h"

#include <math.h>
#include <munit.h>

static const mas_vec4 CUBE = { 0.5f, 0.5f, 0.5f, 0.0f };
static const mas_vec4 BALL = { 0.5f, 0.0f, 0.0f, 0.0f };

static void add_floor(plain_world* w)
{
    plain_add(w, &(plain_body){ .kind = COLLIDER_PLANE, .friction = 0.6f });
}

static uint32_t add_cube(plain_world* w, float mass, float x, float y)
{
    return plain_add(
        w, &(plain_body){ .kind = COLLIDER_BOX, .size = CUBE, .mass = mass, .x = x, .y = y, .friction = 0.6f });
}

static float speed_of(const plain_world* w, uint32_t i)
{
    return oracle_length3(vec_of(w->body.motion[i].velocity));
}

static void run(plain_world* w, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; ++i)
        plain_step(w);
}

typedef struct rest // of bodies 1 and up: how far they went sideways, and how fast they still are
{
    float drift, speed; // m, the largest; m/s, the mean
} rest;

static rest run_and_look(plain_world* w, uint32_t steps)
{
    mas_vec4 start[512];
    rest r = { 0.0f, 0.0f };
    munit_assert_uint32(w->bodies, <=, 512);
    for (uint32_t i = 1; i < w->bodies; ++i)
        start[i] = w->body.pose[i].position;
    run(w, steps);
    for (uint32_t i = 1; i < w->bodies; ++i)
    {
        const mas_vec4 x = w->body.pose[i].position;
        r.drift          = larger_of(r.drift, hypotf(x.x - start[i].x, x.z - start[i].z));
        r.speed += speed_of(w, i) / (float)(w->bodies - 1);
    }
    return r;
}

static void expect_stack(uint32_t count, float drift, float speed)
{
    plain_world w = plain_create(count + 1, 8 * count);
    add_floor(&w);
    for (uint32_t i = 0; i < count; ++i)
        add_cube(&w, 1000.0f, i % 2 == 1 ? 0.02f : 0.0f, 0.5f + (float)i);
    const rest r = run_and_look(&w, 400);
    munit_logf(MUNIT_LOG_INFO, "stack of %u: drift %g m, mean speed %g m/s", count, (double)r.drift, (double)r.speed);
    munit_assert_float(r.drift, <, drift);
    munit_assert_float(r.speed, <, speed);
    plain_destroy(&w);
}

// Seen: 0.01 mm and 0; 2 mm and 1 mm/s; 13 mm and 0.9 mm/s.
static MunitResult stacks(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    expect_stack(1, 1e-4f, 1e-5f);
    expect_stack(10, 5e-3f, 2e-3f);
    expect_stack(30, 0.05f, 3e-3f);
    return MUNIT_OK;
}

// A wall one cube thick, with gaps between neighbours: it sways where contacts are damped too much (10 instead of 4).
// Seen: 2 mm, 2 um/s; 8 mm, 0.5 mm/s.
static MunitResult walls(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t base = 10; base <= 20; base += 10)
    {
        plain_world w = plain_create(base * base, 8 * base * base);
        add_floor(&w);
        for (uint32_t row = 0; row < base; ++row)
            for (uint32_t i = 0; i < base - row; ++i)
                add_cube(&w, 1000.0f, ((float)i + 0.5f * (float)row) * 1.05f, 0.5f + (float)row);
        const rest r = run_and_look(&w, 400);
        munit_logf(MUNIT_LOG_INFO, "wall of %u: drift %g m, mean speed %g m/s", base, (double)r.drift, (double)r.speed);
        munit_assert_float(r.drift, <, 0.02f);
        munit_assert_float(r.speed, <, 1e-3f);
        plain_destroy(&w);
    }
    return MUNIT_OK;
}

// A box on a slope stays below the angle of friction and slides above it, with the acceleration g (sin - mu cos).
static MunitResult slopes(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const float friction[] = { 0.2f, 0.5f, 0.6f, 1.0f }, part[] = { 0.97f, 1.03f, 1.2f };
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t k = 0; k < 3; ++k)
        {
            const float mu = friction[i], angle = atanf(mu * part[k]);
            const mas_vec4 turn     = { 0.0f, 0.0f, sinf(0.5f * angle), cosf(0.5f * angle) };
            const oracle_vec3 place = oracle_quaternion_rotate(turn, (oracle_vec3){ 0.0f, 0.25f, 0.0f });
            plain_world w           = plain_create(2, 4);
            plain_add(&w, &(plain_body){ .kind = COLLIDER_PLANE, .friction = mu, .rotation = turn });
            plain_add(&w, &(plain_body){ .kind     = COLLIDER_BOX,
                                         .size     = { 0.5f, 0.25f, 0.5f, 0.0f },
                                         .mass     = 100.0f,
                                         .x        = place.x,
                                         .y        = place.y,
                                         .rotation = turn,
                                         .friction = mu });
            run(&w, 120);
            const float speed = 20.0f * (sinf(angle) - mu * cosf(angle));
            if (part[k] < 1.0f)
                munit_assert_float(speed_of(&w, 1), <, 1e-4f);
            else
                munit_assert_float(fabsf(speed_of(&w, 1) - speed), <, 0.05f * speed);
            plain_destroy(&w);
        }
    return MUNIT_OK;
}

// The highest point after the first bounce, above rest.
static float rebound(uint32_t kind, float e, float height, uint32_t substeps)
{
    plain_world w = plain_create(2, 4);
    float top = 0.0f, last = 0.0f;
    bool hit   = false;
    w.substeps = substeps;
    add_floor(&w);
    plain_add(&w, &(plain_body){ .kind        = kind,
                                 .size        = kind == COLLIDER_BOX ? CUBE : BALL,
                                 .mass        = 10.0f,
                                 .y           = 0.5f + height,
                                 .friction    = 0.6f,
                                 .restitution = e });
    for (uint32_t i = 0; i < 200; ++i)
    {
        plain_step(&w);
        const float v = w.body.motion[1].velocity.y;
        if (hit && last > 0.0f && v <= 0.0f) break; // over the top
        hit  = hit || v >= -1e-3f;
        last = v;
        if (hit) top = larger_of(top, w.body.pose[1].position.y - 0.5f);
    }
    plain_destroy(&w);
    return top;
}

// Balls and boxes rise to e^2 of the height they fell from, whenever in a step they hit, or not at all.
static MunitResult rebounds(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const float coefficient[] = { 0.25f, 0.5f, 0.75f, 1.0f }, height[] = { 1.0f, 1.37f, 2.05f };
    for (uint32_t kind = COLLIDER_BOX; kind <= COLLIDER_SPHERE; ++kind)
        for (uint32_t h = 0; h < 3; ++h)
        {
            // Sweeps undo the blow that a substep is warm-started with, but for a twelfth of a box's speed.
            munit_assert_float(rebound(kind, 0.0f, height[h], 4), <, kind == COLLIDER_BOX ? 1.5e-2f : 2e-3f);
            for (uint32_t i = 0; i < 4; ++i)
            {
                const float e = coefficient[i], due = e * e * height[h], top = rebound(kind, e, height[h], 4);
                munit_assert_float(fabsf(top - due), <, 0.01f * due);
                munit_assert_float(fabsf(rebound(kind, e, height[h], 1) - due), <, 0.03f * due);
            }
        }
    return MUNIT_OK;
}

// Balls in a row hand a blow on: as many leave at the end as came, with their speed.
static MunitResult cradles(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t hitters = 1; hitters <= 3; ++hitters)
    {
        plain_world w = plain_create(5, 16);
        w.gravity[1]  = 0.0f;
        for (uint32_t i = 0; i < 5; ++i)
        {
            plain_add(&w, &(plain_body){ .kind        = COLLIDER_SPHERE,
                                         .size        = BALL,
                                         .mass        = 10.0f,
                                         .x           = (float)i - (i < hitters ? 0.5f : 0.0f),
                                         .restitution = 1.0f });
            if (i < hitters) plain_set_velocity(&w, i, (oracle_vec3){ 3.0f, 0.0f, 0.0f }, (oracle_vec3){ 0 });
        }
        run(&w, 60);
        for (uint32_t i = 0; i < 5; ++i)
            munit_assert_float(fabsf(w.body.motion[i].velocity.x - (i + hitters >= 5 ? 3.0f : 0.0f)), <, 1e-3f);
        plain_destroy(&w);
    }
    return MUNIT_OK;
}

// A box put on a running belt comes up to its speed, after the way that friction takes for it.
static MunitResult belts(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    plain_world w = plain_create(2, 4);
    plain_add(&w, &(plain_body){ .kind     = COLLIDER_BOX,
                                 .size     = { 50.0f, 0.5f, 2.0f, 0.0f },
                                 .y        = -0.5f,
                                 .friction = 0.6f,
                                 .surface  = { 3.0f, 0.0f, 0.0f, 0.0f } });
    add_cube(&w, 100.0f, 0.0f, 0.5f);
    run(&w, 120);
    munit_assert_float(fabsf(w.body.motion[1].velocity.x - 3.0f), <, 1e-3f);
    munit_assert_float(fabsf(w.body.pose[1].position.x - (3.0f * 2.0f - 3.0f * 3.0f / 12.0f)), <, 0.03f);
    plain_destroy(&w);
    return MUNIT_OK;
}

// A ball rolls on for ever, or is slowed down by g lever / (1.4 radius) until it stands.
static MunitResult rolling(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t i = 0; i < 3; ++i)
    {
        const float lever = 0.02f * (float)i, slows = 10.0f * lever / 0.7f;
        plain_world w = plain_create(2, 4);
        add_floor(&w);
        plain_add(
            &w,
            &(plain_body){
                .kind = COLLIDER_SPHERE, .size = BALL, .mass = 100.0f, .y = 0.5f, .friction = 0.6f, .rolling = lever });
        plain_set_velocity(&w, 1, (oracle_vec3){ 2.0f, 0.0f, 0.0f }, (oracle_vec3){ 0.0f, 0.0f, -4.0f });
        run(&w, 600);
        const float way = i == 0 ? 20.0f : 2.0f / slows;
        munit_assert_float(fabsf(w.body.pose[1].position.x - way), <, 0.01f * way);
        munit_assert_float(fabsf(speed_of(&w, 1) - (i == 0 ? 2.0f : 0.0f)), <, 1e-3f);
        plain_destroy(&w);
    }
    return MUNIT_OK;
}

// 1000 kg on cubes of 1 kg: with the guard it stands, without it the cubes give way.
static MunitResult heavy_loads(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t light = 1; light <= 5; light += 4)
        for (uint32_t guard = 0; guard < 2; ++guard)
        {
            plain_world w    = plain_create(light + 2, 64);
            w.settings.guard = guard == 1 ? 10.0f : 0.0f;
            add_floor(&w);
            for (uint32_t i = 0; i < light; ++i)
                add_cube(&w, 1.0f, 0.0f, 0.5f + (float)i);
            const uint32_t load = add_cube(&w, 1000.0f, 0.0f, 0.5f + (float)light);
            run(&w, 400);
            const mas_vec4 x = w.body.pose[load].position;
            const float sunk = 0.5f + (float)light - x.y;
            if (guard == 1)
            {
                munit_assert_float(sunk, <, 0.01f * (float)light);
                munit_assert_float(hypotf(x.x, x.z), <, 0.01f);
            }
            else
                munit_assert_float(sunk, >, 0.5f);
            plain_destroy(&w);
        }
    return MUNIT_OK;
}

// Two boxes that meet askew in empty space: momentum stays, energy does not grow. About the common centre too, but for
// arms that are frozen for a step.
static MunitResult free_hits(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    for (uint32_t bounces = 0; bounces < 2; ++bounces)
    {
        plain_world w = plain_create(2, 4);
        w.gravity[1]  = 0.0f;
        for (uint32_t i = 0; i < 2; ++i)
            plain_add(&w, &(plain_body){ .kind        = COLLIDER_BOX,
                                         .size        = CUBE,
                                         .mass        = i == 0 ? 1.0f : 4.0f,
                                         .x           = i == 0 ? -1.5f : 0.0f,
                                         .y           = i == 0 ? 0.3f : 0.0f,
                                         .rotation    = { 0.1f, 0.2f * (float)i, 0.3f, 1.0f },
                                         .friction    = 0.6f,
                                         .restitution = (float)bounces });
        plain_set_velocity(&w, 0, (oracle_vec3){ 4.0f, 0.0f, 0.5f }, (oracle_vec3){ 0.0f, 1.0f, 2.0f });
        const mas_vec4 m = w.body.mass[0].inverse;
        float energy     = 0.5f * (16.25f + 5.0f / m.x);
        run(&w, 60);
        const oracle_vec3 a = vec_of(w.body.motion[0].velocity), b = vec_of(w.body.motion[1].velocity);
        munit_assert_float(fabsf(a.x + 4.0f * b.x - 4.0f), <, 1e-4f);
        munit_assert_float(fabsf(a.y + 4.0f * b.y), <, 1e-4f);
        munit_assert_float(fabsf(a.z + 4.0f * b.z - 0.5f), <, 1e-4f);
        munit_assert_float(b.x, >, 0.2f); // they did meet
        float after = 0.5f * (oracle_dot3(a, a) + 4.0f * oracle_dot3(b, b));
        for (uint32_t i = 0; i < 2; ++i)
            after += 0.5f * oracle_dot3(plain_spin(&w, i), w.momentum[i]);
        munit_assert_float(after, <, energy * 1.001f);
        plain_destroy(&w);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/stacks", stacks, NULL, NULL, 0, NULL },       { "/walls", walls, NULL, NULL, 0, NULL },
    { "/slopes", slopes, NULL, NULL, 0, NULL },       { "/rebounds", rebounds, NULL, NULL, 0, NULL },
    { "/cradles", cradles, NULL, NULL, 0, NULL },     { "/belts", belts, NULL, NULL, 0, NULL },
    { "/rolling", rolling, NULL, NULL, 0, NULL },     { "/heavy-loads", heavy_loads, NULL, NULL, 0, NULL },
    { "/free-hits", free_hits, NULL, NULL, 0, NULL }, { 0 },
};
MunitSuite test_solve_scenes_suite = { "/solve_scenes", tests, NULL, 1, 0 };
