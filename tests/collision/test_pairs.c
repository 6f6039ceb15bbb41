// From counts to firsts and the header, without a broad phase: any counts, any capacity.
#include "collision/pairs.h"
#include "colliders.h"

#include <stdlib.h>

enum
{
    COLLIDERS = 5000
};

// Red when a first is off, the header forgets what was needed, or counts of slots that are not in use get in.
static MunitResult firsts_and_header(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                    = fixture;
    static const uint32_t in_use[]   = { 0, 1, 2, 63, 64, 65, 4095, 4096, 4097, COLLIDERS };
    static const uint32_t capacity[] = { 1, 100, 1 << 20 };
    uint32_t* count                  = malloc(COLLIDERS * sizeof *count);
    uint32_t* first                  = malloc(COLLIDERS * sizeof *first);
    for (size_t k = 0; k < MAS_COUNT(capacity); ++k)
    {
        test_colliders t;
        mas_pairs_scan scan;
        test_plan_colliders(gpu, &t, COLLIDERS, 0, capacity[k]);
        mas_pairs_scan_plan(&scan, &gpu->arena, &t.pairs, COLLIDERS);
        test_allocate(gpu);
        test_try(mas_pairs_scan_create(&scan, &gpu->kernels, &t.pairs));
        for (size_t i = 0; i < MAS_COUNT(in_use); ++i)
        {
            const uint32_t n = in_use[i];
            uint64_t seed    = n + k;
            uint32_t sum     = 0;
            for (uint32_t c = 0; c < COLLIDERS; ++c)
                count[c] = test_random(&seed) % 40;
            test_upload(gpu, t.pairs.count, count, COLLIDERS * sizeof *count);
            mas_pairs_scan_record(&scan, test_record(gpu), n);
            test_submit(gpu);
            test_download(gpu, t.pairs.first, first, COLLIDERS * sizeof *first);
            for (uint32_t c = 0; c < n; sum += count[c++])
                munit_assert_uint32(first[c], ==, sum);
            list_header list;
            test_download(gpu, t.pairs.list, &list, sizeof list);
            munit_assert_uint32(list.needed, ==, sum);
            munit_assert_uint32(list.capacity, ==, capacity[k]);
            munit_assert_uint32(list.count, ==, sum < capacity[k] ? sum : capacity[k]);
        }
    }
    free(count);
    free(first);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/firsts-and-header", firsts_and_header, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_pairs_suite = { "/pairs", tests, NULL, 1, 0 };
