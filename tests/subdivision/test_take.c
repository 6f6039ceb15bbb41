// Taking points that a host's shader wrote against the oracle, bit for bit. Red when a number that is no place enters
// the state, one that is does not, previous is not what was there, or a neighbour's point changes.
#include "harness.h"
#include "bodies.h"
#include "oracle/take.h"
#include "subdivision/take.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    POINTS = 5000, // of all surfaces
    KEPT   = 4600
};

static float strange(uint32_t r)
{
    const float values[] = { 1e4f,  -1e4f,  1.0001e4f, -2e4f,    INFINITY, -INFINITY, NAN,
                             -0.0f, 1e-39f, -1e-13f,   0x1p-40f, 0.0f,     3.5f,      -9999.0f };
    return r % 3 == 0 ? values[r / 3 % MAS_COUNT(values)] : (float)(int32_t)(r >> 5) * 1e-5f;
}

static void fill(mas_vec4* v, uint32_t n, uint64_t* seed, bool wild)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        float x[4];
        for (int k = 0; k < 4; ++k)
            x[k] = wild ? strange(test_random(seed)) : (float)(test_random(seed) % 1000);
        v[i] = (mas_vec4){ x[0], x[1], x[2], wild ? x[3] : 0.0f };
    }
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t sizes[] = { 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
    test_gpu* gpu                 = fixture;
    static mas_vec4 point[POINTS], previous[POINTS], kept[KEPT];
    mas_surfaces s = { .points = POINTS };
    mas_take take;
    uint64_t seed = 5;
    test_reset(gpu);
    s.point             = mas_plan(&gpu->arena, MAS_STATE, "point", POINTS, sizeof *point);
    s.previous          = mas_plan(&gpu->arena, MAS_STATE, "previous", POINTS, sizeof *point);
    const mas_span last = mas_plan(&gpu->arena, MAS_STATE, "kept", KEPT, sizeof *point);
    test_allocate(gpu);
    test_try(mas_take_create(&take, &gpu->kernels, &s, last));
    for (size_t k = 0; k < MAS_COUNT(sizes); ++k)
    {
        const mas_surface_range r = { .point = 17 * (uint32_t)k, .point_count = sizes[k] + 9, .cage_points = sizes[k] };
        const uint32_t first      = 11 * (uint32_t)k;
        fill(point, POINTS, &seed, false); // whoever is not meant
        fill(point + r.point, sizes[k], &seed, true);
        fill(previous, POINTS, &seed, false);
        fill(kept, KEPT, &seed, false);
        test_upload(gpu, s.point, point, sizeof point);
        test_upload(gpu, s.previous, previous, sizeof previous);
        test_upload(gpu, last, kept, sizeof kept);
        mas_take_record(&take, test_record(gpu), &r, first);
        test_submit(gpu);
        oracle_take(point + r.point, previous + r.point, kept + first, sizes[k]);
        test_expect_array(gpu, "point", s.point, point, POINTS);
        test_expect_array(gpu, "previous", s.previous, previous, POINTS);
        test_expect_array(gpu, "kept", last, kept, KEPT);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_take_suite = { "/take", tests, NULL, 1, 0 };
