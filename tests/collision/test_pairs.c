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

// Red when a long list starts fewer groups than it has entries for, a whole row too many, or a row that no device need
// take: 65535 groups are guaranteed.
static MunitResult long_lists_fold(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t groups[] = { 1, 32767, 32768, 32769, 65535, 65536, 65537, 98303, 98304, 98305, 524287 };
    test_gpu* gpu                  = fixture;
    const uint32_t group           = gpu->device->limits.group_size; // threads, one per entry
    test_colliders t;
    mas_pairs_scan scan;
    test_plan_colliders(gpu, &t, 1, 0, 1);
    mas_pairs_scan_plan(&scan, &gpu->arena, &t.pairs, 1);
    test_allocate(gpu);
    test_try(mas_pairs_scan_create(&scan, &gpu->kernels, &t.pairs));
    for (size_t k = 0; k < 2 * MAS_COUNT(groups); ++k)
    {
        const bool blocks  = k % 2 == 1; // of LIST_BLOCK entries
        const uint64_t per = blocks ? 4096 : group, n = groups[k / 2];
        const uint64_t all    = n * per - (k / 2 % 2 == 0 ? 0 : per - 1); // the last group is full, or has one entry
        const uint32_t total  = (uint32_t)all;
        const pairs_push push = { .capacity = 0xFFFFFFFFu };
        if (all > 0xFFFFFFFFu - per) continue; // more than a list can count
        test_upload(gpu, scan.total, &total, sizeof total);
        mas_run(test_record(gpu), &scan.finish, 1, &push);
        test_submit(gpu);
        list_header list;
        test_download(gpu, t.pairs.list, &list, sizeof list);
        const list_header host = mas_list_complete(&gpu->kernels, total, push.capacity);
        munit_assert_memory_equal(sizeof list, &list, &host);
        const uint64_t x = blocks ? list.block_x : list.group_x, y = blocks ? list.block_y : list.group_y;
        munit_assert_uint64(x, <=, 65535);
        munit_assert_uint64(x * y, >=, n);
        munit_assert_uint64(x * (y - 1), <, n);
        munit_assert_uint32(list.group_z, ==, 1);
        munit_assert_uint32(list.block_z, ==, 1);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/firsts-and-header", firsts_and_header, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/long-lists-fold", long_lists_fold, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_pairs_suite = { "/pairs", tests, NULL, 1, 0 };
