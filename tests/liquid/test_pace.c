// The pace of a step against its oracle, bit for bit, and what it means. Red when a part is too long for the fastest
// particle, a part that should not run gets groups, or the counters of the last step stay.
#include "liquids.h"
#include "oracle/exact.h"
#include "oracle/pace.h"

#include <string.h>

static void choose(test_gpu* gpu, const test_liquids* t, test_pool* p, float speed)
{
    list_header gate[2 * LIQUID_MAX_PARTS];
    p->liquid.state = (liquid_state){ .speed = oracle_bits(speed * speed), .parts = 9, .drained = 5, .refused = 7 };
    test_upload_pool(gpu, t, p);
    mas_pace_record(&t->pace, test_record(gpu), t->array.cells);
    test_submit(gpu);
    oracle_pace(&p->liquid);
    test_expect_array(gpu, "params", t->liquid.params, &p->liquid.params, 1);
    test_expect_array(gpu, "state", t->liquid.state, &p->liquid.state, 1);
    test_download(gpu, t->liquid.gate, gate, sizeof gate);
    for (uint32_t k = 0; k < LIQUID_MAX_PARTS; ++k)
    {
        const bool runs         = k < p->liquid.state.parts;
        const list_header slots = mas_list_complete(&gpu->kernels, runs ? p->particles.slots : 0, t->array.capacity);
        const list_header cells = mas_list_complete(&gpu->kernels, runs ? t->array.cells : 0, t->array.cells);
        munit_assert_memory_equal(sizeof slots, &gate[k], &slots);
        munit_assert_memory_equal(sizeof cells, &gate[LIQUID_MAX_PARTS + k], &cells);
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const float speeds[]   = { 0.0f, 1e-20f, 0.5f, 5.9f, 6.0f, 6.1f, 12.0f, 23.9f, 100.0f, 1e5f, 1e19f, 3e38f };
    static const uint32_t sizes[] = { 0, 1, 129, 4097 };
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 4500, 8);
    test_create_pool(&p, 4500, 8, 1);
    for (size_t n = 0; n < MAS_COUNT(sizes); ++n)
        for (uint32_t most = 0; most <= LIQUID_MAX_PARTS + 1; ++most)
            for (size_t k = 0; k < MAS_COUNT(speeds); ++k)
            {
                p.particles.slots = p.liquid.params.slots = sizes[n];
                p.liquid.params.parts                     = most;
                p.liquid.params.stiffness                 = (k + most) % 3 == 0 ? 500.0f : 0.0f; // sound of 22 m/s
                choose(fixture, &t, &p, speeds[k]);
                munit_assert_uint32(p.liquid.state.parts, >=, 1);
                munit_assert_uint32(p.liquid.state.parts, <=, most > 1 ? most : 1);
            }
    test_destroy_pool(&p);
    return MUNIT_OK;
}

// Parts as the rule says, with numbers in a double: way of the fastest in a substep, gravity's help included, over half
// a spacing, rounded up; parts make a substep, and one part less would not do.
static MunitResult keeps_the_stride(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_liquids t;
    test_pool p;
    test_make_liquids(fixture, &t, 64, 8);
    test_create_pool(&p, 64, 8, 1);
    p.liquid.params.gravity = (mas_vec4){ 0.0f, -10.0f, 0.0f, 0.0f };
    p.liquid.params.parts   = LIQUID_MAX_PARTS;
    for (uint32_t wanted = 1; wanted <= LIQUID_MAX_PARTS; ++wanted)
        for (int above = 0; above <= 1; ++above)
        {
            // 6 m/s go half a spacing in a substep of 1/240 s; gravity adds 10/240 m/s.
            const double speed = 6.0 * wanted - 10.0 / 240.0 + (above ? 1e-3 : -1e-3);
            choose(fixture, &t, &p, (float)speed);
            const uint32_t parts = wanted + (uint32_t)above;
            munit_assert_uint32(p.liquid.state.parts, ==, parts < LIQUID_MAX_PARTS ? parts : LIQUID_MAX_PARTS);
            munit_assert_double_equal(p.liquid.params.part * p.liquid.state.parts, 1.0 / 240.0, 9);
            munit_assert_double_equal(p.liquid.params.part * p.liquid.params.inverse_part, 1.0, 6);
            munit_assert_double_equal(p.liquid.params.share * p.liquid.state.parts, 1.0, 6);
        }
    test_destroy_pool(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/keeps-the-stride", keeps_the_stride, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_pace_suite = { "/pace", tests, NULL, 1, 0 };
