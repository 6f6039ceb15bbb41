// Ways that lead into shapes and through them within one part. Red when a particle gets the far side of a plate as its
// wall, a shape that moves over a particle is not seen, or a particle leaves a cage of thin plates.
#include "walls.h"
#include "oracle/collider.h"
#include "oracle/liquid_boundary.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>
#include <string.h>

enum
{
    PLACES  = 48,
    SAMPLES = 32, // of a way: at most 9 mm apart
};

static void between(const double a[3], const double b[3], double share, double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = a[k] + share * (b[k] - a[k]);
}

// The share of the way at which it comes into the shape, 2 if it does not; least: its smallest distance on the way.
static double find_entry(const test_convex* s, const double a[3], const double b[3], double* least)
{
    double p[3], before = 0.0, entry = 2.0;
    *least = INFINITY;
    for (int k = 0; k <= SAMPLES; ++k)
    {
        between(a, b, (double)k / SAMPLES, p);
        const double distance = test_convex_distance(s, p);
        *least                = fmin(*least, distance);
        if (distance > 0.0 && entry > 1.0) before = (double)k / SAMPLES;
        if (distance > 0.0 || entry <= 1.0) continue;
        double lo = before, hi = (double)k / SAMPLES;
        for (int turn = 0; turn < 20; ++turn)
        {
            between(a, b, 0.5 * (lo + hi), p);
            if (test_convex_distance(s, p) > 0.0)
                lo = 0.5 * (lo + hi);
            else
                hi = 0.5 * (lo + hi);
        }
        entry = lo;
    }
    return entry;
}

static double height(const test_convex* s, const liquid_wall* w, const double p[3])
{
    test_convex point = { .points = 1 };
    memcpy(point.point[0], p, sizeof point.point[0]);
    return test_gap_along(s, &point, (double[3]){ w->plane.x, w->plane.y, w->plane.z });
}

// A wall has the whole shape behind it and touches it. Where the way enters the shape, that is where it touches; the
// gap is then below 0, and where the particle came from lies in front. Else the wall is as near as the shape.
static bool expect_way(const test_walls* t, uint32_t i, const test_convex* s, const double a[3], const double b[3])
{
    const liquid_wall* w = &t->twin.wall[i * LIQUID_WALLS];
    const double exact   = 4e-5 * (s->size + 1.0);
    const double reach = t->twin.params.reach, from = test_convex_distance(s, a), to = test_convex_distance(s, b);
    double least, p[3];
    const double entry = find_entry(s, a, b, &least);
    if (fabs(to - reach) < exact || fabs(from) < exact) return false;
    if (from > 0.0 && least < 1e-3 && least > -1e-3) return false; // grazes
    const bool crosses = from > 0.0 && entry <= 1.0;
    munit_assert_uint32(t->twin.wall_count[i], ==, from < 0.0 || crosses || to < reach ? 1 : 0);
    if (t->twin.wall_count[i] == 0) return false;
    munit_assert_double(fabs(height(s, w, b) - w->plane.w), <, exact);
    if (from < 0.0)
        munit_assert_double(fabs(height(s, w, a) - from), <, exact); // out by the shortest way from there
    else if (crosses)
    {
        between(a, b, entry, p);
        munit_assert_double(fabs(height(s, w, p)), <, 1e-3); // round shapes, grazed: their normal turns fast
        munit_assert_double(height(s, w, a), >, 0.0);
        munit_assert_float(w->plane.w, <, 0.0f);
    }
    else
        munit_assert_double(fabs(w->plane.w - to), <, exact);
    return crosses;
}

// A place in the shape, of round ones just below the surface.
static oracle_vec3 aim_at(const test_convex* s, uint64_t* seed)
{
    const oracle_vec3 out = vec_scale(oracle_normalize3(vec_of(test_uniform4(seed, -1, 1))), 0.9f * (float)s->radius);
    const double *p = s->point[test_random(seed) % s->points], *q = s->point[test_random(seed) % s->points];
    const double share = test_uniform(seed, 0.0f, 0.5f);
    double at[3];
    between(p, q, share, at);
    for (int k = 0; k < 3; ++k)
        at[k] *= 0.95; // off the edges; the origin is inside
    return vec_add(out, (oracle_vec3){ (float)at[0], (float)at[1], (float)at[2] });
}

static MunitResult ways_are_stopped_on_their_side(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t kinds[]        = { COLLIDER_BOX, COLLIDER_SPHERE, COLLIDER_CAPSULE, COLLIDER_HULL };
    uint64_t seed                        = 23;
    uint32_t crossings[MAS_COUNT(kinds)] = { 0 };
    test_walls t;
    test_make_walls(fixture, &t, PLACES, 1, true);
    t.hull[HULL_FLAT] = test_make_hull(HULL_CUBE, 0.5f, 0.02f, 0.5f); // a plate of 0.4 spacings
    test_upload(fixture, t.colliders.hull, t.hull, sizeof t.hull);
    t.twin.params.colliders = 1;
    const float part = t.twin.params.part, reach = t.twin.params.reach;
    for (uint32_t run = 0; run < MAS_COUNT(kinds) * 6; ++run)
    {
        const uint32_t kind = run % MAS_COUNT(kinds);
        collider_state* c   = &t.places.collider[0];
        *c                  = test_random_shape(&t, kinds[kind], 0.5f, &seed);
        if (kind == 0) c->size.y = 0.02f;
        if (kind == 2) c->size.x = 0.02f;
        if (kind == 3 && run / 4 % 3 == 0)
            c->hull = HULL_FLAT, c->size = test_hull_half(&t.hull[HULL_FLAT]), c->position.w = 1.00001f * c->size.w;
        if (run / 4 % 2 == 1) test_move_shape(c, part, reach / part, 0.0f, &seed); // straight on
        c->bend             = (mas_vec4){ 0 };
        const test_convex s = test_solid(&t, c, 0.0);
        double a[PLACES][3], b[PLACES][3];
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const oracle_vec3 seen = vec_scale(vec_of(c->velocity), part); // what the shape does in the part
            const bool rests       = run / 4 % 2 == 1 && i % 2 == 0;
            const oracle_vec3 way  = vec_scale(vec_of(test_uniform4(&seed, -1.0f, 1.0f)), 0.57f * reach);
            const oracle_vec3 move = rests ? (oracle_vec3){ 0 } : way;
            const float share      = i % 4 == 3 ? 1.5f : test_uniform(&seed, 0.1f, 0.9f); // some fall short
            const oracle_vec3 from = vec_sub(aim_at(&s, &seed), vec_scale(vec_sub(move, seen), share));
            const oracle_vec3 x    = vec_add(vec_add(vec_of(c->position), from), move);
            test_set_place(&t, i, 0, x, vec_scale(move, 1.0f / part));
            memcpy(a[i], (double[3]){ from.x, from.y, from.z }, sizeof a[i]);
            memcpy(b[i], (double[3]){ from.x + move.x - seen.x, from.y + move.y - seen.y, from.z + move.z - seen.z },
                   sizeof b[i]);
        }
        test_run_walls(fixture, &t, 0, false);
        test_fetch_walls(fixture, &t);
        for (uint32_t i = 0; i < PLACES; ++i)
            crossings[kind] += expect_way(&t, i, &s, a[i], b[i]);
    }
    for (uint32_t k = 0; k < MAS_COUNT(kinds); ++k)
        munit_assert_uint32(crossings[k], >, 20);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// A way that dives through the floor in front of a plate comes up to the plate along the floor: below, it is not in its
// way. Red when walls are looked for only where the way would end.
static MunitResult ways_lead_on_along_walls(const MunitParameter params[], void* fixture)
{
    (void)params;
    const mas_vec4 straight = { 0, 0, 0, 1 };
    test_walls t;
    test_make_walls(fixture, &t, 1, 2, true);
    const float part        = t.twin.params.part;
    t.twin.params.colliders = 2;
    t.places.collider[0] =
        (collider_state){ { 0.22f, 0.5f, 0, 1 }, straight, .size = { 0.02f, 0.5f, 1, 0 }, .kind = COLLIDER_BOX };
    t.places.collider[1] = (collider_state){ { 0, 0, 0, (float)COLLIDER_ENDLESS }, straight, .kind = COLLIDER_PLANE };
    test_set_place(&t, 0, 0, (oracle_vec3){ 0.25f, -0.08f, 0 }, (oracle_vec3){ 0.15f / part, -0.1f / part, 0 });
    test_run_walls(fixture, &t, 0, false);
    test_fetch_walls(fixture, &t);
    const liquid_wall* w = t.twin.wall;
    munit_assert_uint32(t.twin.wall_count[0], ==, 2);
    munit_assert_float(w[0].plane.y, ==, 1.0f);
    munit_assert_float(fabsf(w[0].plane.w + 0.08f), <, 1e-6f);
    munit_assert_float(w[1].plane.x, ==, -1.0f);
    munit_assert_float(fabsf(w[1].plane.w + 0.05f), <, 1e-6f);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// A paddle turns about y through particles that rest: whoever it comes over in a part is in front of it, on the side
// that it goes to; who is behind it, behind.
static MunitResult paddles_push_ahead(const MunitParameter params[], void* fixture)
{
    (void)params;
    const float spin = 24.0f, half = 0.02f; // rad/s; a tip at 0.5 m goes 0.047 m in a part: through the paddle
    uint32_t swept = 0;
    test_walls t;
    test_make_walls(fixture, &t, PLACES, 1, true);
    t.twin.params.colliders = 1;
    const double step       = t.twin.params.part;
    t.places.collider[0]    = (collider_state){ .position         = { 0, 0, 0, 0.8f },
                                                .rotation         = { 0, 0, 0, 1 },
                                                .angular_velocity = { 0, -spin, 0, 0 }, // from x to z
                                                .size             = { 0.5f, 0.5f, half, 0 },
                                                .kind             = COLLIDER_BOX };
    for (uint32_t part = 0; part < 4; ++part)
    {
        const double begin = spin * step * part, end = begin + spin * step; // angles
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const double angle = begin + (i % 16 - 7.75) * 0.02, r = 0.25 + 0.2 * i / PLACES;
            test_set_place(&t, i, 0, (oracle_vec3){ (float)(r * cos(angle)), 0.1f, (float)(r * sin(angle)) },
                           (oracle_vec3){ 0 });
        }
        test_run_walls(fixture, &t, part, false);
        test_fetch_walls(fixture, &t);
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const mas_vec4 x = t.places.sorted_position[i], n = t.twin.wall[i * LIQUID_WALLS].plane;
            const double before = cos(begin) * x.z - sin(begin) * x.x, after = cos(end) * x.z - sin(end) * x.x;
            if (fabs(before) < half + 1e-4) continue; // inside it from the start
            const double side = before > 0.0 ? 1.0 : -1.0;
            munit_assert_uint32(t.twin.wall_count[i], ==, 1);
            munit_assert_double(fabs(n.w - (side * after - half)), <, 0.5 * pow(end, 3) / 6 + 1e-5); // third order
            munit_assert_double(side * (cos(end) * n.z - sin(end) * n.x), >, 0.99);
            swept += after < 0.0 && before > 0.0;
        }
    }
    munit_assert_uint32(swept, >, 10);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// What later stages do with walls, as simply as it can be: out to half a spacing, with the velocity that this gives.
static void follow_walls(test_walls* t, uint32_t i)
{
    oracle_particles* p = &t->places;
    const float part = t->twin.params.part, want = 0.5f * t->twin.params.spacing;
    const oracle_vec3 first = vec_scale(vec_of(p->sorted_velocity[i]), part);
    oracle_vec3 delta       = first;
    for (uint32_t turn = 0; turn < 8; ++turn)
        for (uint32_t k = 0; k < t->twin.wall_count[i]; ++k)
        {
            const liquid_wall* w = &t->twin.wall[i * LIQUID_WALLS + k];
            const float gap      = w->plane.w + oracle_dot3(vec_of(w->plane), vec_sub(delta, first));
            if (gap < want) delta = vec_add_scaled(delta, want - gap, vec_of(w->plane));
        }
    const oracle_vec3 x = vec_add(vec_of(p->sorted_position[i]), vec_sub(delta, first));
    p->position[i]      = vec_xyz0(x);
    p->velocity[i]      = vec_xyz0(vec_scale(delta, 1.0f / part));
}

// Six plates of 0.4 spacings, boxes and hulls, on a body that flies, shakes and spins; particles inside are thrown at
// them again and again, so that they meet them at up to a reach in a part.
static MunitResult nobody_leaves_a_cage(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N        = 200,
        PLATES   = 6,
        SUBSTEPS = 40,
        PARTS    = 3
    };
    const float side = 0.5f, half = 0.02f;
    uint64_t seed = 29;
    test_walls t;
    test_make_walls(fixture, &t, N, PLATES, true);
    t.hull[0] = test_make_hull(HULL_CUBE, side + 2 * half, side + 2 * half, half);
    test_upload(fixture, t.colliders.hull, t.hull, sizeof t.hull);
    t.twin.params.colliders = PLATES;
    const float part = t.twin.params.part, fastest = t.twin.params.reach / part;
    oracle_bodies b = oracle_create_bodies(1);
    collider_data data[PLATES];
    for (uint32_t k = 0; k < PLATES; ++k)
    {
        const float at = (k % 2 == 0 ? 1.0f : -1.0f) * (side + half), wide = side + 2 * half;
        mas_vec4 x = { 0, 0, 0, 1.5f * side + side }, s = { wide, wide, wide, 0 };
        (&x.x)[k / 2] = at;
        (&s.x)[k / 2] = half;
        data[k]       = (collider_data){
                  .position = x, .rotation = { 0, 0, 0, 1 }, .size = s, .kind = k < 4 ? COLLIDER_BOX : COLLIDER_HULL
        };
    }
    b.trait[0].tag = 1 << BODY_FLAG_BITS | BODY_ALIVE | BODY_MOVES;
    b.pose[0]      = (body_pose){ { 1, 2, -3, 0 }, { 0, 0, 0, 1 } };
    for (uint32_t i = 0; i < N; ++i)
        t.places.position[i] = vec_xyz0(vec_add(vec_of(b.pose[0].position), vec_of(test_uniform4(&seed, -0.4f, 0.4f))));
    t.places.slots = N;
    for (uint32_t k = 0; k < SUBSTEPS; ++k)
    {
        if (k % 5 == 0) b.motion[0] = (body_motion){ test_uniform4(&seed, -4, 4), test_uniform4(&seed, -6, 6) };
        oracle_collider(data, PLATES, &b, PARTS * part, t.places.collider);
        const oracle_vec3 v = vec_of(b.motion[0].velocity), w = vec_of(t.places.collider[0].angular_velocity);
        for (uint32_t m = 0; m < PARTS; ++m)
        {
            for (uint32_t i = 0; i < N; ++i)
            {
                const oracle_vec3 kick = vec_scale(vec_of(test_uniform4(&seed, -0.5f, 0.5f)), fastest); // at most 0.87
                const oracle_vec3 u    = i % 2 == 0 ? vec_add(v, kick) : vec_of(t.places.velocity[i]);
                test_set_place(&t, i, 0, vec_add_scaled(vec_of(t.places.position[i]), part, u), u);
            }
            test_run_walls(fixture, &t, m, false);
            test_fetch_walls(fixture, &t);
            for (uint32_t i = 0; i < N; ++i)
                follow_walls(&t, i);
        }
        const float time      = PARTS * part;
        body_pose* pose       = &b.pose[0];
        pose->position        = vec_xyz0(vec_add_scaled(vec_of(pose->position), time, v));
        const mas_vec4 turned = oracle_quaternion_from_rotation_vector(vec_scale(w, time));
        pose->rotation        = oracle_quaternion_normalize(oracle_quaternion_multiply(turned, pose->rotation));
        for (uint32_t i = 0; i < N; ++i)
        {
            const oracle_vec3 x = vec_sub(vec_of(t.places.position[i]), vec_of(pose->position));
            const oracle_vec3 l = oracle_quaternion_rotate_inverse(pose->rotation, x);
            munit_assert_float(fabsf(l.x), <, side);
            munit_assert_float(fabsf(l.y), <, side);
            munit_assert_float(fabsf(l.z), <, side);
        }
    }
    oracle_destroy_bodies(&b);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/ways-are-stopped-on-their-side", ways_are_stopped_on_their_side, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/ways-lead-on-along-walls", ways_lead_on_along_walls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/paddles-push-ahead", paddles_push_ahead, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nobody-leaves-a-cage", nobody_leaves_a_cage, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_boundary_cross_suite = { "/boundary-cross", tests, NULL, 1, 0 };
