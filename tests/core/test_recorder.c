// The recorder by itself: fills, inline writes, copies, and the barriers it derives for them.
#include "harness.h"

static MunitResult copies_see_fills(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_reset(gpu);
    const mas_span a = mas_plan(&gpu->arena, MAS_SCRATCH, "a", 256, 4);
    const mas_span b = mas_plan(&gpu->arena, MAS_SCRATCH, "b", 256, 4);
    test_allocate(gpu);
    mas_recorder*  rec     = test_record(gpu);
    const uint32_t start   = rec->barriers;
    const uint32_t word[1] = { 7 };
    mas_fill(rec, a, 5);
    mas_fill(rec, b, 6); // other bytes: no barrier
    munit_assert_uint32(rec->barriers, ==, start);
    mas_write(rec, mas_span_part(a, 64, 1), word, 4); // over the fill: one
    mas_copy(rec, a, b, a.size);                      // reads the write, and overwrites the second fill: one more
    munit_assert_uint32(rec->barriers, ==, start + 2);
    test_submit(gpu);
    uint32_t out[256];
    test_download(gpu, b, out, sizeof out);
    for (uint32_t i = 0; i < 256; ++i) munit_assert_uint32(out[i], ==, i == 64 ? 7 : 5);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/copies-see-fills", copies_see_fills, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_recorder_suite = { "/recorder", tests, NULL, 1, 0 };
