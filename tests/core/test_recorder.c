// The recorder by itself: which barriers it derives, and what it does with arrays and dispatches too large for one go.
// Every case also runs, and its result is compared with a plain C model of the same commands: a derived barrier that
// synchronises the wrong thing shows there or to the validation layer.
// runs: everywhere own-devices. Every Vulkan call of a recording is made here.
#include "wrapper.h"
#include "transform_test_shared.h"
#include "window_test_shared.h"

#include <stdlib.h>
#include <string.h>

static const mas_kernel_desc transform = { .name   = "transform_test",
                                           .access = "RW",
                                           .push   = sizeof(transform_test_push) };
static const mas_kernel_desc window    = { .name = "window_test", .access = "rRW", .push = sizeof(window_test_push) };

// ---- Pairs of commands ----

enum
{
    A,
    B,
    C,
    D,
    LIST,
    ARRAYS,
    WORDS        = 256,
    HALF         = WORDS / 2,
};

typedef enum verb
{
    RUN,      // from -> to by a dispatch
    RUN_LIST, // the same, with as many groups as LIST says
    COPY,
    FILL,
    FILL_FRONT, // half of the array
    FILL_BACK,
    WRITE,      // the first word
    WRITE_COUNT // the count in LIST's header, beside the arguments
} verb;

typedef struct command
{
    verb verb;
    int from, to;
} command;

static const struct
{
    const char* what;
    command first, second;
    uint32_t barriers; // between the two
} pairs[] = {
    { "read after write", { RUN, A, B }, { RUN, B, C }, 1 },
    { "write after read", { RUN, A, B }, { RUN, C, A }, 1 },
    { "write after write", { RUN, A, B }, { RUN, C, B }, 1 },
    { "two readers", { RUN, A, B }, { RUN, A, C }, 0 },
    { "strangers", { RUN, A, B }, { RUN, C, D }, 0 },
    { "dispatch reads a fill", { FILL, 0, A }, { RUN, A, B }, 1 },
    { "dispatch overwrites a fill", { FILL, 0, B }, { RUN, A, B }, 1 },
    { "dispatch beside a fill", { FILL, 0, C }, { RUN, A, B }, 0 },
    { "fill of what a dispatch read", { RUN, A, B }, { FILL, 0, A }, 1 },
    { "fill of what a dispatch wrote", { RUN, A, B }, { FILL, 0, B }, 1 },
    { "two halves", { FILL_FRONT, 0, A }, { FILL_BACK, 0, A }, 0 },
    { "half and whole", { FILL_BACK, 0, A }, { FILL, 0, A }, 1 },
    { "dispatch reads an inline write", { WRITE, 0, A }, { RUN, A, B }, 1 },
    { "inline write into a fill", { FILL, 0, A }, { WRITE, 0, A }, 1 },
    { "inline write beside a fill", { FILL_BACK, 0, A }, { WRITE, 0, A }, 0 },
    { "dispatch reads a copy", { COPY, A, B }, { RUN, B, C }, 1 },
    { "dispatch reads the source of a copy", { COPY, A, B }, { RUN, A, C }, 0 },
    { "dispatch overwrites the source of a copy", { COPY, A, B }, { RUN, C, A }, 1 },
    { "copy of what a dispatch wrote", { RUN, A, B }, { COPY, B, C }, 1 },
    { "copy of what a dispatch read", { RUN, A, B }, { COPY, A, C }, 0 },
    { "copy over what a dispatch read", { RUN, A, B }, { COPY, C, A }, 1 },
    { "copy of a copy", { COPY, A, B }, { COPY, B, C }, 1 },
    { "input of a list run", { RUN, LIST, D }, { RUN_LIST, D, B }, 1 },
    { "arguments written by a dispatch", { RUN, A, LIST }, { RUN_LIST, C, D }, 1 },
    { "arguments written by a copy", { COPY, A, LIST }, { RUN_LIST, C, D }, 1 },
    { "arguments overwritten", { RUN_LIST, A, B }, { RUN, C, LIST }, 1 },
    { "arguments read twice", { RUN_LIST, A, B }, { RUN_LIST, C, D }, 0 },
    { "count written beside the arguments", { RUN_LIST, A, B }, { WRITE_COUNT, 0, LIST }, 0 },
};

static const transform_test_push plain = { .range = { 0, WORDS }, .scale = 1 };

static void record(mas_recorder* rec, const command* c, const mas_span* span, const mas_pass* pass)
{
    const uint32_t word = 7;
    switch (c->verb)
    {
    case RUN: mas_run(rec, pass, WORDS, &plain); break;
    case RUN_LIST: mas_run_list(rec, pass, span[LIST], &plain); break;
    case COPY: mas_copy(rec, span[c->from], span[c->to], WORDS * 4); break;
    case FILL: mas_fill(rec, span[c->to], 5); break;
    case FILL_FRONT: mas_fill(rec, mas_span_part(span[c->to], 0, HALF), 5); break;
    case FILL_BACK: mas_fill(rec, mas_span_part(span[c->to], HALF, HALF), 5); break;
    case WRITE: mas_write(rec, span[c->to], &word, 4); break;
    case WRITE_COUNT: mas_write(rec, span[c->to], &word, 4); break;
    }
}

static void model(uint32_t array[ARRAYS][WORDS], const command* c)
{
    const bool front = c->verb == FILL_FRONT, back = c->verb == FILL_BACK;
    for (int i = 0; i < WORDS; ++i)
    {
        uint32_t* to = &array[c->to][i];
        if (c->verb == RUN || c->verb == RUN_LIST || c->verb == COPY) *to = array[c->from][i];
        if (c->verb == FILL || (front && i < HALF) || (back && i >= HALF)) *to = 5;
        if ((c->verb == WRITE || c->verb == WRITE_COUNT) && i == 0) *to = 7;
    }
}

static MunitResult pairs_get_their_barrier(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    for (size_t k = 0; k < MAS_COUNT(pairs); ++k)
    {
        const command* const pair[] = { &pairs[k].first, &pairs[k].second };
        uint32_t array[ARRAYS][WORDS], out[WORDS];
        mas_span span[ARRAYS];
        mas_pass pass[2];
        test_reset(gpu);
        for (int i = 0; i < ARRAYS; ++i)
            span[i] = mas_plan(&gpu->arena, MAS_SCRATCH, "array", WORDS, 4);
        test_allocate(gpu);
        const list_header header = mas_list_complete(&gpu->kernels, WORDS, WORDS);
        for (int i = 0; i < ARRAYS; ++i)
        {
            for (uint32_t w = 0; w < WORDS; ++w)
                array[i][w] = (uint32_t)i << 16 | w;
            memcpy(array[i], &header, sizeof header); // so that any array makes a list
            test_upload(gpu, span[i], array[i], sizeof array[i]);
        }
        for (int i = 0; i < 2; ++i)
            test_try(mas_bind(&gpu->kernels, &pass[i], &transform, span[pair[i]->from], span[pair[i]->to]));

        mas_recorder* rec = test_record(gpu);
        record(rec, pair[0], span, &pass[0]);
        const uint32_t before             = rec->barriers;
        const wrapper_counts before_calls = wrapper_counted();
        record(rec, pair[1], span, &pass[1]);
        const uint32_t barriers = rec->barriers - before;
        test_submit(gpu);
        if (barriers != pairs[k].barriers) munit_errorf("%s: %u barriers", pairs[k].what, barriers);
        // and one more by test_submit
        munit_assert_uint64(wrapper_calls(WRAPPER_BARRIER, &before_calls), ==, barriers + 1);
        for (int i = 0; i < 2; ++i)
            model(array, pair[i]);
        for (int i = 0; i < ARRAYS; ++i)
        {
            test_download(gpu, span[i], out, sizeof out);
            if (memcmp(out, array[i], sizeof out) != 0) munit_errorf("%s: array %d is wrong", pairs[k].what, i);
        }
    }
    return MUNIT_OK;
}

// ---- More than the recorder remembers ----

static MunitResult overflow_costs_a_barrier(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        SPANS      = MAS_MAX_PENDING + 1,
        SPAN_WORDS = 64
    };
    test_gpu* gpu = fixture;
    test_reset(gpu);
    mas_span span[SPANS];
    for (int i = 0; i < SPANS; ++i)
        span[i] = mas_plan(&gpu->arena, MAS_SCRATCH, "span", SPAN_WORDS, 4);
    test_allocate(gpu);
    mas_recorder* rec    = test_record(gpu);
    const uint32_t start = rec->barriers;
    for (int i = 0; i < MAS_MAX_PENDING; ++i)
        mas_fill(rec, span[i], 1);
    munit_assert_uint32(rec->barriers, ==, start);
    mas_fill(rec, span[MAS_MAX_PENDING], 1); // one too many
    munit_assert_uint32(rec->barriers, ==, start + 1);
    mas_fill(rec, span[0], 2); // that barrier was for all before
    munit_assert_uint32(rec->barriers, ==, start + 1);
    mas_fill(rec, span[MAS_MAX_PENDING], 2); // but not for the one after
    munit_assert_uint32(rec->barriers, ==, start + 2);
    test_submit(gpu);
    for (int i = 0; i < SPANS; ++i)
    {
        uint32_t out[SPAN_WORDS];
        test_download(gpu, span[i], out, sizeof out);
        for (int w = 0; w < SPAN_WORDS; ++w)
            munit_assert_uint32(out[w], ==, i == 0 || i == MAS_MAX_PENDING ? 2 : 1);
    }
    return MUNIT_OK;
}

// ---- Windows ----

typedef struct windows_result
{
    uint32_t dispatches, barriers, windows;
} windows_result;

// threads 0: mas_run over count elements; else mas_run_each with so many threads for each window.
static windows_result run_windows(test_gpu* gpu, uint32_t range, uint32_t n, uint32_t threads, const uint32_t* table,
                                  const mas_uvec4* wide, uint32_t* out)
{
    wrapper_set_storage_range(gpu->device, range);
    test_reset(gpu);
    const mas_span t = mas_plan(&gpu->arena, MAS_SCRATCH, "table", WINDOW_TEST_TABLE, 4);
    const mas_span w = mas_plan_windowed(&gpu->arena, MAS_SCRATCH, "wide", n, sizeof *wide);
    const mas_span o = mas_plan_windowed(&gpu->arena, MAS_SCRATCH, "narrow", n, 4);
    test_allocate(gpu);
    mas_pass pass;
    test_try(mas_bind(&gpu->kernels, &pass, &window, t, w, o));
    test_upload(gpu, t, table, WINDOW_TEST_TABLE * 4);
    test_upload(gpu, w, wide, n * sizeof *wide);
    mas_recorder* rec           = test_record(gpu);
    const uint32_t barriers     = rec->barriers;
    const window_test_push push = { .range = { 99, 99 }, .threads = threads }; // the recorder knows better
    if (threads == 0)
        mas_run(rec, &pass, n, &push);
    else
        mas_run_each(rec, &pass, threads, n, &push);
    const windows_result result = { rec->dispatches, rec->barriers - barriers, pass.window_count };
    test_submit(gpu);
    test_download(gpu, o, out, n * 4);
    return result;
}

static MunitResult windows_change_no_result(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                   = fixture;
    static const uint32_t counts[]  = { 1, 4095, 4096, 4097, 50000 }; // 4096 elements of 16 bytes fill 64 KiB
    static const uint32_t threads[] = { 0, 1000 };
    static uint32_t table[WINDOW_TEST_TABLE], out[50000];
    static mas_uvec4 wide[50000];
    uint64_t seed = 11;
    for (size_t i = 0; i < MAS_COUNT(table); ++i)
        table[i] = test_random(&seed);
    for (size_t i = 0; i < MAS_COUNT(wide); ++i)
        wide[i] = (mas_uvec4){ .x = test_random(&seed), .w = test_random(&seed) };
    for (size_t k = 0; k < MAS_COUNT(counts) * MAS_COUNT(threads) * 2; ++k)
    {
        const uint32_t n = counts[k / 4], t = threads[k / 2 % 2], range = k % 2 == 0 ? 1 << 16 : 128 << 20;
        const uint32_t expected     = range == 1 << 16 ? (n + 4095) / 4096 : 1;
        const windows_result result = run_windows(gpu, range, n, t, table, wide, out);
        munit_assert_uint32(result.windows, ==, expected);
        munit_assert_uint32(result.dispatches, ==, expected);
        munit_assert_uint32(result.barriers, ==, 0); // no window touches another's bytes
        for (uint32_t i = 0; i < n; ++i)
            munit_assert_uint32(out[i], ==, wide[i].x * 3 + wide[i].w + table[i % WINDOW_TEST_TABLE] + i);
    }
    return MUNIT_OK;
}

// ---- More groups than one dimension holds ----

typedef struct many
{
    mas_span from, to, list;
    mas_pass pass;
    uint32_t* out;
} many;

// count elements by one dispatch, of the host's count or of a list's.
static void run_many(test_gpu* gpu, many* m, uint32_t count, bool list)
{
    const transform_test_push push = { .range = { 0, count }, .scale = 1, .add = 3, .step = 5 };
    const list_header header       = mas_list_complete(&gpu->kernels, count, count);
    mas_recorder* rec              = test_record(gpu);
    mas_fill(rec, m->from, 1000);
    mas_fill(rec, m->to, 9);
    mas_write(rec, m->list, &header, sizeof header);
    if (list)
        mas_run_list(rec, &m->pass, m->list, &push);
    else
        mas_run(rec, &m->pass, count, &push);
    munit_assert_uint32(rec->dispatches, ==, 1);
    test_submit(gpu);
    test_download(gpu, m->to, m->out, ((uint64_t)count + 1) * 4);
    for (uint32_t i = 0; i < count; ++i)
        if (m->out[i] != 1003 + i * 5) munit_errorf("element %u of %u is %u", i, count, m->out[i]);
    munit_assert_uint32(m->out[count], ==, 9); // idle groups of the last row wrote nothing
}

// Red when the groups of a last row that is not full are lost, a row is wider than a device may have (wrapper.h looks
// at the counts of the host's dispatches), or a kernel mistakes its place in a row for its place in the dispatch.
static MunitResult many_groups_grow_in_y(const MunitParameter params[], void* fixture)
{
    (void)params;
    // A row is full, begun, one short of the guaranteed 65535, and two are full and a third is begun.
    static const uint32_t groups[] = { 32768, 32769, 65534, 65536, 65539 };
    test_gpu* gpu                  = fixture;
    const uint32_t group           = gpu->device->limits.group_size; // threads; the kernel has no size of its own
    const uint32_t room            = groups[MAS_COUNT(groups) - 1] * group;
    many m;
    test_reset(gpu);
    m.from = mas_plan(&gpu->arena, MAS_SCRATCH, "from", room, 4);
    m.to   = mas_plan(&gpu->arena, MAS_SCRATCH, "to", room + 1, 4);
    m.list = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    m.out  = malloc(((size_t)room + 1) * 4);
    test_allocate(gpu);
    test_try(mas_bind(&gpu->kernels, &m.pass, &transform, m.from, m.to));
    munit_assert_uint32(gpu->kernels.pipeline[m.pass.pipeline].group, ==, group);
    for (size_t k = 0; k < MAS_COUNT(groups); ++k) // the last group is full, or has one thread
        for (int list = 0; list < 2; ++list)
            run_many(gpu, &m, groups[k] * group - (k % 2 == 0 ? 0 : group - 1), list != 0);
    free(m.out);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pairs-get-their-barrier", pairs_get_their_barrier, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/overflow-costs-a-barrier", overflow_costs_a_barrier, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/windows-change-no-result", windows_change_no_result, wrapper_setup, wrapper_tear_down, 0, NULL },
    { "/many-groups-grow-in-y", many_groups_grow_in_y, wrapper_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_recorder_suite = { "/recorder", tests, NULL, 1, 0 };
