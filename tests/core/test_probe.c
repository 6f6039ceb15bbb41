// The probe kernel: the expected answer on a device that passes, whatever the workgroup size, and one wrong input per
// question, so that no bit of the mask is asleep. Red when exact.glsl moves a bit without the hash being renewed.
#include "harness.h"
#include "core/probe_shared.h"
#include "oracle/probe.h"

#include <stddef.h>
#include <string.h>

static const mas_kernel_desc kernel = { .name = "probe", .access = "w", .push = sizeof(probe_push) };

typedef struct probe_answer
{
    uint32_t word[PROBE_WORDS];
} probe_answer;

static probe_answer run(test_gpu* gpu, const probe_push* push)
{
    test_reset(gpu);
    const mas_span result = mas_plan(&gpu->arena, MAS_SCRATCH, "result", PROBE_WORDS, 4);
    test_allocate(gpu);
    mas_pass pass;
    test_try(mas_bind(&gpu->kernels, &pass, &kernel, result));
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, result, 0xA5A5A5A5u);
    mas_run(rec, &pass, 1, push); // one workgroup
    test_submit(gpu);
    probe_answer answer;
    test_download(gpu, result, &answer, sizeof answer);
    munit_assert_uint32(answer.word[PROBE_WORD_DONE], ==, PROBE_DONE);
    for (int i = 4; i < PROBE_WORDS; ++i)
        munit_assert_uint32(answer.word[i], ==, 0);
    return answer;
}

static MunitResult passes(const MunitParameter params[], void* fixture)
{
    (void)params;
    const oracle_probe_hash twin = oracle_probe(PROBE_SEED, PROBE_SAMPLES);
    if (twin.lo != PROBE_HASH_LO || twin.hi != PROBE_HASH_HI)
        munit_errorf("the twin's hash is now lo 0x%08Xu, hi 0x%08Xu: renew probe_shared.h", twin.lo, twin.hi);

    const probe_push push     = probe_push_default();
    const probe_answer answer = run(fixture, &push);
    munit_assert_uint32(answer.word[PROBE_WORD_FAILED], ==, 0);
    munit_assert_uint32(answer.word[PROBE_WORD_HASH_LO], ==, PROBE_HASH_LO);
    munit_assert_uint32(answer.word[PROBE_WORD_HASH_HI], ==, PROBE_HASH_HI);
    return MUNIT_OK;
}

// Inputs that look to the kernel like a device that errs there.
static MunitResult notices(const MunitParameter params[], void* fixture)
{
    (void)params;
    const struct
    {
        size_t field; // of probe_push
        uint32_t bits;
        uint32_t question;
    } lie[] = {
        { offsetof(probe_push, half_ulp), 0x33800001u, PROBE_FAILED_ADD },   // a half that rounds up
        { offsetof(probe_push, above_half), 0x33800000u, PROBE_FAILED_ADD }, // more than half that does not
        { offsetof(probe_push, near_one), 0x3F800801u, PROBE_FAILED_MULTIPLY },
        { offsetof(probe_push, square), 0x3F801001u, PROBE_FAILED_CONTRACTION }, // as if the last bit had survived
        { offsetof(probe_push, big), 0x4B000000u, PROBE_FAILED_ORDER },          // nothing is lost: any order will do
        { offsetof(probe_push, minus_3_5), 0xC0600001u, PROBE_FAILED_COMPARE },
        { offsetof(probe_push, minus_five), 0xFFFFFFFAu, PROBE_FAILED_CONVERT },
        { offsetof(probe_push, minus_one), 0xFFFFFFFEu, PROBE_FAILED_INTEGER },
        { offsetof(probe_push, minus_one), 0xFF7FFFFFu, PROBE_FAILED_DIVIDE }, // a bit of operands and answers is lost
        { offsetof(probe_push, minus_one), 0xFF7FFFFFu, PROBE_FAILED_SQRT },
        { offsetof(probe_push, minus_one), 0x00000000u, PROBE_FAILED_FLUSH },
        { offsetof(probe_push, seed), PROBE_SEED + 1, PROBE_FAILED_HASH },
    };
    for (size_t i = 0; i < MAS_COUNT(lie); ++i)
    {
        probe_push push = probe_push_default();
        memcpy((char*)&push + lie[i].field, &lie[i].bits, 4);
        const probe_answer answer = run(fixture, &push);
        munit_assert_uint32(answer.word[PROBE_WORD_FAILED] & lie[i].question, ==, lie[i].question);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/passes", passes, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/notices", notices, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_probe_suite = { "/probe", tests, NULL, 1, 0 };
