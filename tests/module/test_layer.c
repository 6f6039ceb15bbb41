// The thin layer over Vulkan that all stages stand on: kernels by name, spans, passes, ping-pong, and the way in and
// out.
#include "harness.h"
#include "sum_test_shared.h"
#include "transform_test_shared.h"

#include <stdlib.h>
#include <string.h>

static const mas_kernel_desc transform = { .name   = "transform_test",
                                           .access = "RW",
                                           .push   = sizeof(transform_test_push) };
static const mas_kernel_desc sum       = { .name = "sum_test", .access = "rrw", .push = sizeof(sum_test_push) };

// proves: 002-83. Red when a kernel is not found by its name, a pass binds the wrong span, what one pass of a ping-pong
// writes does not reach the next, or bytes do not come back as they went in.
// The source's shader, program, texture, sampler unit and render target are our kernel, span and pass; its swap is two
// passes over the same two spans, and nobody calls Vulkan here.
static MunitResult ping_pong(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    const uint32_t counts[] = { 1, 31, 64, 65, 1000 };
    for (size_t k = 0; k < MAS_COUNT(counts); ++k)
    {
        const uint32_t n = counts[k];
        uint32_t* value  = calloc(n, sizeof *value);
        uint32_t* back   = calloc(n, sizeof *back);
        test_reset(gpu);
        const mas_span a = mas_plan(&gpu->arena, MAS_SCRATCH, "a", n, 4);
        const mas_span b = mas_plan(&gpu->arena, MAS_SCRATCH, "b", n, 4);
        test_allocate(gpu);
        mas_pass there, home;
        test_try(mas_bind(&gpu->kernels, &there, &transform, a, b));
        test_try(mas_bind(&gpu->kernels, &home, &transform, b, a));
        munit_assert_uint32(gpu->kernels.pipeline_count, ==, 1); // one program, two bindings

        uint64_t random = n;
        for (uint32_t i = 0; i < n; ++i)
            value[i] = test_random(&random);
        test_upload(gpu, a, value, n * sizeof *value);
        test_download(gpu, a, back, n * sizeof *back);
        munit_assert_memory_equal(n * sizeof *back, back, value);

        const transform_test_push push = { .scale = 3, .add = 7, .step = 5 };
        mas_recorder* rec              = test_record(gpu);
        for (int round = 0; round < 5; ++round)
        {
            mas_run(rec, &there, n, &push);
            mas_run(rec, &home, n, &push);
        }
        munit_assert_uint32(rec->dispatches, ==, 10);
        munit_assert_uint32(rec->barriers, ==, 1 + 9); // one to begin with, one between each two
        test_submit(gpu);
        test_download(gpu, a, back, n * sizeof *back);
        for (int round = 0; round < 10; ++round)
            for (uint32_t i = 0; i < n; ++i)
                value[i] = value[i] * 3 + 7 + i * 5;
        munit_assert_memory_equal(n * sizeof *back, back, value);
        free(value);
        free(back);
    }
    test_reset(gpu);
    const mas_span some = mas_plan(&gpu->arena, MAS_SCRATCH, "some", 1, 4);
    test_allocate(gpu);
    static const mas_kernel_desc nobody = { .name = "nobody", .access = "w" };
    mas_pass none;
    munit_assert_int(mas_bind(&gpu->kernels, &none, &nobody, some), ==, MASSA_ERROR_VULKAN);
    return MUNIT_OK;
}

// proves: 002-S07. Red when an edge of the matrix is left out or run over, or a sum has another bit than the CPU's.
static MunitResult matrix_sum(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu             = fixture;
    const uint32_t sizes[][2] = { { 1, 1 }, { 1, 200 }, { 200, 1 }, { 63, 65 }, { 64, 64 }, { 37, 129 } };
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        const uint32_t rows = sizes[k][0], columns = sizes[k][1], n = rows * columns;
        float* data = calloc(3 * (size_t)n + 1, sizeof *data);
        float *a = data, *b = data + n, *c = data + 2 * (size_t)n;
        test_reset(gpu);
        const mas_span span_a = mas_plan(&gpu->arena, MAS_SCRATCH, "a", n, 4);
        const mas_span span_b = mas_plan(&gpu->arena, MAS_SCRATCH, "b", n, 4);
        const mas_span span_c = mas_plan(&gpu->arena, MAS_SCRATCH, "c", n + 1, 4); // one more, to see it untouched
        test_allocate(gpu);
        mas_pass add;
        test_try(mas_bind(&gpu->kernels, &add, &sum, span_a, span_b, span_c));
        uint64_t random = k;
        for (uint32_t i = 0; i < 2 * n; ++i)
            data[i] = ((float)test_random(&random) - 0x1p31f) * 0x1p-20f;
        test_upload(gpu, span_a, a, n * sizeof *a);
        test_upload(gpu, span_b, b, n * sizeof *b);

        const uint32_t group     = gpu->kernels.group_size;
        const sum_test_push push = { .rows = rows, .columns = columns };
        mas_recorder* rec        = test_record(gpu);
        mas_fill(rec, span_c, 0x7fc00000u);
        mas_run(rec, &add, (uint64_t)rows * ((columns + group - 1) / group) * group, &push);
        test_submit(gpu);
        test_download(gpu, span_c, c, (n + 1) * sizeof *c);
        for (uint32_t i = 0; i < n; ++i) // the plain loop
        {
            const float s = a[i] + b[i];
            munit_assert_memory_equal(sizeof s, &c[i], &s);
        }
        uint32_t untouched;
        memcpy(&untouched, &c[n], 4);
        munit_assert_uint32(untouched, ==, 0x7fc00000u);
        free(data);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/ping-pong", ping_pong, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/matrix-sum", matrix_sum, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_layer_suite = { "/layer", tests, NULL, 1, 0 };
