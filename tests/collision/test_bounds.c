// Poses, boxes and filters of colliders: against the twin bit for bit, and the boxes against points of the shapes in
// double precision.
#include "collision/bounds.h"
#include "colliders.h"
#include "oracle/bounds.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <string.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 63, 64, 65, 257, 1000 };

typedef struct stage
{
    test_bodies bodies;
    test_colliders colliders;
    mas_bounds bounds;
    oracle_bodies b;
    oracle_colliders c;
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t colliders, uint32_t bodies)
{
    test_plan_colliders(gpu, &s->colliders, colliders, 0, 1);
    test_plan_bodies(gpu, &s->bodies, bodies);
    test_allocate(gpu);
    test_try(mas_bounds_create(&s->bounds, &gpu->kernels, &s->colliders.array, &s->bodies.array));
    s->b = oracle_create_bodies(bodies);
    s->c = oracle_create_colliders(colliders, 0);
}

static void destroy(stage* s)
{
    oracle_destroy_bodies(&s->b);
    oracle_destroy_colliders(&s->c);
}

static mas_vec4 random_rotation(uint64_t* seed)
{
    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    return oracle_flush4(oracle_quaternion_normalize(q));
}

// Radius of a ball around the shape's centre.
static float radius_of(uint32_t kind, mas_vec4 size)
{
    switch (kind & COLLIDER_KIND_MASK)
    {
    case COLLIDER_PLANE: return 0.0f;
    case COLLIDER_SPHERE: return size.x;
    case COLLIDER_CAPSULE: return size.x + size.y;
    default: return oracle_length3((oracle_vec3){ size.x, size.y, size.z });
    }
}

// Any shape, from a grain of a millimetre to a hundred metres, anywhere in its body's frame.
static collider_data random_collider(uint64_t* seed, uint32_t bodies)
{
    static const float scale[] = { 1e-3f, 0.1f, 1.0f, 100.0f };
    const uint32_t r           = test_random(seed);
    const float s              = scale[r % MAS_COUNT(scale)];
    collider_data d            = {
                   .position    = test_uniform4(seed, -3.0f * s, 3.0f * s),
                   .rotation    = random_rotation(seed),
                   .size        = test_uniform4(seed, 0.01f * s, s),
                   .kind        = COLLIDER_PLANE + test_random(seed) % 5,
                   .body        = test_random(seed) % bodies,
                   .category    = test_random(seed),
                   .mask        = test_random(seed),
                   .group       = (int32_t)(test_random(seed) % 9) - 4,
                   .friction    = 0.5f,
                   .restitution = 0.5f,
    };
    if (r / 16 % 3 == 0) d.position = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    if (r / 64 % 3 == 0) d.rotation = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
    if (r / 256 % 5 == 0) d.kind |= COLLIDER_SENSOR;
    d.position.w = radius_of(d.kind, d.size);
    if (r / 1024 % 12 == 0) d = (collider_data){ 0 }; // free
    return d;
}

static void check(test_gpu* gpu, stage* s, uint32_t count)
{
    s->c.params.colliders = count;
    test_upload_bodies(gpu, &s->bodies, &s->b);
    test_upload(gpu, s->colliders.array.data, s->c.data, s->c.capacity * sizeof *s->c.data);
    test_upload(gpu, s->colliders.array.params, &s->c.params, sizeof s->c.params);
    memset(s->c.pose, 0, s->c.capacity * sizeof *s->c.pose);
    memset(s->c.box, 0, s->c.capacity * sizeof *s->c.box);
    memset(s->c.meet, 0, s->c.capacity * sizeof *s->c.meet);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, s->colliders.array.pose, 0);
    mas_fill(rec, s->colliders.array.box, 0);
    mas_fill(rec, s->colliders.array.meet, 0);
    mas_bounds_record(&s->bounds, rec, count, s->b.capacity);
    test_submit(gpu);
    oracle_collider_bounds(&s->c, &s->b);
    test_expect_array(gpu, "meet", s->colliders.array.meet, s->c.meet, s->c.capacity); // behind the count: zeros
    test_expect_array(gpu, "pose", s->colliders.array.pose, s->c.pose, s->c.capacity);
    test_expect_array(gpu, "box", s->colliders.array.box, s->c.box, s->c.capacity);
}

static void fill(stage* s, uint64_t seed)
{
    test_random_bodies(&s->b, seed);
    for (uint32_t i = 0; i < s->b.capacity; ++i)
    {
        if (i % 4 == 0 && (s->b.trait[i].tag & BODY_DYNAMIC) != 0) s->b.trait[i].tag |= BODY_ASLEEP;
        if (i % 3 == 0) s->b.motion[i] = (body_motion){ 0 };
    }
    for (uint32_t k = 0; k < s->c.capacity; ++k)
        s->c.data[k] = random_collider(&seed, s->b.capacity);
    s->c.params = (collision_params){ .dt = 1.0f / 60.0f, .margin = seed % 3 == 0 ? 0.0f : 0.02f };
}

// Red when a collider takes another body's pose or motion, a free one or that of a dead body stays, a plane gets a box,
// a motion beyond all numbers gets into one, a sleeper or one that rests is not told from the others, or something
// behind the slots in use is touched.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 1000, 300);
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        fill(&s, k);
        check(fixture, &s, sizes[k]);
    }
    destroy(&s);
    return MUNIT_OK;
}

// Bodies in several windows: every collider finds its body in one of them.
static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 17; // 4096 poses
    stage s;
    make(gpu, &s, 1000, 9000);
    munit_assert_uint32(s.bounds.place.window_count, ==, 3);
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        fill(&s, 100 + k);
        check(gpu, &s, sizes[k]);
    }
    destroy(&s);
    return MUNIT_OK;
}

typedef struct point
{
    double x, y, z;
} point;

static point rotate(point v, const double q[4])
{
    const point t = { 2.0 * (q[1] * v.z - q[2] * v.y), 2.0 * (q[2] * v.x - q[0] * v.z),
                      2.0 * (q[0] * v.y - q[1] * v.x) };
    return (point){ v.x + q[3] * t.x + (q[1] * t.z - q[2] * t.y), v.y + q[3] * t.y + (q[2] * t.x - q[0] * t.z),
                    v.z + q[3] * t.z + (q[0] * t.y - q[1] * t.x) };
}

static point rotate_by(point v, mas_vec4 q)
{
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double s = 1.0 / sqrt(x * x + y * y + z * z + w * w);
    return rotate(v, (const double[]){ s * x, s * y, s * z, s * w });
}

static point direction(uint64_t* seed)
{
    const mas_vec4 u = test_uniform4(seed, -1.0f, 1.0f);
    const double x = (double)u.x, y = (double)u.y, z = (double)u.z, s = 1.0 / sqrt(x * x + y * y + z * z + 1e-30);
    return (point){ s * x, s * y, s * z };
}

// A point of the surface, in the shape's frame. Of boxes, and of the boxes around hulls, mostly corners.
static point surface_point(uint64_t* seed, const collider_data* d)
{
    const uint32_t kind = d->kind & COLLIDER_KIND_MASK, r = test_random(seed);
    const double x = (double)d->size.x, y = (double)d->size.y, z = (double)d->size.z;
    point p = direction(seed);
    if (kind == COLLIDER_SPHERE) return (point){ x * p.x, x * p.y, x * p.z };
    if (kind == COLLIDER_CAPSULE) return (point){ x * p.x, x * p.y + (r % 2 == 0 ? y : -y), x * p.z };
    p = (point){ r & 1 ? x : -x, r & 2 ? y : -y, r & 4 ? z : -z };
    if (r % 5 == 0) p.x = (double)test_uniform(seed, -1.0f, 1.0f) * x;
    return p;
}

static void expect_inside(const collider_box* box, point p, double margin)
{
    munit_assert_double((double)box->lo.x, <=, p.x - margin);
    munit_assert_double((double)box->lo.y, <=, p.y - margin);
    munit_assert_double((double)box->lo.z, <=, p.z - margin);
    munit_assert_double((double)box->hi.x, >=, p.x + margin);
    munit_assert_double((double)box->hi.y, >=, p.y + margin);
    munit_assert_double((double)box->hi.z, >=, p.z + margin);
}

// One body per collider, at up to a million metres, all alive and dynamic, without spin unless the mass is set.
static void fill_alive(stage* s, uint64_t seed, float speed, float spin)
{
    static const float reach[] = { 1.0f, 100.0f, 1e4f, 999000.0f };
    for (uint32_t i = 0; i < s->b.capacity; ++i)
    {
        s->b.trait[i].tag       = 1 << BODY_FLAG_BITS | BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC;
        s->b.pose[i].rotation   = random_rotation(&seed);
        s->b.pose[i].position   = oracle_flush4(test_uniform4(&seed, -reach[i % 4], reach[i % 4]));
        s->b.motion[i].velocity = oracle_flush4(test_uniform4(&seed, -speed, speed));
        s->b.motion[i].momentum = oracle_flush4(test_uniform4(&seed, -spin, spin));
        s->b.mass[i].inverse    = (mas_vec4){ 1.0f, 1.0f, 1.0f, 1.0f };
        collider_data* d        = &s->c.data[i];
        do
            *d = random_collider(&seed, s->b.capacity);
        while (d->kind == 0 || (d->kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE);
        d->body = i;
    }
    s->c.params = (collision_params){ .dt = 1.0f / 60.0f, .margin = 0.02f };
}

// Exact half extents of a shape in the world.
static point extent(const collider_data* d, mas_vec4 q)
{
    const uint32_t kind = d->kind & COLLIDER_KIND_MASK;
    double h[3] = { (double)d->size.x, (double)d->size.y, (double)d->size.z }, round = 0.0;
    if (kind == COLLIDER_SPHERE) round = h[0], h[0] = h[1] = h[2] = 0.0;
    if (kind == COLLIDER_CAPSULE) round = h[0], h[0] = h[2] = 0.0;
    const point a = rotate_by((point){ h[0], 0.0, 0.0 }, q), b = rotate_by((point){ 0.0, h[1], 0.0 }, q),
                c = rotate_by((point){ 0.0, 0.0, h[2] }, q);
    return (point){ fabs(a.x) + fabs(b.x) + fabs(c.x) + round, fabs(a.y) + fabs(b.y) + fabs(c.y) + round,
                    fabs(a.z) + fabs(b.z) + fabs(c.z) + round };
}

// The slack that bounds.comp promises: 2^-18 of the size (twice, for rounding), three units of the coordinate.
static void expect_tight(float lo, float hi, float place, double e, double margin, double size)
{
    const double ulp = 0x1p-23 * (fabs((double)place) + size);
    munit_assert_double((double)hi - (double)place, <=, e + margin + 0x1p-17 * size + 3.0 * ulp);
    munit_assert_double((double)place - (double)lo, <=, e + margin + 0x1p-17 * size + 3.0 * ulp);
}

// Red when a box misses a point of its shape, or its margin, by any rounding up to 1e6 m; and when it is larger than it
// has to be.
static MunitResult boxes_hold_shapes(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 1000, 1000);
    uint64_t seed = 5;
    fill_alive(&s, 77, 0.0f, 0.0f);
    check(fixture, &s, 1000);
    for (uint32_t k = 0; k < 1000; ++k)
    {
        const collider_data* d = &s.c.data[k];
        const mas_vec4 x = s.c.pose[k].position, q = s.c.pose[k].rotation;
        const collider_box* box = &s.c.box[k];
        for (uint32_t t = 0; t < 100; ++t)
        {
            const point p = rotate_by(surface_point(&seed, d), q);
            expect_inside(box, (point){ (double)x.x + p.x, (double)x.y + p.y, (double)x.z + p.z },
                          (double)s.c.params.margin);
        }
        const point e     = extent(d, q);
        const double size = (double)d->size.x + (double)d->size.y + (double)d->size.z, m = (double)s.c.params.margin;
        expect_tight(box->lo.x, box->hi.x, x.x, e.x, m, size);
        expect_tight(box->lo.y, box->hi.y, x.y, e.y, m, size);
        expect_tight(box->lo.z, box->hi.z, x.z, e.z, m, size);
    }
    destroy(&s);
    return MUNIT_OK;
}

// Where a point of a collider is after t seconds of its body's motion, without forces.
static point on_path(const stage* s, uint32_t k, point p, double t)
{
    const body_pose* at = &s->b.pose[k];
    const mas_vec4 l = s->c.data[k].position, v = s->b.motion[k].velocity, w = s->b.motion[k].momentum;
    const point in_shape = rotate_by(p, s->c.data[k].rotation);
    point a              = { in_shape.x + (double)l.x, in_shape.y + (double)l.y, in_shape.z + (double)l.z };
    const double wx = (double)w.x, wy = (double)w.y, wz = (double)w.z, speed = sqrt(wx * wx + wy * wy + wz * wz);
    if (speed > 0.0) // inertia 1: momentum is spin, about an axis that stays
    {
        const double sine = sin(0.5 * speed * t) / speed;
        a                 = rotate(a, (const double[]){ sine * wx, sine * wy, sine * wz, cos(0.5 * speed * t) });
    }
    a = rotate_by(a, at->rotation);
    return (point){ (double)at->position.x + a.x + (double)v.x * t, (double)at->position.y + a.y + (double)v.y * t,
                    (double)at->position.z + a.z + (double)v.z * t };
}

// Red when a box forgets the way of a fast body, or how far a spin swings a collider that sits away from its body's
// centre: a millimetre short is enough.
static MunitResult boxes_cover_paths(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float speeds[][2] = { { 300.0f, 0.0f }, { 10.0f, 10.0f }, { 0.0f, 60.0f }, { 1.0f, 2000.0f } };
    stage s;
    make(fixture, &s, 1000, 1000);
    uint64_t seed = 9;
    for (size_t c = 0; c < MAS_COUNT(speeds); ++c)
    {
        fill_alive(&s, 31 + c, speeds[c][0], speeds[c][1]);
        check(fixture, &s, 1000);
        for (uint32_t k = 0; k < 1000; ++k)
            for (uint32_t t = 0; t < 40; ++t)
            {
                const point p  = surface_point(&seed, &s.c.data[k]);
                const double h = (double)s.c.params.dt * (double)(t % 11) / 10.0;
                expect_inside(&s.c.box[k], on_path(&s, k, p, h), (double)s.c.params.margin);
            }
    }
    destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/boxes-hold-shapes", boxes_hold_shapes, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/boxes-cover-paths", boxes_cover_paths, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_bounds_suite = { "/bounds", tests, NULL, 1, 0 };
