// Free flight of a substep against its oracle, bit for bit. Red when a force, a damping or a flow of the top is left
// out or done in another order, a body behind the count or a static one moves, or a lost one is not set aside.
#include "bodies.h"
#include "oracle/integrate.h"
#include "rigid/integrate.h"

enum
{
    SUBSTEPS = 3
};

typedef struct stage
{
    test_bodies bodies;
    mas_span any;
    mas_integrate integrate;
    uint32_t capacity;
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t capacity)
{
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, capacity);
    s->any      = mas_plan_list(&gpu->arena, MAS_SCRATCH, "any");
    s->capacity = capacity;
    test_allocate(gpu);
    test_try(
        mas_integrate_create(&s->integrate, &gpu->kernels, &s->bodies.array, s->bodies.params, s->bodies.lost, s->any));
}

static void expect_any(test_gpu* gpu, mas_span any, uint32_t body_count, uint32_t lost)
{
    list_header found, all = mas_list_complete(&gpu->kernels, body_count, body_count);
    test_download(gpu, any, &found, sizeof found);
    munit_assert_uint32(found.spare, ==, lost);
    munit_assert_uint32(found.count, ==, lost > 0 ? all.count : 0);
    munit_assert_uint32(found.group_x, ==, lost > 0 ? all.group_x : 0);
    munit_assert_uint32(found.block_x, ==, lost > 0 ? all.block_x : 0);
}

// Slots behind the count hold bodies too, which must stay as they are.
static void check(test_gpu* gpu, const stage* s, uint32_t count)
{
    oracle_bodies expected   = oracle_create_bodies(s->capacity);
    const step_params params = test_step_params(count);
    test_random_bodies(&expected, count);
    test_upload_bodies(gpu, &s->bodies, &expected);
    mas_recorder* rec = test_record(gpu);
    mas_write(rec, s->bodies.params, &params, sizeof params);
    mas_fill(rec, s->any, 0);
    for (int i = 0; i < SUBSTEPS; ++i)
        mas_integrate_record(&s->integrate, rec, count);
    test_submit(gpu);

    uint32_t lost = 0;
    for (int i = 0; i < SUBSTEPS; ++i)
        lost += oracle_integrate(&expected, &params);
    munit_assert(count < 100 || (lost > count / 20 && lost < count / 2)); // the case is there, and not the rule
    test_expect_bodies(gpu, &s->bodies, &expected);
    expect_any(gpu, s->any, count, lost);
    oracle_destroy_bodies(&expected);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 4097);
    munit_assert_uint32(s.integrate.fly.window_count, ==, 1);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
        check(fixture, &s, test_body_counts[k]);
    return MUNIT_OK;
}

// Arrays larger than what a device binds: several windows, the same bits.
static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 16; // 2048 poses
    stage s;
    make(gpu, &s, 4500);
    munit_assert_uint32(s.integrate.fly.window_count, ==, 3);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
        check(gpu, &s, test_body_counts[k]);
    check(gpu, &s, 2048);
    check(gpu, &s, 2049);
    check(gpu, &s, 4500);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_integrate_suite = { "/integrate", tests, NULL, 1, 0 };
