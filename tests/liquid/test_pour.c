// Pouring against its oracle, bit for bit. Red when a particle takes another slot than the lowest free one, comes out
// of turn, into a slot that is taken or beyond those in use, with the mass of another liquid or an old place, is not
// counted when there is no slot, or when its speed does not count for the pace.
#include "particles.h"
#include "liquid/pour.h"
#include "oracle/liquid_pour.h"

#include <stdlib.h>
#include <string.h>

enum
{
    CAPACITY = 4500,
    RECORDS  = 3000,
};

static const struct
{
    uint32_t slots, records; // in use when all have come; who comes
    uint32_t taken;          // of 256 slots
} cases[] = {
    { 1, 1, 0 },         { 1, 1, 256 },           { 33, 32, 0 },        { 128, 128, 128 },
    { 129, 60, 100 },    { 1000, 0, 30 },         { 2047, 500, 250 },   { 4096, 3000, 60 },
    { 4097, 2999, 200 }, { CAPACITY, 3000, 128 }, { CAPACITY, 7, 255 }, { CAPACITY, RECORDS, 256 },
};

typedef struct fixture
{
    mas_particles particles;
    mas_liquid liquid;
    mas_pour pour;
} fixture;

static void make(test_gpu* gpu, fixture* f)
{
    test_reset(gpu);
    mas_arena* a            = &gpu->arena;
    const mas_span counters = mas_plan(a, MAS_SCRATCH, "counters", 1, sizeof(particle_counters));
    f->particles            = mas_particles_plan(a, CAPACITY, 1, counters);
    f->liquid               = mas_liquid_plan(a, CAPACITY);
    mas_pour_plan(&f->pour, a, RECORDS, CAPACITY);
    test_allocate(gpu);
    test_try(mas_pour_create(&f->pour, &gpu->kernels, &f->liquid, &f->particles));
}

// Slots as a life may have left them: some taken, the others free, all zero.
static void fill(oracle_liquid* l, uint32_t taken, uint64_t* seed)
{
    oracle_particles* p = l->particles;
    for (uint32_t i = 0; i < CAPACITY; ++i)
    {
        const bool lives   = (test_random(seed) >> 9) % 256 < taken;
        const uint32_t tag = PARTICLE_ALIVE | (i % LIQUID_MAX) << LIQUID_SHIFT | i;
        const float x      = (float)i * 0.25f;
        mas_vec4 at        = { x, -x, 1.0f, 0.0f };
        memcpy(&at.w, &tag, sizeof tag);
        p->position[i] = lives ? at : (mas_vec4){ 0 };
        p->previous[i] = lives ? (mas_vec4){ 1.0f, x, 2.0f, at.w } : (mas_vec4){ 0 };
        p->velocity[i] = lives ? (mas_vec4){ 0.5f, 0.0f, -x, 3.0f } : (mas_vec4){ 0 };
    }
    for (uint32_t i = 0; i < LIQUID_MAX; ++i)
        l->params.kind[i].inverse_mass = i == 5 ? 0.0f : 0.5f + (float)i; // 5 was destroyed
    l->state = (liquid_state){ .speed = 0x40000000u, .parts = 2, .drained = 3, .refused = 4 };
}

// Values that a state must not keep are among them; the second half are discs of seven.
static void make_records(particle_record* records, uint32_t n, uint64_t* seed)
{
    static const float strange[] = { 1e-39f, -0.0f, 0.5e-12f, -3.0f, 1e4f };
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t r = test_random(seed);
        records[i]       = (particle_record){
                  .x          = (float)(int32_t)r * 1e-7f,
                  .y          = strange[r % 5],
                  .z          = strange[r / 5 % 5],
                  .tag        = PARTICLE_ALIVE | (r >> 7 & LIQUID_MASK) << LIQUID_SHIFT,
                  .velocity_x = n % 2 == 0 ? strange[r / 25 % 5] : 0.125f,
                  .velocity_y = (float)(r >> 9 & 15) * 0.1f,
                  .velocity_z = -0.125f,
                  .generation = i < n / 2           ? 0
                                : i / 7 * 7 + 7 < n ? i / 7 * 7 + 7
                                                    : n,
        };
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* user)
{
    (void)params;
    test_gpu* gpu = user;
    fixture f;
    make(gpu, &f);
    oracle_particles p       = oracle_create_particles(CAPACITY, f.particles.cells, 1, 0);
    oracle_liquid l          = oracle_create_liquid(&p);
    particle_record* records = malloc(RECORDS * sizeof *records);
    uint64_t seed            = 5;
    uint32_t refused         = 0;
    for (size_t k = 0; k < MAS_COUNT(cases); ++k)
    {
        const uint32_t slots = cases[k].slots, n = cases[k].records;
        fill(&l, cases[k].taken, &seed);
        make_records(records, n, &seed);
        test_upload(gpu, f.particles.position, p.position, CAPACITY * sizeof(mas_vec4));
        test_upload(gpu, f.particles.previous, p.previous, CAPACITY * sizeof(mas_vec4));
        test_upload(gpu, f.particles.velocity, p.velocity, CAPACITY * sizeof(mas_vec4));
        test_upload(gpu, f.liquid.params, &l.params, sizeof l.params);
        test_upload(gpu, f.liquid.state, &l.state, sizeof l.state);
        test_upload(gpu, f.pour.records, records, n * sizeof *records);
        mas_pour_record(&f.pour, test_record(gpu), slots, n);
        test_submit(gpu);
        oracle_pour(&l, slots, records, n);
        test_expect_array(gpu, "position", f.particles.position, p.position, CAPACITY);
        test_expect_array(gpu, "previous", f.particles.previous, p.previous, CAPACITY);
        test_expect_array(gpu, "velocity", f.particles.velocity, p.velocity, CAPACITY);
        liquid_state got;
        test_download(gpu, f.liquid.state, &got, sizeof got);
        munit_assert_memory_equal(sizeof got, &got, &l.state);
        refused += got.refused;
    }
    munit_assert_uint32(refused, >, RECORDS); // all of the last case, and some before
    free(records);
    oracle_destroy_liquid(&l);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

// Dispatches follow the bound that the host keeps; who goes where does not, as long as there are free slots below.
static MunitResult bound_changes_nothing(const MunitParameter params[], void* user)
{
    (void)params;
    test_gpu* gpu = user;
    fixture f;
    make(gpu, &f);
    oracle_particles p = oracle_create_particles(CAPACITY, f.particles.cells, 1, 0);
    oracle_liquid l    = oracle_create_liquid(&p);
    particle_record records[100];
    uint64_t seed = 9;
    fill(&l, 40, &seed);
    make_records(records, MAS_COUNT(records), &seed);
    for (uint32_t bound = 200; bound <= CAPACITY; bound += 4300)
    {
        uint64_t again = 9;
        fill(&l, 40, &again);
        test_upload(gpu, f.particles.position, p.position, CAPACITY * sizeof(mas_vec4));
        test_upload(gpu, f.liquid.params, &l.params, sizeof l.params);
        test_upload(gpu, f.liquid.state, &l.state, sizeof l.state);
        test_upload(gpu, f.pour.records, records, sizeof records);
        mas_pour_record(&f.pour, test_record(gpu), bound, MAS_COUNT(records));
        test_submit(gpu);
        oracle_pour(&l, 200, records, MAS_COUNT(records));
        munit_assert_uint32(l.state.refused, ==, 0);
        test_expect_array(gpu, "position", f.particles.position, p.position, CAPACITY);
    }
    oracle_destroy_liquid(&l);
    oracle_destroy_particles(&p);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/bound-changes-nothing", bound_changes_nothing, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_pour_suite = { "/pour", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
