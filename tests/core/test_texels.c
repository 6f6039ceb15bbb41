// Arrays read by texels: whatever bits they hold, wherever they begin, with the barriers of any other reader. Where a
// device has too few texels, such a kernel is refused.
#include "wrapper.h"

#include <stdlib.h>
#include <string.h>

static const mas_kernel_desc backwards = { .name = "texel_test", .access = "tw", .push = sizeof(mas_range) };

typedef struct scene
{
    mas_span from, to;
    mas_pass pass;
} scene;

static massa_result make(test_gpu* gpu, scene* s, uint32_t n)
{
    mas_plan(&gpu->arena, MAS_SCRATCH, "before", 1, 4);
    s->from = mas_plan(&gpu->arena, MAS_SCRATCH, "from", n, sizeof(mas_uvec4));
    s->to   = mas_plan(&gpu->arena, MAS_SCRATCH, "to", n, sizeof(mas_uvec4));
    test_allocate(gpu);
    return mas_bind(&gpu->kernels, &s->pass, &backwards, s->from, s->to);
}

#define NO_TEXELS "the device has no texel buffers"

// Random bits, and those that a float unit might change.
static void fill(mas_uvec4* from, uint32_t n)
{
    static const uint32_t odd[] = {
        0x80000000, 0x00000001, 0x807FFFFF, 0x7F800000, 0x7F800001, 0xFFC12345, 0x7FFFFFFF
    };
    uint64_t seed = n;
    for (uint32_t i = 0; i < 4 * n; ++i)
    {
        const uint32_t word = test_random(&seed);
        (&from[0].x)[i]     = word % 3 == 0 ? odd[word / 3 % MAS_COUNT(odd)] : word;
    }
}

static MunitResult texels_keep_their_bits(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    if (!gpu->device->limits.texels) return test_skip(NO_TEXELS);
    static const uint32_t counts[] = { 1, 7, 8, 9, 127, 128, 129, 4097 };
    for (size_t k = 0; k < MAS_COUNT(counts); ++k)
    {
        const uint32_t n = counts[k];
        mas_uvec4 *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to);
        scene s;
        test_reset(gpu);
        test_try(make(gpu, &s, n));
        fill(from, n);
        test_upload(gpu, s.from, from, n * sizeof *from);
        mas_run(test_record(gpu), &s.pass, n, NULL);
        test_submit(gpu);
        test_download(gpu, s.to, to, n * sizeof *to);
        for (uint32_t i = 0; i < n; ++i)
            munit_assert_memory_equal(sizeof *to, &to[i], &from[n - 1 - i]);
        free(from);
        free(to);
    }
    return MUNIT_OK;
}

static MunitResult texels_get_their_barrier(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        COUNT = 64
    };
    test_gpu* gpu = fixture;
    if (!gpu->device->limits.texels) return test_skip(NO_TEXELS);
    scene s;
    mas_pass second;
    test_reset(gpu);
    const mas_span again = mas_plan(&gpu->arena, MAS_SCRATCH, "again", COUNT, sizeof(mas_uvec4));
    test_try(make(gpu, &s, COUNT));
    test_try(mas_bind(&gpu->kernels, &second, &backwards, s.from, again));
    mas_recorder* rec = test_record(gpu);
    uint32_t barriers[4];
    mas_fill(rec, s.from, 7);
    barriers[0] = rec->barriers;
    mas_run(rec, &s.pass, COUNT, NULL);
    barriers[1] = rec->barriers;
    mas_run(rec, &second, COUNT, NULL);
    barriers[2] = rec->barriers;
    mas_fill(rec, s.from, 8);
    barriers[3] = rec->barriers;
    test_submit(gpu);
    munit_assert_uint32(barriers[1] - barriers[0], ==, 1); // read after write
    munit_assert_uint32(barriers[2] - barriers[1], ==, 0); // two readers
    munit_assert_uint32(barriers[3] - barriers[2], ==, 1); // write after read
    mas_uvec4 to[2][COUNT];
    test_download(gpu, s.to, to[0], sizeof to[0]);
    test_download(gpu, again, to[1], sizeof to[1]);
    for (uint32_t i = 0; i < 2 * COUNT; ++i)
        munit_assert_uint32(to[i / COUNT][i % COUNT].w, ==, 7);
    return MUNIT_OK;
}

// The floor has 65536 texels.
static MunitResult too_few_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    munit_assert_false(gpu->device->limits.texels);
    scene s;
    test_reset(gpu);
    munit_assert_int(make(gpu, &s, 8), ==, MASSA_ERROR_DEVICE_LIMIT);
    return MUNIT_OK;
}

// Red when a kernel that reads texels is made where there are none, or when a driver of Mesa seems to have none.
static MunitResult refused_without_texels(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu      = fixture;
    const char* driver = getenv("MASSA_DRIVER");
    scene s;
    if (gpu->device->limits.texels) return test_skip("the device has texel buffers");
    munit_assert_false(driver != NULL && strncmp(driver, "lavapipe", 8) == 0);
    test_reset(gpu);
    munit_assert_int(make(gpu, &s, 8), ==, MASSA_ERROR_DEVICE_LIMIT);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/texels-keep-their-bits", texels_keep_their_bits, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/texels-get-their-barrier", texels_get_their_barrier, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/too-few-are-refused", too_few_are_refused, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/refused-without-texels", refused_without_texels, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_texels_suite = { "/texels", tests, NULL, 1, 0 };
