// Grains as the header describes them, against closed forms in double: what a radius weighs, what hertz and damping
// ratio mean for two that meet, drag, free fall, a bounce, and a moving wall. The twin of test_grains_life.c shares
// the arithmetic of module/grains.c; these do not. Red when a field of massa_grains_desc acts with another weight.
#include "api.h"

#include <math.h>

typedef struct lab
{
    test_gpu* gpu;
    massa_world* world;
    uint32_t count;
    massa_particle_id id[4];
    mas_vec4 x[4], v[4]; // after the last run
} lab;

static const double PI = 3.14159265358979323846;

static lab open_lab(test_gpu* gpu, float gravity, uint32_t substeps)
{
    lab l                     = { .gpu = gpu };
    massa_world_desc d        = api_desc(2);
    d.capacity.shapes         = 1;
    d.capacity.colliders      = 1;
    d.capacity.particles      = 4;
    d.capacity.neighbours     = 4;
    d.capacity.particle_edits = 4;
    d.gravity                 = (massa_vec3){ 0.0f, gravity, 0.0f };
    d.substeps                = substeps;
    test_try(massa_create_world(gpu->device, &d, &l.world));
    return l;
}

static void put(lab* l, const massa_grains_desc* d, massa_vec3 x, massa_vec3 v)
{
    massa_grains_id kind;
    const massa_particle p = { x, v };
    test_try(massa_create_grains(l->world, d, &kind)); // one each: kinds of one desc meet like one kind
    test_try(massa_grains_add(l->world, kind, &p, 1, &l->id[l->count++]));
}

static void run(lab* l, uint32_t steps, float dt)
{
    massa_step_desc desc = massa_default_step_desc();
    massa_poll_result news;
    desc.dt = dt;
    for (uint32_t i = 0; i < steps; ++i)
    {
        VkCommandBuffer cmd = platform_begin(&l->gpu->host);
        test_try(massa_cmd_step(l->world, cmd, &desc));
        munit_assert(platform_submit_and_wait(&l->gpu->host, cmd));
        test_try(massa_world_poll(l->world, massa_world_last_step(l->world), &news));
    }
    api_read(l->gpu, l->world, MASSA_VIEW_PARTICLE_POSITION, l->x, l->count);
    api_read(l->gpu, l->world, MASSA_VIEW_PARTICLE_VELOCITY, l->v, l->count);
}

static void near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within)) munit_errorf("%g instead of %g (within %g)", got, want, within);
}

// proves: 003-35. Red when a contact's spring, damper or mass is another than hertz, damping ratio and density say.
// Two equal grains at 1 m/s each: u'' + 2 z w u' + w^2 u = 0 for their overlap u, w = 2 pi hertz, until u is 0 again
// after 1 / (2 hertz sqrt(1 - z^2)): their speed is then exp(-z pi / sqrt(1 - z^2)) of what it was.
static MunitResult two_part_as_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float ratio[] = { 0.0f, 0.2f, 0.5f }, hertz[] = { 20.0f, 50.0f, 20.0f };
    static const float radius[] = { 0.05f, 0.5f, 0.01f }, density[] = { 1000.0f, 50.0f, 7800.0f };
    for (int k = 0; k < 3; ++k)
    {
        lab l               = open_lab(fixture, 0.0f, 16);
        massa_grains_desc d = massa_default_grains_desc();
        d.radius            = radius[k];
        d.density           = density[k];
        d.hertz             = hertz[k];
        d.damping_ratio     = ratio[k];
        const double z = ratio[k], root = sqrt(1.0 - z * z), touch = 0.5 / ((double)hertz[k] * root);
        const float dt    = (float)(touch / 60.0);       // 960 substeps in touch
        const float speed = 0.2f * radius[k] * hertz[k]; // into each other by a few per cent of a radius
        put(&l, &d, (massa_vec3){ -radius[k], 0.0f, 0.0f }, (massa_vec3){ speed, 0.0f, 0.0f });
        put(&l, &d, (massa_vec3){ radius[k], 0.0f, 0.0f }, (massa_vec3){ -speed, 0.0f, 0.0f });
        run(&l, 30, dt); // half the time
        const double half = 0.5 * touch, w = 2.0 * PI * (double)hertz[k], turn = w * root * half;
        const double u = 2.0 * (double)speed / (w * root) * exp(-z * w * half) * sin(turn);
        near(2.0 * (double)radius[k] - (double)(l.x[1].x - l.x[0].x), u, 0.01 * u);
        run(&l, 40, dt); // and out again
        const double e = exp(-z * PI / root);
        near(l.v[0].x, -e * (double)speed, 0.01 * (double)speed);
        near(l.v[1].x, e * (double)speed, 0.01 * (double)speed);
        munit_assert_float(l.x[1].x - l.x[0].x, >, 2.0f * radius[k]);
        massa_destroy_world(l.world);
    }
    return MUNIT_OK;
}

static MunitResult falls_and_slows(const MunitParameter params[], void* fixture)
{
    (void)params;
    lab l               = open_lab(fixture, -9.81f, 4);
    massa_grains_desc d = massa_default_grains_desc();
    const double t = 1.0, h = 1.0 / 240.0, drag = 0.5, g = 9.81;
    put(&l, &d, (massa_vec3){ 0.0f, 0.0f, 0.0f }, (massa_vec3){ 1.0f, 0.0f, 0.0f });
    d.drag = (float)drag;
    put(&l, &d, (massa_vec3){ 9.0f, 0.0f, 0.0f }, (massa_vec3){ 3.0f, 0.0f, 0.0f });
    run(&l, 60, 1.0f / 60.0f);
    near(l.x[0].x, t, 1e-5);
    near(l.v[0].y, -g * t, 1e-4);
    near(l.x[0].y, -g * t * (t + h) / 2.0, 1e-4); // as steps of h have it
    near(l.v[1].x, 3.0 * exp(-drag * t), 3.0 * drag * drag * h);
    near(l.v[1].y, -g / drag * (1.0 - exp(-drag * t)), g * h);
    near(1.0 / (double)l.v[0].w, 1000.0 * 4.0 / 3.0 * PI * 0.05 * 0.05 * 0.05, 1e-6);
    massa_destroy_world(l.world);
    return MUNIT_OK;
}

static void add_wall(lab* l, massa_shape_kind kind, massa_vec3 velocity)
{
    massa_shape_desc s = massa_default_shape_desc();
    massa_body_desc b  = massa_default_body_desc();
    massa_body_id id;
    s.kind   = kind;
    s.hollow = kind == MASSA_SHAPE_BOX;
    test_try(massa_create_shape(l->world, &s, &b.shape));
    b.kind     = MASSA_BODY_KINEMATIC;
    b.velocity = velocity;
    test_try(massa_create_body(l->world, &b, &id));
}

// A fall of half a metre onto a plane: up again to restitution squared of the height, and sliding on without friction.
static MunitResult bounces_as_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    lab l               = open_lab(fixture, -9.81f, 8);
    massa_grains_desc d = massa_default_grains_desc();
    const double down = sqrt(2.0 * 0.5 / 9.81), e = 0.6;
    d.restitution = (float)e;
    d.friction    = 0.0f;
    add_wall(&l, MASSA_SHAPE_PLANE, (massa_vec3){ 0.0f, 0.0f, 0.0f });
    put(&l, &d, (massa_vec3){ 0.0f, 0.55f, 0.0f }, (massa_vec3){ 1.0f, 0.0f, 0.0f });
    const uint32_t steps = (uint32_t)(down * (1.0 + e) * 480.0 + 0.5);
    run(&l, steps, 1.0f / 480.0f);
    near(l.x[0].y, 0.05 + e * e * 0.5, 2e-3); // its highest point
    near(l.v[0].y, 0.0, 0.05);
    near(l.v[0].x, 1.0, 1e-5);
    massa_destroy_world(l.world);
    return MUNIT_OK;
}

// proves: 000-57. Red when one of a box's six walls lets a grain through, or its motion is not handed on.
// Grains without gravity, thrown at every wall of a box that moves: they stay in it, and rough walls make them its own.
static MunitResult box_carries_them(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t axis = 0; axis < 3; ++axis)
    {
        lab l               = open_lab(fixture, 0.0f, 4);
        massa_grains_desc d = massa_default_grains_desc();
        massa_vec3 away = { 0 }, back = { 0 };
        (&away.x)[axis] = 4.0f;
        (&back.x)[axis] = -4.0f;
        d.restitution   = 0.5f;
        d.friction      = 0.5f;
        add_wall(&l, MASSA_SHAPE_BOX, (massa_vec3){ 0.5f, 0.25f, -1.0f });
        put(&l, &d, (massa_vec3){ 0.2f, 0.2f, 0.2f }, away);
        put(&l, &d, (massa_vec3){ -0.2f, -0.2f, -0.2f }, back);
        for (uint32_t k = 1; k <= 10; ++k)
        {
            run(&l, 30, 1.0f / 60.0f); // walls move on after the grains: 1 m/s for a substep
            const double t = 0.5 * k, o[3] = { 0.5 * t, 0.25 * t, -1.0 * t };
            for (uint32_t i = 0; i < 6; ++i)
                munit_assert_double(fabs((double)(&l.x[i / 3].x)[i % 3] - o[i % 3]), <=, 0.45 + 0.005);
        }
        for (uint32_t i = 0; i < 2; ++i) // every touch halves what is left of 3 m/s and more
            near((&l.v[i].x)[axis], (double)(axis == 0 ? 0.5f : axis == 1 ? 0.25f : -1.0f), 0.35);
        massa_destroy_world(l.world);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/two-part-as-told", two_part_as_told, api_setup, wrapper_tear_down, 0, NULL },
    { "/falls-and-slows", falls_and_slows, api_setup, wrapper_tear_down, 0, NULL },
    { "/bounces-as-told", bounces_as_told, api_setup, wrapper_tear_down, 0, NULL },
    { "/box-carries-them", box_carries_them, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_physics_suite = { "/grains-physics", tests, NULL, 1, 0 };
