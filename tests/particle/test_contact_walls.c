// Particles against shapes: bounces, containers that move, friction. Red when a push goes along the wrong normal, a
// wall takes or gives more than its restitution, a container's own motion is forgotten, or a particle gets out.
#include "particles.h"
#include "oracle/collider.h"
#include "oracle/particle_world.h"
#include "oracle/quaternion.h"
#include "rigid/integrate.h"

#include <math.h>
#include <string.h>

static const float radii[] = { 0.1f };

static oracle_vec3 xyz(mas_vec4 v)
{
    return (oracle_vec3){ v.x, v.y, v.z };
}

// One particle flies straight at a shape that stands still: it comes back the same way with its restitution.
static void check_bounce(test_gpu* gpu, const collider_state* shape, mas_vec4 from, mas_vec4 normal)
{
    test_particles t;
    test_make_particles(gpu, &t, &(test_particles_desc){ 1, 4, 1, 0, 1 });
    oracle_particles p     = test_create_twin(&t, radii);
    p.params.gravity       = (mas_vec4){ 0 };
    p.params.layer[0].drag = 0.0f;
    p.params.colliders     = 1;
    p.collider[0]          = *shape;
    const float e          = p.params.layer[0].restitution;
    test_set_particle(&p, 0, 0, from, (mas_vec4){ -2.0f * normal.x, -2.0f * normal.y, -2.0f * normal.z, 0.0f }, 1.0f);
    test_upload_particles(gpu, &t, &p);
    float back = -2.0f;
    for (int i = 0; i < 200; ++i)
    {
        test_run_substeps(gpu, &t, &p, 1);
        const oracle_vec3 v = xyz(p.velocity[0]), n = xyz(normal);
        back                = oracle_dot3(v, n);
        const mas_vec4 to   = shape->position;
        const oracle_vec3 x = { p.position[0].x - to.x, p.position[0].y - to.y, p.position[0].z - to.z };
        oracle_vec3 out;
        float gap = oracle_shape_distance(shape->kind & 7u, shape->size,
                                          oracle_quaternion_rotate_inverse(shape->rotation, x), &out);
        gap       = (shape->kind & COLLIDER_HOLLOW) != 0 ? -gap : gap;
        munit_assert_float(gap, >=, radii[0] - 1e-5f); // never in the wall
        munit_assert_true(back < -1.99999f || fabsf(back - 2.0f * e) < 1e-5f);
        const oracle_vec3 side = { v.x - back * n.x, v.y - back * n.y, v.z - back * n.z };
        munit_assert_float(oracle_length3(side), <, 1e-5f);
        if (back > 0.0f) break;
    }
    munit_assert_float(back, >, 0.0f);
    oracle_destroy_particles(&p);
}

// proves: 000-62. Red when a particle is not put back to the surface along its normal, or keeps another share of its
// speed than the restitution.
static MunitResult bounces(const MunitParameter params[], void* fixture)
{
    (void)params;
    const mas_vec4 straight = { 0, 0, 0, 1 }, quarter = { 0, 0, 0.70710678f, 0.70710678f }; // quarter turn about z
    const mas_vec4 up = { 0, 1, 0, 0 }, left = { -1, 0, 0, 0 }, slope = { 0.6f, 0, 0.8f, 0 };
    const mas_vec4 at = { 1, 2, 3, 0 }, size = { 0.5f, 1.0f, 2.0f, 0 };
    collider_state s = { .position = at, .rotation = straight, .size = size, .kind = COLLIDER_PLANE };
    check_bounce(fixture, &s, (mas_vec4){ 7, 2.5f, -3, 0 }, up);
    s.rotation = quarter;
    check_bounce(fixture, &s, (mas_vec4){ 0.5f, 9, 9, 0 }, left);
    s.kind = COLLIDER_BOX; // turned: 1 wide, 0.5 high
    check_bounce(fixture, &s, (mas_vec4){ 1.5f, 2.9f, 3, 0 }, up);
    check_bounce(fixture, &s, (mas_vec4){ -0.4f, 2.2f, 3, 0 }, left);
    s.kind = COLLIDER_SPHERE;
    check_bounce(fixture, &s, (mas_vec4){ 1 + 0.6f, 2, 3 + 0.8f, 0 }, slope);
    s.kind = COLLIDER_SPHERE | COLLIDER_HOLLOW;
    check_bounce(fixture, &s, (mas_vec4){ 1 - 0.06f, 2, 3 - 0.08f, 0 }, slope);
    s.kind     = COLLIDER_BOX | COLLIDER_HOLLOW;
    s.rotation = straight;
    check_bounce(fixture, &s, (mas_vec4){ 1.2f, 1.5f, 3, 0 }, up);
    return MUNIT_OK;
}

// On a tilted plane a grain slides if and only if the slope is steeper than the friction, and then it
// gains g (sin - friction cos). Red when walls do not push back, or take too much or too little of the sliding.
static MunitResult friction_holds_or_slides(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float slope[] = { 0.0f, 0.2f, 0.29f, 0.31f, 0.5f, 1.0f }; // tangents
    for (size_t k = 0; k < MAS_COUNT(slope); ++k)
        for (int rough = 0; rough <= 1; ++rough)
        {
            test_particles t;
            test_make_particles(fixture, &t, &(test_particles_desc){ 1, 4, 1, 0, 1 });
            oracle_particles p = test_create_twin(&t, radii);
            const double g = 9.81, cosine = 1 / sqrt(1 + (double)slope[k] * slope[k]);
            const double sine = slope[k] * cosine, friction = rough ? 0.3 : 0.0;
            p.params.gravity              = (mas_vec4){ (float)(g * sine), (float)(-g * cosine), 0, 0 };
            p.params.layer[0].drag        = 0.0f;
            p.params.layer[0].restitution = 0.0f;
            p.params.layer[0].friction    = (float)friction;
            p.params.colliders            = 1;
            p.collider[0]                 = (collider_state){ .rotation = { 0, 0, 0, 1 }, .kind = COLLIDER_PLANE };
            test_set_particle(&p, 0, 0, (mas_vec4){ 0, 0.1f, 0, 0 }, (mas_vec4){ 0 }, 1.0f);
            test_upload_particles(fixture, &t, &p);
            test_run_substeps(fixture, &t, &p, 240);
            const double gained = fmax(0.0, g * (sine - friction * cosine));
            munit_assert_double(fabs((double)p.velocity[0].x - gained), <, 2e-3);
            munit_assert_double(fabs((double)p.position[0].x - 0.5 * gained), <, 0.02 * gained + 1e-4);
            munit_assert_float(p.position[0].y, >=, 0.0999f);
            munit_assert_float(p.position[0].y, <, 0.1001f);
            oracle_destroy_particles(&p);
        }
    return MUNIT_OK;
}

// Thrown into a corner of a container a grain is out of all three walls at once, not one in each substep.
static MunitResult corners_have_three_walls(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ 1, 4, 1, 0, 1 });
    oracle_particles p            = test_create_twin(&t, radii);
    p.params.gravity              = (mas_vec4){ 0 };
    p.params.layer[0].drag        = 0.0f;
    p.params.layer[0].restitution = 0.5f;
    p.params.layer[0].friction    = 0.0f;
    p.params.colliders            = 1;
    p.collider[0] =
        (collider_state){ .rotation = { 0, 0, 0, 1 }, .size = { 1, 1, 1, 0 }, .kind = COLLIDER_BOX | COLLIDER_HOLLOW };
    const float r = radii[0], deep = 1.0f - 0.5f * r;
    test_set_particle(&p, 0, 0, (mas_vec4){ deep, -deep, deep, 0 }, (mas_vec4){ 2.0f, -1.0f, 4.0f, 0 }, 1.0f);
    test_upload_particles(fixture, &t, &p);
    test_run_substeps(fixture, &t, &p, 1);
    munit_assert_float(fabsf(p.position[0].x - (1.0f - r)), <, 1e-6f);
    munit_assert_float(fabsf(p.position[0].y + (1.0f - r)), <, 1e-6f);
    munit_assert_float(fabsf(p.position[0].z - (1.0f - r)), <, 1e-6f);
    munit_assert_float(fabsf(p.velocity[0].x + 1.0f), <, 1e-6f);
    munit_assert_float(fabsf(p.velocity[0].y - 0.5f), <, 1e-6f);
    munit_assert_float(fabsf(p.velocity[0].z + 2.0f), <, 1e-6f);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

typedef struct container
{
    test_particles particles;
    test_bodies bodies;
    mas_span entries, any;
    mas_integrate integrate;
    mas_collider collider;
} container;

static void make_container(test_gpu* gpu, container* c, uint32_t n)
{
    test_reset(gpu);
    test_plan_particles(gpu, &c->particles, &(test_particles_desc){ n, 64, 1, 0, 1 });
    test_plan_bodies(gpu, &c->bodies, 1);
    c->entries = mas_plan(&gpu->arena, MAS_SCRATCH, "entries", 1, sizeof(collider_data));
    c->any     = mas_plan_list(&gpu->arena, MAS_SCRATCH, "any");
    test_allocate(gpu);
    test_create_particles(gpu, &c->particles);
    test_try(mas_collider_create(&c->collider, &gpu->kernels, &c->bodies.array, c->particles.array.params, c->entries,
                                 c->particles.colliders));
    test_try(
        mas_integrate_create(&c->integrate, &gpu->kernels, &c->bodies.array, c->bodies.params, c->bodies.lost, c->any));
}

// A kinematic container flies, spins and is turned round now and then; a step later everybody is still inside, and
// where the whole world in plain C has them.
static void check_container(test_gpu* gpu, uint32_t kind)
{
    enum
    {
        N     = 200,
        STEPS = 120
    };
    container c;
    make_container(gpu, &c, N);
    oracle_particles p     = test_create_twin(&c.particles, radii);
    oracle_bodies b        = oracle_create_bodies(1);
    const step_params step = test_step_params(1);
    collider_data entry    = { .rotation = { 0, 0, 0, 1.0f },
                               .size     = { 0.8f, 0.7f, 0.9f, 0 },
                               .kind     = kind | COLLIDER_HOLLOW };
    uint64_t seed          = kind;
    p.params.colliders     = 1;
    b.trait[0].tag         = 1 << BODY_FLAG_BITS | BODY_ALIVE | BODY_MOVES;
    b.pose[0]              = (body_pose){ { 5, -3, 2, 0 }, { 0, 0, 0, 1 } };
    for (uint32_t i = 0; i < N; ++i)
    {
        const mas_vec4 r = test_uniform4(&seed, -0.4f, 0.4f);
        test_set_particle(&p, i, 0, (mas_vec4){ 5 + r.x, r.y - 3, 2 + r.z, 0 }, (mas_vec4){ 0 }, 0.125f);
    }
    oracle_particle_world w = { test_create_twin(&c.particles, radii), oracle_create_bodies(1), step, &entry };
    w.particles.params      = p.params;
    w.particles.slots       = N;
    memcpy(w.particles.position, p.position, N * sizeof *p.position);
    memcpy(w.particles.velocity, p.velocity, N * sizeof *p.velocity);
    oracle_copy_bodies(&w.bodies, &b);
    test_upload_particles(gpu, &c.particles, &p);
    test_upload(gpu, c.entries, &entry, sizeof entry);
    double farthest = 0;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (i % 30 == 0) b.motion[0] = (body_motion){ test_uniform4(&seed, -3, 3), test_uniform4(&seed, -5, 5) };
        w.bodies.motion[0]   = b.motion[0];
        w.bodies.previous[0] = w.bodies.pose[0];
        oracle_particle_step(&w, 4);
        b.previous[0] = b.pose[0];
        test_upload_bodies(gpu, &c.bodies, &b);
        mas_recorder* rec = test_record(gpu);
        mas_write(rec, c.bodies.params, &step, sizeof step);
        for (uint32_t k = 0; k < 4; ++k)
        {
            mas_collider_record(&c.collider, rec, 1, 1);
            test_record_step(&c.particles, rec, N, 1, MAS_FROM_SLOTS);
            mas_integrate_push_record(&c.integrate, rec, 1, k == 0);
            mas_integrate_move_record(&c.integrate, rec, 1);
        }
        mas_integrate_finish_record(&c.integrate, rec, 1);
        test_submit(gpu);
        test_download(gpu, c.particles.array.position, p.position, N * sizeof *p.position);
        test_download(gpu, c.bodies.array.pose, b.pose, sizeof *b.pose);
        const mas_vec4 o = b.pose[0].position;
        farthest         = fmax(farthest, fabs((double)o.x - 5));
        for (uint32_t k = 0; k < N; ++k)
        {
            const mas_vec4 x = p.position[k];
            const oracle_vec3 l =
                oracle_quaternion_rotate_inverse(b.pose[0].rotation, (oracle_vec3){ x.x - o.x, x.y - o.y, x.z - o.z });
            oracle_vec3 out;
            munit_assert_float(oracle_shape_distance(kind, entry.size, l, &out), <, -0.5f * radii[0]);
        }
    }
    munit_assert_double(farthest, >, 0.5); // it did move
    test_expect_array(gpu, "pose", c.bodies.array.pose, w.bodies.pose, 1);
    test_expect_state(gpu, &c.particles, &w.particles);
    munit_assert_uint32(w.particles.counters.retired | w.particles.counters.neighbours_needed, ==, 0);
    oracle_destroy_particles(&w.particles);
    oracle_destroy_bodies(&w.bodies);
    oracle_destroy_particles(&p);
    oracle_destroy_bodies(&b);
}

// proves: 000-57. Red when a wall of a container, box or ball, pushes outward or forgets its own motion.
static MunitResult nobody_leaves(const MunitParameter params[], void* fixture)
{
    (void)params;
    check_container(fixture, COLLIDER_BOX);
    check_container(fixture, COLLIDER_SPHERE);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/bounces", bounces, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/corners-have-three-walls", corners_have_three_walls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/friction-holds-or-slides", friction_holds_or_slides, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nobody-leaves", nobody_leaves, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_contact_walls_suite = { "/contact-walls", tests, NULL, 1, 0 };
