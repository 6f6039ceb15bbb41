// A substep of particles against the oracle, bit for bit. Red when a force, a damper, the drag or a shape is left out
// or done in another order, a layer meets with the wrong radius, a motion that is no number reaches the state, or a
// particle is not counted for the next grid, or is found elsewhere.
#include "particles.h"
#include "oracle/contact.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"

enum
{
    FIRST_STEP  = 2, // substeps
    SECOND_STEP = 2
};

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
static const float radii[]    = { 0.1f, 0.2f, 0.8f, 3.0f };

static void check(test_gpu* gpu, const test_particles* t, oracle_particles* p)
{
    test_upload_particles(gpu, t, p);
    mas_recorder* rec = test_record(gpu);
    test_record_step(t, rec, p->slots, FIRST_STEP, MAS_FROM_SLOTS);
    test_record_step(t, rec, p->slots, SECOND_STEP, MAS_FROM_COUNTED_SLOTS);
    test_submit(gpu);
    for (int i = 0; i < FIRST_STEP + SECOND_STEP; ++i)
        test_substep(p);
    test_expect_state(gpu, t, p);
}

// Shapes of every kind, moving, in the middle of the cloud; one is gone.
static void add_shapes(oracle_particles* p, uint64_t seed)
{
    static const uint32_t kinds[] = { COLLIDER_PLANE,
                                      COLLIDER_BOX,
                                      COLLIDER_SPHERE,
                                      COLLIDER_BOX | COLLIDER_HOLLOW,
                                      COLLIDER_SPHERE | COLLIDER_HOLLOW,
                                      0,
                                      COLLIDER_BOX | COLLIDER_SENSOR,
                                      COLLIDER_PLANE | COLLIDER_HOLLOW };
    const uint32_t n              = MAS_COUNT(kinds) < p->collider_room ? MAS_COUNT(kinds) : p->collider_room;
    p->params.colliders           = n;
    for (uint32_t k = 0; k < n; ++k)
    {
        mas_vec4 q          = test_uniform4(&seed, -1.0f, 1.0f);
        q.w                 = 0.5f;
        const bool hollow   = (kinds[k] & COLLIDER_HOLLOW) != 0;
        const bool plane    = (kinds[k] & 7) == COLLIDER_PLANE;
        const bool straight = k == 1; // planes and boxes along the axes have their own roundings
        p->collider[k]      = (collider_state){
                 .position         = test_uniform4(&seed, -0.2f, 0.2f),
                 .rotation         = straight ? (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f } : oracle_quaternion_normalize(q),
                 .velocity         = test_uniform4(&seed, -1.0f, 1.0f),
                 .angular_velocity = test_uniform4(&seed, -3.0f, 3.0f),
                 .size             = hollow ? (mas_vec4){ 0.9f, 0.8f, 0.7f, 0.0f } : (mas_vec4){ 0.3f, 0.2f, 0.25f, 0.0f },
                 .kind             = kinds[k],
        };
        if (plane) p->collider[k].position.y = hollow ? 0.6f : -0.6f;
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_particles t;
    for (uint32_t layers = 1; layers <= 3; layers += 2)
    {
        const uint32_t most = layers > 1 ? 129 : 4097; // big particles are slow to look around
        test_make_particles(fixture, &t, &(test_particles_desc){ most, 64, layers, 0, 8 });
        oracle_particles p = test_create_twin(&t, radii);
        for (test_cloud c = 0; c < CLOUDS; ++c)
            for (size_t k = 0; k < MAS_COUNT(sizes) && sizes[k] <= most; ++k)
            {
                if ((c == CLOUD_TIGHT || c == CLOUD_POINT) && sizes[k] > 200) continue; // everybody meets everybody
                test_fill_particles(&p, c, sizes[k], c % 2 == 0 ? 0 : 5);
                p.params.colliders = 0;
                if (k % 2 == 1) add_shapes(&p, k);
                check(fixture, &t, &p);
            }
        oracle_destroy_particles(&p);
    }
    return MUNIT_OK;
}

static MunitResult large(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_is_lavapipe25()) return test_skip(TEST_LARGE);
    enum
    {
        N = 30011
    };
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ N, 64, 1, 0, 8 });
    oracle_particles p = test_create_twin(&t, radii);
    test_fill_particles(&p, CLOUD_RANDOM, N, 0);
    add_shapes(&p, 5);
    p.params.colliders = 3; // the hollow ones would press all of them into one place
    check(fixture, &t, &p);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 19;
    test_particles t;
    test_make_particles(gpu, &t, &(test_particles_desc){ 8100, 50, 1, 0, 8 });
    munit_assert_uint32(t.contact.push[0].window_count, ==, 4);
    oracle_particles p = test_create_twin(&t, radii);
    for (size_t k = 0; k <= MAS_COUNT(sizes); ++k)
    {
        test_fill_particles(&p, CLOUD_RANDOM, k < MAS_COUNT(sizes) ? sizes[k] : 8100, 6);
        add_shapes(&p, k);
        check(gpu, &t, &p);
    }
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// Speeds beyond all numbers: no NaN in the state after any substep, the particle gone after the next, and counted.
static MunitResult nothing_bad_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 130
    };
    test_particles t;
    test_make_particles(fixture, &t, &(test_particles_desc){ N, 64, 1, 0, 8 });
    oracle_particles p = test_create_twin(&t, radii);
    test_fill_particles(&p, CLOUD_ROWS, N, 0);
    add_shapes(&p, 5);
    p.velocity[3].y  = 3.0e38f;
    p.velocity[50].x = oracle_from_bits(0x7F800000u);
    p.velocity[70].z = oracle_from_bits(0x7FC00000u);
    p.velocity[90].z = -1.0e25f;
    test_upload_particles(fixture, &t, &p);
    test_record_step(&t, test_record(fixture), N, 1, MAS_FROM_SLOTS);
    test_submit(fixture);
    test_substep(&p);
    for (uint32_t i = 0; i < N; ++i)
    {
        const float* x = &p.position[i].x;
        const float* v = &p.velocity[i].x;
        for (int k = 0; k < 4; ++k)
            munit_assert_true(oracle_is_finite(x[k]) && oracle_is_finite(v[k]));
    }
    test_expect_state(fixture, &t, &p);
    munit_assert_uint32(p.counters.retired, ==, 0);
    check(fixture, &t, &p);
    munit_assert_uint32(p.counters.retired, >=, 3);
    munit_assert_uint32(oracle_bits(p.position[50].w) | oracle_bits(p.position[70].w), ==, 0);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// Who is lost in the first of several substeps is gone from its slot after the last, though these hand particles on by
// place. Red when the grid clears the place alone, or takes a place that nobody left anything in.
static MunitResult lost_on_the_way(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        N = 130
    };
    test_particles t;
    for (uint32_t layers = 1; layers <= 3; layers += 2)
    {
        test_make_particles(fixture, &t, &(test_particles_desc){ N, 64, layers, 0, 8 });
        oracle_particles p = test_create_twin(&t, radii);
        for (uint32_t lost = 1; lost <= 64; lost *= 8)
        {
            p.counters = (particle_counters){ 0 };
            test_fill_particles(&p, CLOUD_ROWS, N, 5);
            for (uint32_t i = 1; i < N; i += lost)
                p.velocity[i].x = 3.0e38f;
            check(fixture, &t, &p);
            munit_assert_uint32(p.counters.retired, >, 0);
        }
        oracle_destroy_particles(&p);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/large", large, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/nothing-bad-stays", nothing_bad_stays, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/lost-on-the-way", lost_on_the_way, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_contact_suite = { "/contact", tests, NULL, 1, 0 };
