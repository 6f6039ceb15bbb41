// The way back to slots against the oracle, bit for bit. Red when a particle lands in another slot, a drained particle
// comes back, a density goes to another particle, or the speed is not the largest.
#include "liquids.h"
#include "oracle/exact.h"
#include "oracle/part.h"
#include "oracle/settle.h"

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_liquids t;
    test_make_liquids(gpu, &t, 4500, 64);
    for (uint32_t liquids = 1; liquids <= LIQUID_MAX; liquids += LIQUID_MAX - 1)
    {
        test_pool p;
        test_create_pool(&p, 4500, 64, liquids);
        for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
        {
            test_fill_pool(&p, k % 2 == 0 ? CLOUD_RANDOM : CLOUD_EDGE, sizes[k], k % 2 == 0 ? 0 : 5);
            test_find_neighbours(gpu, &t, &p);
            test_scatter_walls(&p);
            test_upload_walls(gpu, &t, &p);
            mas_recorder* rec = test_record(gpu);
            test_record_solve(&t, rec, sizes[k], liquids, 1);
            mas_settle_record(&t.settle, rec, sizes[k]);
            test_submit(gpu);
            oracle_part_solve(&p.liquid, 1);
            oracle_settle(&p.liquid);
            test_expect_pool(gpu, &t, &p);
            float most = 0.0f;
            for (uint32_t i = 0; i < sizes[k]; ++i)
            {
                const mas_vec4 v    = p.particles.velocity[i];
                const float squared = v.x * v.x + v.y * v.y + v.z * v.z;
                const bool moved    = p.liquid.density[i] > 0.0f; // who is gone was not looked at
                most                = moved && squared > most ? squared : most;
            }
            munit_assert_float(oracle_from_bits(p.liquid.state.speed), ==, most);
        }
        test_destroy_pool(&p);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_settle_suite = { "/settle", tests, NULL, 1, 0 };
