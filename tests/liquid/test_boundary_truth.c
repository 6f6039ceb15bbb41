// Walls against distances in double precision, found in another way (harness/convex.h). Red when a face, an edge, a
// corner or a cap is taken for another, a container loses a wall, a shape is not where its body takes it, a sensor
// misses a particle, or a drain takes one that is outside.
#include "walls.h"
#include "oracle/collider.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>
#include <string.h>

enum
{
    PLACES = 96
};

static const uint32_t solids[] = { COLLIDER_PLANE, COLLIDER_BOX, COLLIDER_SPHERE, COLLIDER_CAPSULE, COLLIDER_HULL };

// What the search for the true distance leaves open, 1e-5 of the size of both, and rounding.
static double tolerance(const test_convex* s)
{
    return 4e-5 * (s->size + 1.0);
}

// x as seen from the shape.
static void from_shape(const double x[3], const double centre[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = x[k] - centre[k];
}

// The only wall of a place is where the shape is nearest: at its distance, the whole shape behind it.
static void expect_wall(const test_walls* t, uint32_t i, const test_convex* s, const double p[3], double exact)
{
    const liquid_wall* w  = &t->twin.wall[i * LIQUID_WALLS];
    const double distance = test_convex_distance(s, p), reach = t->twin.params.reach;
    const uint32_t count = t->twin.wall_count[i];
    if (fabs(distance - reach) < exact) return;
    munit_assert_uint32(count, ==, distance < reach ? 1 : 0);
    if (count == 0) return;
    const double n[3] = { w->plane.x, w->plane.y, w->plane.z };
    test_convex point = { .points = 1 };
    memcpy(point.point[0], p, sizeof point.point[0]);
    munit_assert_double(fabs(w->plane.w - distance), <, exact);
    munit_assert_double(fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1.0), <, 1e-4);
    munit_assert_double(fabs(test_gap_along(s, &point, n) - distance), <, exact);
    if (s->plane) munit_assert_double(n[0] * s->normal[0] + n[1] * s->normal[1] + n[2] * s->normal[2], >, 1.0 - 1e-4);
}

// Everywhere, and near corners, ends and centres.
static oracle_vec3 near_shape(const test_convex* s, uint32_t i, uint64_t* seed)
{
    const mas_vec4 r = test_uniform4(seed, -0.05f, 0.05f);
    const double* p  = s->point[test_random(seed) % s->points];
    if (i % 2 == 0) return vec_of(test_uniform4(seed, -1.0f, 1.0f));
    return (oracle_vec3){ (float)p[0] + r.x, (float)p[1] + r.y, (float)p[2] + r.z };
}

static MunitResult walls_are_where_shapes_are(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t seed = 11;
    test_walls t;
    test_make_walls(fixture, &t, PLACES, 1, true);
    t.twin.params.colliders = 1;
    for (uint32_t turn = 0; turn < MAS_COUNT(solids) * 12; ++turn)
    {
        collider_state* c   = &t.places.collider[0];
        *c                  = test_random_shape(&t, solids[turn % MAS_COUNT(solids)], 0.5f, &seed);
        const test_convex s = test_solid(&t, c, 0.0);
        const double at[3]  = { c->position.x, c->position.y, c->position.z };
        for (uint32_t i = 0; i < PLACES; ++i)
            test_set_place(&t, i, 0, vec_add(near_shape(&s, i, &seed), vec_of(c->position)), (oracle_vec3){ 0 });
        test_run_walls(fixture, &t, 0, false);
        test_fetch_walls(fixture, &t);
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const mas_vec4 x = t.places.sorted_position[i];
            double p[3];
            from_shape((double[3]){ x.x, x.y, x.z }, at, p);
            expect_wall(&t, i, &s, p, tolerance(&s));
        }
    }
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// proves: 000-76. Red when the distance or the normal of a container's face is another, or one in reach is no wall:
// each face in reach is one; a hollow ball has one.
static MunitResult containers_have_all_walls(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t seed                   = 13;
    uint32_t seen[LIQUID_WALLS + 1] = { 0 };
    test_walls t;
    test_make_walls(fixture, &t, PLACES, 1, true);
    t.twin.params.colliders = 1;
    const double reach      = t.twin.params.reach;
    for (uint32_t turn = 0; turn < 16; ++turn)
    {
        const bool ball   = turn % 4 == 3;
        collider_state* c = &t.places.collider[0];
        *c = test_random_shape(&t, (ball ? COLLIDER_SPHERE : COLLIDER_BOX) | COLLIDER_HOLLOW, 0.5f, &seed);
        const oracle_vec3 size = vec_of(c->size);
        const double half[3]   = { size.x, size.y, size.z };
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const oracle_vec3 r = vec_of(test_uniform4(&seed, -1.1f, 1.1f));
            const oracle_vec3 l =
                ball ? vec_scale(r, size.x) : (oracle_vec3){ r.x * size.x, r.y * size.y, r.z * size.z };
            test_set_place(&t, i, 0, vec_add(vec_of(c->position), oracle_quaternion_rotate(c->rotation, l)),
                           (oracle_vec3){ 0 });
        }
        test_run_walls(fixture, &t, 0, false);
        test_fetch_walls(fixture, &t);
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const oracle_vec3 x = vec_sub(vec_of(t.places.sorted_position[i]), vec_of(c->position));
            const oracle_vec3 l = oracle_quaternion_rotate_inverse(c->rotation, x);
            const double q[3]   = { l.x, l.y, l.z };
            double gap[6];
            uint32_t walls = 0;
            if (ball)
            {
                gap[walls] = half[0] - sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
                walls += gap[0] < reach;
            }
            for (int k = 0; k < 6 && !ball; ++k)
            {
                gap[walls] = half[k / 2] + (k % 2 == 0 ? q[k / 2] : -q[k / 2]);
                walls += gap[walls] < reach;
            }
            const uint32_t count = t.twin.wall_count[i];
            munit_assert_uint32(count, ==, walls < LIQUID_WALLS ? walls : LIQUID_WALLS);
            ++seen[count];
            for (uint32_t k = 0; k < count; ++k) // every wall has its own gap, and they come nearest first
            {
                const double w  = t.twin.wall[i * LIQUID_WALLS + k].plane.w;
                uint32_t nearer = 0;
                for (uint32_t m = 0; m < walls; ++m)
                    nearer += gap[m] < w - 1e-6;
                munit_assert_uint32(nearer, <=, k);
                munit_assert_true(k == 0 || w >= t.twin.wall[i * LIQUID_WALLS + k - 1].plane.w);
            }
        }
    }
    for (uint32_t k = 1; k <= LIQUID_WALLS; ++k)
        munit_assert_uint32(seen[k], >, 0);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

static void turn(const double w[3], double time, const double v[3], double out[3]) // Rodrigues
{
    const double spin = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), c = cos(spin * time), s = sin(spin * time);
    const double along = (w[0] * v[0] + w[1] * v[1] + w[2] * v[2]) / (spin * spin);
    for (int k = 0; k < 3; ++k)
        out[k] = v[k] * c + (w[(k + 1) % 3] * v[(k + 2) % 3] - w[(k + 2) % 3] * v[(k + 1) % 3]) / spin * s +
                 w[k] * along * (1.0 - c);
}

// Shapes away from the centre of a body that flies and spins, and particles that go with them: in every part of a
// substep the wall is where the body has its shape then, up to the third order in the turn. Red when a centre's way is
// straight, a part takes the pose of another, or a surface's way is not its own.
static MunitResult walls_go_with_bodies(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t seed = 17;
    test_walls t;
    test_make_walls(fixture, &t, PLACES, 1, true);
    const float substep     = 1.0f / 60.0f;
    t.twin.params.colliders = 1;
    t.twin.params.part      = 0.25f * substep;
    oracle_bodies b         = oracle_create_bodies(1);
    for (uint32_t run = 0; run < 4 * MAS_COUNT(solids) * 2; ++run)
    {
        const uint32_t part = run % 4;
        const double end = (part + 1.0) * t.twin.params.part, step = t.twin.params.part;
        collider_state* c      = &t.places.collider[0];
        const collider_state r = test_random_shape(&t, solids[run / 4 % MAS_COUNT(solids)], 0.5f, &seed);
        collider_data data     = {
                .position = r.position, .rotation = r.rotation, .size = r.size, .kind = r.kind, .hull = r.hull
        };
        b.trait[0].tag = 1 << BODY_FLAG_BITS | BODY_ALIVE | BODY_MOVES;
        b.pose[0] =
            (body_pose){ test_uniform4(&seed, -2, 2), oracle_quaternion_normalize(test_uniform4(&seed, -1, 1)) };
        b.motion[0] = (body_motion){ test_uniform4(&seed, -3, 3), test_uniform4(&seed, -3.5f, 3.5f) };
        oracle_collider(&data, 1, &b, substep, c);
        const double w[3]   = { c->angular_velocity.x, c->angular_velocity.y, c->angular_velocity.z };
        const double o[3]   = { b.pose[0].position.x, b.pose[0].position.y, b.pose[0].position.z };
        const double v[3]   = { b.motion[0].velocity.x, b.motion[0].velocity.y, b.motion[0].velocity.z };
        const double arm[3] = { c->position.x - o[0], c->position.y - o[1], c->position.z - o[2] };
        const double spin   = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        const test_convex s = test_solid(&t, c, end);
        double at[3];
        turn(w, end, arm, at);
        for (int k = 0; k < 3; ++k)
            at[k] += o[k] + v[k] * end;
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const oracle_vec3 l  = near_shape(&s, i, &seed);
            const oracle_vec3 x  = { (float)(at[0] + l.x), (float)(at[1] + l.y), (float)(at[2] + l.z) };
            const double from[3] = { x.x - o[0] - v[0] * end, x.y - o[1] - v[1] * end, x.z - o[2] - v[2] * end };
            double was[3]; // on the body, when the part began
            turn(w, -step, from, was);
            test_set_place(&t, i, 0, x,
                           (oracle_vec3){ (float)((from[0] - was[0]) / step + v[0]),
                                          (float)((from[1] - was[1]) / step + v[1]),
                                          (float)((from[2] - was[2]) / step + v[2]) });
        }
        test_run_walls(fixture, &t, part, false);
        test_fetch_walls(fixture, &t);
        for (uint32_t i = 0; i < PLACES; ++i)
        {
            const mas_vec4 x = t.places.sorted_position[i], u = t.places.sorted_velocity[i];
            const liquid_wall* wall = &t.twin.wall[i * LIQUID_WALLS];
            double p[3];
            from_shape((double[3]){ x.x, x.y, x.z }, at, p);
            const double radius = 2.5; // from the body's centre
            expect_wall(&t, i, &s, p, tolerance(&s) + radius * pow(spin * end, 3) / 6);
            if (t.twin.wall_count[i] == 0) continue;
            // The surface under the particle goes its way, but for the spin's share of the gap between them.
            const double far = 0.5 * radius * pow(spin * step, 2) + spin * step * fabs((double)wall->plane.w) + 1e-5;
            munit_assert_double(fabs(wall->way.x - u.x * step), <, far);
            munit_assert_double(fabs(wall->way.y - u.y * step), <, far);
            munit_assert_double(fabs(wall->way.z - u.z * step), <, far);
        }
    }
    oracle_destroy_bodies(&b);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// Every sensor has as many of each liquid as lie in it; a drain has taken those who were in it when the part began, and
// no others. Who lies within rounding of a surface is not asked.
static MunitResult sensors_and_drains(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 500
    };
    uint64_t seed = 19;
    uint32_t all  = 0;
    test_walls t;
    test_make_walls(fixture, &t, N, MAS_COUNT(solids) + 1, true);
    t.twin.params.colliders = MAS_COUNT(solids) + 1;
    collider_state* c       = t.places.collider;
    test_convex s[MAS_COUNT(solids) + 1];
    for (uint32_t k = 0; k <= MAS_COUNT(solids); ++k)
    {
        const bool drain     = k == MAS_COUNT(solids);
        const uint32_t flags = COLLIDER_SENSOR | (drain ? COLLIDER_DRAIN : 0);
        c[k]                 = test_random_shape(&t, (drain ? COLLIDER_CAPSULE : solids[k]) | flags, 0.5f, &seed);
        if (drain) c[k].size = (mas_vec4){ 0.4f, 0.5f, 0.0f, 0.0f }, c[k].position.w = 0.90001f;
        s[k] = test_solid(&t, &c[k], 0.0);
    }
    uint32_t due[(MAS_COUNT(solids) + 1) * LIQUID_MAX] = { 0 };
    bool gone[N];
    for (uint32_t i = 0; i < N; ++i)
    {
        const oracle_vec3 x   = vec_of(test_uniform4(&seed, -1.0f, 1.0f)),
                          v   = vec_of(test_uniform4(&seed, -20.0f, 20.0f));
        const uint32_t liquid = i % LIQUID_MAX;
        bool in[MAS_COUNT(solids) + 1], sure = true;
        const double step = t.twin.params.part;
        for (uint32_t k = 0; k <= MAS_COUNT(solids); ++k)
        {
            const double at[3] = { c[k].position.x, c[k].position.y, c[k].position.z };
            double here[3], before[3];
            from_shape((double[3]){ x.x, x.y, x.z }, at, here);
            from_shape((double[3]){ x.x - step * v.x, x.y - step * v.y, x.z - step * v.z }, at, before);
            const double distance = test_convex_distance(&s[k], here), was = test_convex_distance(&s[k], before);
            sure    = sure && fabs(distance) > tolerance(&s[k]) && fabs(was) > tolerance(&s[k]);
            in[k]   = distance < 0.0;
            gone[i] = was < 0.0; // the drain is the last one
        }
        test_set_place(&t, i, liquid, x, v);
        gone[i] = gone[i] && sure;
        if (!sure) t.places.neighbour_count[i] = PARTICLE_NONE, t.places.position[i] = (mas_vec4){ 0 };
        for (uint32_t k = 0; k <= MAS_COUNT(solids); ++k)
            due[k * LIQUID_MAX + liquid] += sure && in[k];
    }
    test_run_walls(fixture, &t, 0, false);
    mas_boundary_count_record(&t.stage, test_record(fixture), N);
    test_submit(fixture);
    test_expect_array(fixture, "sensor count", t.stage.sensor_count, due, MAS_COUNT(due));

    test_run_walls(fixture, &t, 0, true);
    test_fetch_walls(fixture, &t);
    const mas_span array[] = { t.particles.position, t.particles.previous, t.particles.velocity };
    static const mas_vec4 zero;
    for (uint32_t k = 0; k < MAS_COUNT(array); ++k)
    {
        mas_vec4 slot[N];
        test_download(fixture, array[k], slot, sizeof slot);
        for (uint32_t i = 0; i < N; ++i)
        {
            const bool there = k == 0 ? t.places.position[i].w != 0.0f : true;
            munit_assert_int(memcmp(&slot[i], &zero, sizeof zero) == 0, ==, gone[i] || !there);
            munit_assert_int(t.twin.wall_count[i] == LIQUID_GONE, ==, gone[i]);
        }
    }
    liquid_state state;
    test_download(fixture, t.liquid.state, &state, sizeof state);
    for (uint32_t i = 0; i < N; ++i)
        all += gone[i];
    munit_assert_uint32(state.drained, ==, all);
    munit_assert_uint32(all, >, 10);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/walls-are-where-shapes-are", walls_are_where_shapes_are, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/containers-have-all-walls", containers_have_all_walls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/walls-go-with-bodies", walls_go_with_bodies, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sensors-and-drains", sensors_and_drains, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_boundary_truth_suite = { "/boundary-truth", tests, NULL, 1, 0 };
