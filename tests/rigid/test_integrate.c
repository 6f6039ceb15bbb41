// The three kernels of integrate against their oracle, bit for bit. Red when a force, a damping, a limit, a lock, an
// impulse of the solver or a flow of the top is left out or done in another order, a body behind the count, a static or
// a sleeping one moves, or a lost one is not set aside.
#include "bodies.h"
#include "oracle/integrate.h"
#include "rigid/integrate.h"

#include <string.h>

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

// What a solver might do between two kernels, in the twin and on the device.
static void disturb(test_gpu* gpu, const stage* s, oracle_bodies* b, uint64_t* seed)
{
    for (uint32_t i = 0; i < s->capacity; ++i)
    {
        body_speed* speed = &b->speed[i];
        const mas_vec4 dv = test_uniform4(seed, -0.5f, 0.5f), dw = test_uniform4(seed, -2.0f, 2.0f);
        if (speed->velocity.w == 0.0f || test_random(seed) % 4 == 0) continue;
        for (int k = 0; k < 3; ++k)
        {
            (&speed->velocity.x)[k] += (&dv.x)[k];
            (&speed->spin.x)[k] += (&dw.x)[k];
        }
    }
    test_upload(gpu, s->bodies.array.speed, b->speed, s->capacity * sizeof *b->speed);
}

static void expect_speeds(test_gpu* gpu, const stage* s, const oracle_bodies* b)
{
    test_expect_array(gpu, "speed", s->bodies.array.speed, b->speed, s->capacity);
    test_expect_array(gpu, "base", s->bodies.array.base, b->base, s->capacity);
}

// Two steps, the second with impulses. Slots behind the count hold bodies too, which must stay as they are.
static void check(test_gpu* gpu, const stage* s, uint32_t count)
{
    oracle_bodies b          = oracle_create_bodies(s->capacity);
    const step_params params = test_step_params(count);
    uint64_t seed            = count;
    uint32_t lost            = 0;
    test_random_bodies(&b, count);
    memset(b.speed, 0xA5, s->capacity * sizeof *b.speed); // of the last step: nobody's business
    memset(b.base, 0xA5, s->capacity * sizeof *b.base);
    for (uint32_t i = count; i < s->capacity; ++i)
        b.speed[i] = (body_speed){ 0 }, b.base[i] = (body_base){ 0 };
    test_upload_bodies(gpu, &s->bodies, &b);
    test_upload(gpu, s->bodies.params, &params, sizeof params);
    mas_fill(test_record(gpu), s->any, 0);
    test_submit(gpu);
    for (uint32_t step = 0; step < 2; ++step)
    {
        mas_copy(test_record(gpu), s->bodies.array.pose, s->bodies.array.previous, s->capacity * sizeof *b.pose);
        test_submit(gpu);
        memcpy(b.previous, b.pose, s->capacity * sizeof *b.pose);
        for (uint32_t i = 0; i < SUBSTEPS; ++i)
        {
            mas_integrate_push_record(&s->integrate, test_record(gpu), count, i == 0);
            test_submit(gpu);
            oracle_integrate_push(&b, &params, i == 0);
            expect_speeds(gpu, s, &b);
            if (step > 0) disturb(gpu, s, &b, &seed);
            mas_integrate_move_record(&s->integrate, test_record(gpu), count);
            test_submit(gpu);
            oracle_integrate_move(&b, &params);
            expect_speeds(gpu, s, &b);
            if (step > 0) disturb(gpu, s, &b, &seed);
        }
        mas_integrate_finish_record(&s->integrate, test_record(gpu), count);
        test_submit(gpu);
        lost += oracle_integrate_finish(&b, &params);
        test_expect_bodies(gpu, &s->bodies, &b);
    }
    munit_assert(count < 100 || (lost > count / 20 && lost < count / 2)); // the case is there, and not the rule
    expect_any(gpu, s->any, count, lost);
    oracle_destroy_bodies(&b);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 4097);
    munit_assert_uint32(s.integrate.push.window_count, ==, 1);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
        check(fixture, &s, test_body_counts[k]);
    return MUNIT_OK;
}

// Arrays larger than what a device binds: several windows, the same bits.
static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 16; // 1024 speeds
    stage s;
    make(gpu, &s, 4500);
    munit_assert_uint32(s.integrate.push.window_count, ==, 5);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
        check(gpu, &s, test_body_counts[k]);
    check(gpu, &s, 1024);
    check(gpu, &s, 1025);
    check(gpu, &s, 2048);
    check(gpu, &s, 4500);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_integrate_suite = { "/integrate", tests, NULL, 1, 0 };
