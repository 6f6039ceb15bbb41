// All broad phases behind one interface: the same pairs, whatever the scene; those of fat boxes with the tree that has
// such.
#include "collision/broad.h"
#include "colliders.h"
#include "oracle/fat.h"

#include <stdlib.h>

enum
{
    CAPACITY = 700,
    PAIRS    = 300000,
};

// Red when one of them finds other pairs than the others: all are compared with every pair looked at on the CPU.
static MunitResult all_find_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu      = fixture;
    oracle_colliders c = oracle_create_colliders(CAPACITY, 0);
    for (mas_broad_kind kind = 0; kind < MAS_BROAD_KINDS; ++kind)
    {
        test_colliders t;
        mas_broad broad;
        test_plan_colliders(gpu, &t, CAPACITY, 0, 0);
        t.pairs = mas_pairs_plan(&gpu->arena, mas_broad_memory(kind), CAPACITY, PAIRS);
        mas_broad_plan(&broad, &gpu->arena, kind, &t.array, &t.pairs);
        test_allocate(gpu);
        test_try(mas_broad_create(&broad, &gpu->kernels, &t.array, &t.pairs));
        mas_broad_reset(&broad, test_record(gpu));
        test_submit(gpu);
        for (test_boxes scene = 0; scene < BOXES_SCENES; ++scene)
        {
            test_fill_boxes(&c, scene, CAPACITY, scene);
            test_upload_boxes(gpu, &t, &c);
            mas_broad_record(&broad, test_record(gpu), CAPACITY);
            test_submit(gpu);
            for (uint32_t i = 0; i < CAPACITY && kind == MAS_BROAD_FAT_TREE; ++i)
                c.box[i] = oracle_fat_box(c.box[i]);
            oracle_pairs expected = oracle_find_pairs(&c);
            test_expect_pair_set(gpu, &t, &expected);
            oracle_destroy_pairs(&expected);
        }
    }
    oracle_destroy_colliders(&c);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/all-find-the-same", all_find_the_same, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_broad_suite = { "/broad", tests, NULL, 1, 0 };
