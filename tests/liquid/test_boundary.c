// Walls, drains and sensors against the oracle, bit for bit. Red when a shape is left out or taken in another order, a
// farther wall is kept instead of a nearer one, a drain leaves a particle or takes too many, or a sensor counts wrong.
#include "walls.h"
#include "oracle/exact.h"
#include "oracle/liquid_boundary.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <string.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
static const uint32_t kinds[] = { COLLIDER_BOX,
                                  COLLIDER_SPHERE,
                                  COLLIDER_CAPSULE,
                                  COLLIDER_HULL,
                                  COLLIDER_PLANE,
                                  COLLIDER_BOX | COLLIDER_HOLLOW,
                                  COLLIDER_SPHERE | COLLIDER_HOLLOW };

enum
{
    CAPACITY  = 4097,
    COLLIDERS = 24,
    SOLIDS    = 4, // the first kinds: they end somewhere
};

// n places with ways of up to two reaches among shapes of all kinds that move: every 7th place is empty, and the first
// few are at the middle of a shape, on its axis or still.
static void fill(test_walls* t, uint32_t n, uint32_t colliders, uint32_t flags, bool hulls, uint64_t seed)
{
    oracle_particles* p      = &t->places;
    t->twin.params.colliders = colliders;
    const bool crowded = seed % 2 == 0; // or far enough apart for walls in front of particles to be among the nearest
    for (uint32_t k = 0; k < colliders; ++k)
    {
        const uint32_t solid   = kinds[test_random(&seed) % SOLIDS];
        const uint32_t endless = kinds[SOLIDS + test_random(&seed) % (MAS_COUNT(kinds) - SOLIDS)];
        const bool around      = crowded ? k % 3 == 2 : k == 0;
        uint32_t kind          = around ? endless : solid;
        if (!hulls && kind == COLLIDER_HULL) kind = COLLIDER_BOX;
        if (k % 5 == 4) kind |= flags;
        p->collider[k] = test_random_shape(t, kind, crowded ? 0.6f : 0.15f, &seed);
        mas_vec4 *at = &p->collider[k].position, *size = &p->collider[k].size;
        if (!crowded && around) *size = (mas_vec4){ 0.7f, 0.8f, 0.9f, 0.0f };
        if (!crowded && !around) *at = (mas_vec4){ 6.0f * at->x, 6.0f * at->y, 6.0f * at->z, at->w };
        if (k % 3 != 0) test_move_shape(&p->collider[k], t->twin.params.part * 4.0f, 20.0f, 20.0f, &seed);
        if (k % 11 == 7) p->collider[k].kind = 0;
        if (k % 7 == 1) p->collider[k].rotation = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
    }
    memset(p->position, 0, p->capacity * sizeof *p->position);
    memset(p->previous, 0, p->capacity * sizeof *p->previous);
    memset(p->velocity, 0, p->capacity * sizeof *p->velocity);
    p->slots      = n;
    t->twin.state = (liquid_state){ .drained = 3 };
    for (uint32_t i = 0; i < n; ++i)
    {
        const float fast    = i % 3 == 0 ? 0.0f : 2.0f * t->twin.params.reach / t->twin.params.part;
        oracle_vec3 x       = vec_of(test_uniform4(&seed, -1.0f, 1.0f));
        const oracle_vec3 v = vec_of(test_uniform4(&seed, -0.5f * fast, 0.5f * fast));
        if (i < colliders) x = vec_of(p->collider[i].position);
        test_set_place(t, i, test_random(&seed) % LIQUID_MAX, oracle_flush3(x), oracle_flush3(v));
        if (i % 7 == 6) p->neighbour_count[i] = PARTICLE_NONE, p->position[i] = (mas_vec4){ 0 };
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_walls t;
    test_make_walls(fixture, &t, CAPACITY, COLLIDERS, true);
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
        for (uint32_t part = 0; part < 4; part += 3)
        {
            const uint32_t colliders = k % 3 == 2 ? (uint32_t)(k + part) % 3 : COLLIDERS;
            fill(&t, sizes[k], colliders, part > 0 ? COLLIDER_SENSOR | COLLIDER_DRAIN : COLLIDER_SENSOR, true, k);
            test_run_walls(fixture, &t, part, part > 0);
            oracle_liquid_boundary(&t.twin, t.hull, part);
            test_expect_walls(fixture, &t);
        }
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// A point near a face of a box or plane, or over its edges, in the shape's frame: as far in front of it, or of a hollow
// box behind it, as what passes shapes by must tell apart.
static oracle_vec3 near_face(const collider_state* c, float reach, uint64_t* seed)
{
    const bool plane = (c->kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE, hollow = (c->kind & COLLIDER_HOLLOW) != 0;
    const uint32_t face = plane ? 1 : test_random(seed) % 3;
    const float side = plane || test_random(seed) % 2 == 0 ? 1.0f : -1.0f, gap = test_uniform(seed, 0.4f, 4.0f) * reach;
    const float size[3] = { c->size.x, plane ? 0.0f : c->size.y, c->size.z };
    float at[3];
    for (uint32_t k = 0; k < 3; ++k)
        at[k] = test_uniform(seed, -1.1f, 1.1f) * size[k];
    at[face] = side * (hollow ? size[face] - gap : size[face] + gap);
    return (oracle_vec3){ at[0], at[1], at[2] };
}

// Places that follow each other are side by side, as in a grid, and shapes are asked about for eight of them at once:
// boxes, hollow ones and planes that move and turn, thinner than the reach or long, at the origin and far away, one or
// more than eight. Red when anybody is passed by who has a wall: when a shape's or a particle's way, a turn or the
// width of the eight is left out.
static MunitResult passes_nobody_by(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t flat[] = { COLLIDER_BOX, COLLIDER_BOX | COLLIDER_HOLLOW, COLLIDER_PLANE };
    static const float scale[]   = { 0.1f, 1.0f, 30.0f };
    uint64_t seed                = 41;
    uint32_t with = 0, without = 0;
    test_walls t;
    test_make_walls(fixture, &t, 1024, COLLIDERS, true);
    oracle_particles* p = &t.places;
    const float reach = t.twin.params.reach, part = t.twin.params.part;
    for (uint32_t run = 0; run < 72; ++run)
    {
        const uint32_t colliders = run % 2 == 0 ? 1 : 11, number = run % 4;
        const float away = run / 18 % 2 == 0 ? 0.0f : 700.0f, speed = run % 5 < 2 ? 0.0f : 60.0f;
        const float spin = run % 7 < 3 ? 0.0f : 20.0f, fast = run % 3 == 0 ? 0.0f : 2.0f * reach / part;
        t.twin.params.colliders = colliders;
        for (uint32_t k = 0; k < colliders; ++k)
        {
            collider_state* c = &p->collider[k];
            *c                = test_random_shape(&t, flat[(run / 2 + k) % 3], scale[run / 6 % 3], &seed);
            c->position       = (mas_vec4){ c->position.x + away, c->position.y - away, c->position.z, c->position.w };
            test_move_shape(c, part * 4.0f, speed, spin, &seed);
        }
        for (uint32_t i = 0; i < p->capacity; i += 8)
        {
            const collider_state* c = &p->collider[test_random(&seed) % colliders];
            const oracle_vec3 local = oracle_quaternion_rotate(c->rotation, near_face(c, reach, &seed));
            const oracle_vec3 v     = vec_of(test_uniform4(&seed, -0.5f * fast, 0.5f * fast));
            for (uint32_t k = 0; k < 8; ++k)
            {
                const oracle_vec3 off = vec_of(test_uniform4(&seed, -0.5f * reach, 0.5f * reach));
                const oracle_vec3 x   = vec_add(vec_of(c->position), vec_add(local, off));
                test_set_place(&t, i + k, 0, oracle_flush3(x), oracle_flush3(v));
                if (i % 5 == 0 && k > 3) p->neighbour_count[i + k] = PARTICLE_NONE;
            }
        }
        test_run_walls(fixture, &t, number, false);
        oracle_liquid_boundary(&t.twin, t.hull, number);
        test_expect_walls(fixture, &t);
        for (uint32_t i = 0; i < p->capacity; ++i)
            ++*(t.twin.wall_count[i] > 0 ? &with : &without);
    }
    munit_assert_uint32(with, >, 10000);
    munit_assert_uint32(without, >, 10000);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// A world without hulls has kernels of its own.
static MunitResult needs_no_hulls(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_walls t;
    test_make_walls(fixture, &t, 129, COLLIDERS, false);
    fill(&t, 129, COLLIDERS, COLLIDER_SENSOR | COLLIDER_DRAIN, false, 5);
    test_run_walls(fixture, &t, 1, true);
    oracle_liquid_boundary(&t.twin, t.hull, 1);
    test_expect_walls(fixture, &t);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

// In the corner of a container, under two planes and beside a ball and a box: seven walls in reach, four of them felt,
// the nearest, and of equally near ones the collider and face that come first.
static MunitResult keeps_the_nearest(const MunitParameter params[], void* fixture)
{
    (void)params;
    const mas_vec4 straight = { 0.0f, 0.0f, 0.0f, 1.0f };
    const float endless     = (float)COLLIDER_ENDLESS;
    test_walls t;
    test_make_walls(fixture, &t, 1, 5, true);
    oracle_particles* p     = &t.places;
    t.twin.params.colliders = 5;
    t.twin.params.reach     = 0.25f;
    p->collider[0] = (collider_state){ { 0, -0.125f, 0, endless }, straight, .kind = COLLIDER_PLANE }; // gap 0.125
    p->collider[1] =
        (collider_state){ { 0.5f, 0, 0, 0.375f }, straight, .size = { 0.375f, 0, 0, 0 }, .kind = COLLIDER_SPHERE };
    p->collider[2] = (collider_state){ { 0.875f, 0.8125f, 0.9375f, endless }, // lower faces: 0.125, 0.1875, 0.0625
                                       straight,
                                       .size = { 1, 1, 1, 0 },
                                       .kind = COLLIDER_BOX | COLLIDER_HOLLOW };
    p->collider[3] = (collider_state){ { 0, -0.125f, 0, endless }, straight, .kind = COLLIDER_PLANE };
    p->collider[4] =
        (collider_state){ { 0, 0, -1.1875f, 2.0f }, straight, .size = { 1, 1, 1, 0 }, .kind = COLLIDER_BOX };
    test_set_place(&t, 0, 0, (oracle_vec3){ 0 }, (oracle_vec3){ 0 });
    test_run_walls(fixture, &t, 0, false);
    test_fetch_walls(fixture, &t);
    static const float gap[]     = { 0.0625f, 0.125f, 0.125f, 0.125f };
    static const uint32_t slot[] = { 2, 0, 1, 2 };
    munit_assert_uint32(t.twin.wall_count[0], ==, LIQUID_WALLS);
    for (uint32_t k = 0; k < LIQUID_WALLS; ++k)
    {
        munit_assert_float(t.twin.wall[k].plane.w, ==, gap[k]);
        munit_assert_uint32(oracle_bits(t.twin.wall[k].way.w), ==, slot[k]);
    }
    munit_assert_float(t.twin.wall[0].plane.z, ==, 1.0f);
    munit_assert_float(t.twin.wall[3].plane.x, ==, 1.0f);
    test_destroy_walls(&t);
    return MUNIT_OK;
}

static MunitResult counts_in_sensors(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_walls t;
    test_make_walls(gpu, &t, CAPACITY, COLLIDERS, true);
    uint32_t count[COLLIDERS * LIQUID_MAX], most = 0;
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        fill(&t, sizes[k], COLLIDERS, k % 2 == 0 ? COLLIDER_SENSOR : COLLIDER_SENSOR | COLLIDER_DRAIN, true, 100 + k);
        test_run_walls(gpu, &t, 0, false); // uploads; walls are not looked at
        mas_recorder* rec = test_record(gpu);
        mas_boundary_count_record(&t.stage, rec, sizes[k]);
        mas_boundary_count_record(&t.stage, rec, sizes[k]); // anew, not on top
        test_submit(gpu);
        oracle_liquid_sensors(&t.twin, t.hull, count);
        test_expect_array(gpu, "sensor count", t.stage.sensor_count, count, MAS_COUNT(count));
        for (uint32_t i = 0; i < MAS_COUNT(count); ++i)
            most = count[i] > most ? count[i] : most;
    }
    munit_assert_uint32(most, >, 10); // somebody was there
    test_destroy_walls(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/passes-nobody-by", passes_nobody_by, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/needs-no-hulls", needs_no_hulls, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/keeps-the-nearest", keeps_the_nearest, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/counts-in-sensors", counts_in_sensors, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_boundary_suite = { "/boundary", tests, NULL, 1, 0 };
