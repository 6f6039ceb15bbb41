// Populating against its oracle, bit for bit. Red when a particle comes to another slot, place or mass, one that leaves
// stays, its previous position is not the new one, or a slot changes that no record named.
#include "particles.h"
#include "oracle/exact.h"
#include "oracle/populate.h"
#include "particle/populate.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t sizes[] = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
static const float radii[]    = { 0.1f, 0.2f, 0.8f, 3.0f };

enum
{
    CAPACITY = 4500
};

// Records for n slots, spread over all: every third leaves. Values that a state must not keep are among them.
static void make_records(particle_record* records, uint32_t n, uint64_t* seed)
{
    static const float strange[] = { 1e-39f, -0.0f, 0.5e-12f, -3.0f, 1e5f };
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t slot = (uint32_t)((uint64_t)i * 2477 % CAPACITY); // 2477 and 4500 share no factor
        const uint32_t r    = test_random(seed);
        records[i]          = (particle_record){
                     .x   = (float)(int32_t)r * 1e-7f,
                     .y   = strange[r % 5],
                     .z   = strange[r / 5 % 5],
                     .tag = slot | (r >> 7 & PARTICLE_LAYER_MASK) << PARTICLE_LAYER_SHIFT | (i % 3 != 2 ? PARTICLE_ALIVE : 0),
                     .velocity_x = strange[r / 25 % 5],
                     .velocity_y = (float)(r >> 9 & 1023),
                     .velocity_z = -0.125f,
                     .generation = r,
        };
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_particles t;
    mas_populate populate;
    test_reset(gpu);
    test_plan_particles(gpu, &t, &(test_particles_desc){ CAPACITY, 8, PARTICLE_MAX_LAYERS, 0, 0 });
    mas_populate_plan(&populate, &gpu->arena, CAPACITY);
    test_allocate(gpu);
    test_create_particles(gpu, &t);
    test_try(mas_populate_create(&populate, &gpu->kernels, &t.array));

    oracle_particles p = test_create_twin(&t, radii);
    for (uint32_t i = 0; i < PARTICLE_MAX_LAYERS; ++i)
        p.params.layer[i].inverse_mass = 0.25f + (float)i;
    particle_record* records = malloc(CAPACITY * sizeof *records);
    uint64_t seed            = 11;
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        test_fill_particles(&p, CLOUD_RANDOM, CAPACITY, 4);
        memcpy(p.previous, p.velocity, CAPACITY * sizeof *p.previous); // anything that is not the position
        test_upload_particles(gpu, &t, &p);
        test_upload(gpu, t.array.previous, p.previous, CAPACITY * sizeof *p.previous);
        make_records(records, sizes[k], &seed);
        test_upload(gpu, populate.records, records, sizes[k] * sizeof *records);
        mas_populate_record(&populate, test_record(gpu), sizes[k]);
        test_submit(gpu);
        oracle_populate(&p, records, sizes[k]);
        test_expect_state(gpu, &t, &p);
        test_expect_array(gpu, "previous", t.array.previous, p.previous, CAPACITY);
    }
    free(records);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_populate_suite = { "/populate", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
