// Free flight against the oracle, bit for bit. Red when gravity comes twice or not at all, a place is found with the
// old velocity, a particle of a destroyed liquid stays, or a free slot flies.
#include "liquids.h"
#include "oracle/exact.h"
#include "oracle/pace.h"
#include "oracle/predict.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };

static void check(test_gpu* gpu, const test_liquids* t, test_pool* p)
{
    const oracle_particles* o = &p->particles;
    oracle_pace(&p->liquid);
    test_upload_pool(gpu, t, p);
    mas_predict_record(&t->predict, test_record(gpu), &t->liquid, 0, o->slots, false);
    test_submit(gpu);
    oracle_predict(&p->liquid);
    test_expect_array(gpu, "predicted", t->liquid.predicted_position, p->liquid.predicted_position, o->slots);
    test_expect_array(gpu, "fast", t->liquid.predicted_velocity, p->liquid.predicted_velocity, o->slots);
    test_expect_pool(gpu, t, p);
}

// The same particles in another order, as a part leaves them: predicted where they are found, cleared by slot.
static void check_carried(test_gpu* gpu, const test_liquids* t, test_pool* p)
{
    const oracle_particles* o = &p->particles;
    const uint32_t n          = o->slots;
    mas_vec4* x               = calloc(n + 1, sizeof *x);
    mas_vec4* v               = calloc(n + 1, sizeof *v);
    for (uint32_t i = 0; i < n; ++i)
    {
        x[i] = o->position[n - 1 - i];
        v[i] = o->velocity[n - 1 - i];
    }
    oracle_pace(&p->liquid);
    test_upload_pool(gpu, t, p);
    test_upload(gpu, t->array.sorted_position, x, n * sizeof *x);
    test_upload(gpu, t->array.sorted_velocity, v, n * sizeof *v);
    mas_predict_record(&t->predict, test_record(gpu), &t->liquid, 0, n, true);
    test_submit(gpu);
    oracle_predict(&p->liquid);
    for (uint32_t i = 0; i < n; ++i)
    {
        x[i] = p->liquid.predicted_position[n - 1 - i];
        v[i] = p->liquid.predicted_velocity[n - 1 - i];
    }
    test_expect_array(gpu, "predicted by place", t->liquid.predicted_position, x, n);
    test_expect_array(gpu, "fast by place", t->liquid.predicted_velocity, v, n);
    test_expect_pool(gpu, t, p);
    free(x);
    free(v);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_liquids t;
    test_make_liquids(fixture, &t, 4500, 8);
    for (uint32_t liquids = 1; liquids <= LIQUID_MAX; liquids += LIQUID_MAX - 1)
    {
        test_pool p;
        test_create_pool(&p, 4500, 8, liquids);
        for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
            for (int gone = 0; gone <= 1; ++gone)
            {
                const liquid_kind kind                         = p.liquid.params.kind[liquids / 2];
                p.liquid.params.kind[liquids / 2].inverse_mass = gone ? 0.0f : kind.inverse_mass;
                test_fill_pool(&p, CLOUD_RANDOM, sizes[k], k % 2 == 0 ? 0 : 5);
                check(fixture, &t, &p);
                test_fill_pool(&p, CLOUD_FAR, sizes[k], k % 2 == 0 ? 5 : 0);
                check_carried(fixture, &t, &p);
                p.liquid.params.kind[liquids / 2] = kind;
            }
        test_destroy_pool(&p);
    }
    return MUNIT_OK;
}

// A stone thrown up: after n parts it is g t^2 / 2 (1 + 1 / n) lower than without gravity, as semi-implicit steps are.
static MunitResult falls(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        PARTS = 120
    };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 64, 8);
    test_create_pool(&p, 64, 8, 1);
    p.liquid.params.gravity = (mas_vec4){ 0.0f, -9.81f, 0.0f, 0.0f };
    test_set_drop(&p, 0, 0, (mas_vec4){ 1.0f, 2.0f, 3.0f, 0.0f }, (mas_vec4){ 0.5f, 4.0f, -0.25f, 0.0f });
    for (int i = 0; i < PARTS; ++i)
    {
        check(fixture, &t, &p);
        p.particles.position[0] = p.liquid.predicted_position[0];
        p.particles.velocity[0] = p.liquid.predicted_velocity[0];
    }
    const double time = PARTS / 240.0, drop = 9.81 * time * time / 2.0 * (1.0 + 1.0 / PARTS);
    munit_assert_double(fabs(p.particles.position[0].x - (1.0 + 0.5 * time)), <, 1e-5); // 120 roundings of 1e-7
    munit_assert_double(fabs(p.particles.position[0].y - (2.0 + 4.0 * time - drop)), <, 2e-5);
    munit_assert_double(fabs(p.particles.velocity[0].y - (4.0 - 9.81 * time)), <, 1e-5);
    test_destroy_pool(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/falls", falls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_predict_suite = { "/predict", tests, NULL, 1, 0 };
