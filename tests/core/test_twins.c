// Twins of kernels (core/kernel.h): which one a device gets, that it is bound to the row's spans and runs in the row's
// place, and that what does not fit its row is seen.
#include "table_check.h"
#include "tables.h"
#include "transform_test_shared.h"
#include "harness.h"

#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ONE,    // needs lanes
    WHOLE,  // and the array in one window
    NARROW, // and a host that leaves the size of groups open
    TEXELS, // and texels
    IDLE,   // and nothing runs
    TWO,    // two of them
    ROWS,
    LANES = 8,
    COUNT = 1000,
    MORE  = 7
};

#define ROW(access_, ...)                                                                                              \
    {                                                                                                                  \
        .name = "transform_test", .access = access_, .push = sizeof(transform_test_push), .twin = { __VA_ARGS__ }      \
    }

static const mas_kernel_desc rows[ROWS] = {
    [ONE] =
        ROW("rw", { .name = "twin_test", .access = "wrr", .spans = "100", .lanes = LANES, .constant = { 0, MORE } }),
    [WHOLE]  = ROW("RW", { .access = "rw", .lanes = LANES }),
    [NARROW] = ROW("RW", { .access = "rW", .lanes = LANES, .narrow = 32 }),
    [TEXELS] = ROW("rw", { .name = "texel_test", .access = "tw", .lanes = LANES }),
    [IDLE]   = ROW("rw", { .lanes = LANES, .idle = true }),
    [TWO]    = ROW("RW", { .access = "Rw", .lanes = 2 * LANES }, { .access = "rW", .lanes = LANES }),
};

typedef struct scene
{
    mas_span from, to;
    mas_pass pass;
} scene;

static void make(test_gpu* gpu, scene* s, const mas_kernel_desc* row, mas_limits limits)
{
    const mas_limits own = gpu->device->limits;
    test_reset(gpu);
    s->from = mas_plan(&gpu->arena, MAS_SCRATCH, "from", COUNT, sizeof(uint32_t));
    s->to   = mas_plan(&gpu->arena, MAS_SCRATCH, "to", COUNT, sizeof(uint32_t));
    test_allocate(gpu);
    gpu->device->limits = limits;
    test_try(mas_bind(&gpu->kernels, &s->pass, row, s->from, s->to));
    gpu->device->limits = own;
}

static void expect(test_gpu* gpu, uint32_t row, mas_limits limits, const char* name, const char* access)
{
    scene s;
    make(gpu, &s, &rows[row], limits);
    munit_assert_string_equal(s.pass.kernel.name, name);
    munit_assert_string_equal(s.pass.kernel.access, access);
    munit_assert_ptr_equal(s.pass.desc, &rows[row]);
}

// A twin is for devices with all it needs. Red when a need is not looked at: a kernel of eight lanes would run on
// others.
static MunitResult devices_get_what_suits(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu   = fixture;
    mas_limits some = gpu->device->limits, none = some, other = some;
    some.subgroup  = LANES;
    some.software  = true;
    none.subgroup  = 0;
    other.subgroup = 2 * LANES;
    expect(gpu, ONE, some, "twin_test", "wrr");
    expect(gpu, ONE, none, "transform_test", "rw");
    expect(gpu, ONE, other, "transform_test", "rw");
    expect(gpu, NARROW, some, "transform_test", "rW");
    expect(gpu, WHOLE, some, "transform_test", "rw");
    expect(gpu, TWO, some, "transform_test", "rW");
    expect(gpu, TWO, other, "transform_test", "Rw");
    expect(gpu, TWO, none, "transform_test", "RW");

    mas_limits without = some;
    without.software   = false;
    expect(gpu, NARROW, without, "transform_test", "RW");
    expect(gpu, ONE, without, "twin_test", "wrr");

    mas_limits small    = some;
    small.storage_range = COUNT * sizeof(uint32_t) / 2;
    expect(gpu, WHOLE, small, "transform_test", "RW");
    small.storage_range = COUNT * sizeof(uint32_t);
    expect(gpu, WHOLE, small, "transform_test", "rw");

    if (some.texels) expect(gpu, TEXELS, some, "texel_test", "tw");
    without        = some;
    without.texels = false;
    expect(gpu, TEXELS, without, "transform_test", "rw");
    return MUNIT_OK;
}

static uint32_t run(test_gpu* gpu, const mas_kernel_desc* row, mas_limits limits, const uint32_t* from, uint32_t* to)
{
    const transform_test_push push = { .scale = 3, .add = 5, .step = 11 };
    scene s;
    make(gpu, &s, row, limits);
    test_upload(gpu, s.from, from, COUNT * sizeof *from);
    mas_recorder* rec = test_record(gpu);
    mas_fill(rec, s.to, 1);
    mas_run(rec, &s.pass, COUNT, &push);
    mas_run_each(rec, &s.pass, COUNT, COUNT, &push);
    const uint32_t dispatches = rec->dispatches;
    test_submit(gpu);
    test_download(gpu, s.to, to, COUNT * sizeof *to);
    return dispatches;
}

// Red when a twin gets the spans in the row's order, its constants from the row, or is not run in the row's place.
static MunitResult twins_run_in_place_of_their_row(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu   = fixture;
    mas_limits some = gpu->device->limits, none = some;
    uint32_t from[COUNT], to[COUNT];
    uint64_t seed = 7;
    some.subgroup = LANES;
    none.subgroup = 0;
    for (uint32_t i = 0; i < COUNT; ++i)
        from[i] = test_random(&seed);
    for (uint32_t more = 0; more <= MORE; more += MORE)
    {
        munit_assert_uint32(run(gpu, &rows[ONE], more != 0 ? some : none, from, to), ==, 2);
        for (uint32_t i = 0; i < COUNT; ++i)
            munit_assert_uint32(to[i], ==, from[i] * 3 + 5 + i * 11 + more);
    }
    munit_assert_uint32(run(gpu, &rows[IDLE], some, from, to), ==, 0);
    for (uint32_t i = 0; i < COUNT; ++i)
        munit_assert_uint32(to[i], ==, 1);
    munit_assert_uint32(run(gpu, &rows[IDLE], none, from, to), ==, 2);
    munit_assert_uint32(to[1], ==, from[1] * 3 + 5 + 11);
    return MUNIT_OK;
}

// An idle twin is passed over where a list decides how many groups run, too.
static MunitResult idle_twins_leave_lists_alone(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu       = fixture;
    const mas_pass idle = { .desc = &rows[IDLE], .idle = true };
    test_reset(gpu);
    const mas_span list = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    test_allocate(gpu);
    mas_recorder* rec = test_record(gpu);
    mas_run_list(rec, &idle, list, NULL);
    munit_assert_uint32(rec->dispatches, ==, 0);
    test_submit(gpu);
    return MUNIT_OK;
}

// Elements are shared where threads are many, and nowhere else.
static MunitResult few_threads_share_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu             = fixture;
    massa_device device       = *gpu->device;
    const mas_kernel_desc row = { .shares = 5 };
    device.limits.software    = true;
    munit_assert_uint32(mas_shares(&device, &row), ==, 1);
    device.limits.software = false;
    munit_assert_uint32(mas_shares(&device, &row), ==, 5);
    return MUNIT_OK;
}

static bool binds_lists(const mas_kernel_desc* row)
{
    for (uint32_t i = 0; row->binding != NULL && i < MAS_MAX_BINDINGS && row->binding[i] != NULL; ++i)
        if (strcmp(row->binding[i], "Neighbour") == 0) return true;
    return false;
}

// Whoever writes lists of teams and whoever reads them (team_list.glsl) is picked by itself, so all need the same: red
// when a device would get the one and not the other, whose lists it would then misread.
static MunitResult teams_need_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    uint32_t teams = 0;
    for (const test_table* t = test_tables; t->name != NULL; ++t)
        for (uint32_t i = 0; i < *t->count * MAS_MAX_TWINS; ++i)
        {
            const mas_kernel_desc* row  = &t->kernels[i / MAS_MAX_TWINS];
            const mas_kernel_twin* twin = &row->twin[i % MAS_MAX_TWINS];
            if (twin->name == NULL || strstr(twin->name, "_teams") == NULL || !binds_lists(row)) continue;
            munit_assert_uint32(twin->lanes, ==, LANES);
            munit_assert_uint32(twin->narrow, ==, 0);
            munit_assert_not_null(strchr(twin->access, 't'));
            ++teams;
        }
    munit_assert_uint32(teams, >, 0);
    return MUNIT_OK;
}

#define DENSITY(...)                                                                                                   \
    {                                                                                                                  \
        .name = "density", .access = "urrrrrrww", .push = sizeof(mas_range), .twin = { { __VA_ARGS__ } }               \
    }

// Negative control: twins that do not fit their row.
static MunitResult planted_twins_are_caught(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const struct
    {
        mas_kernel_desc row;
        const char* words;
    } planted[] = {
        { DENSITY(.name = "density_teams", .access = "uttrrrrww"), "needs no lanes" },
        { DENSITY(.lanes = 8, .idle = true, .name = "density_teams"), "an idle twin has a kernel" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrxw", .lanes = 8), "binding 7 of the twin is 'x'" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrwt", .lanes = 8), "binding 8 of the twin is 't'" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrww", .spans = "0123", .lanes = 8), "other digits" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrww", .spans = "012345679", .lanes = 8), "gets span 9" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrww", .spans = "021345678", .lanes = 8),
          "binding 1 is 'Place' in the twin, and span 2 is 'Neighbour'" },
        { DENSITY(.name = "density_teams", .access = "utrrrrrww", .lanes = 8), "binding 2, 'Neighbour', is 'r'" },
        { DENSITY(.name = "density_teams", .access = "uttrrrrww", .lanes = 8, .constant = { 0, 0, 9 }),
          "no specialization constant 3" },
        { DENSITY(.name = "no_such_kernel", .lanes = 8), "cannot be opened" },
    };
    char error[TABLE_TEXT];
    const mas_kernel_desc right = DENSITY(.name = "density_teams", .access = "uttrrrrww", .lanes = 8);
    munit_assert_true(test_check_row(&right, error));
    for (size_t i = 0; i < sizeof planted / sizeof *planted; ++i)
    {
        munit_assert_false(test_check_row(&planted[i].row, error));
        if (strstr(error, planted[i].words) == NULL) munit_errorf("\"%s\" lacks \"%s\".", error, planted[i].words);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/devices-get-what-suits", devices_get_what_suits, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/twins-run-in-place-of-their-row", twins_run_in_place_of_their_row, test_gpu_setup, test_gpu_tear_down, 0,
      test_group_sizes },
    { "/idle-twins-leave-lists-alone", idle_twins_leave_lists_alone, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/few-threads-share-nothing", few_threads_share_nothing, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/teams-need-the-same", teams_need_the_same, NULL, NULL, 0, NULL },
    { "/planted-twins-are-caught", planted_twins_are_caught, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_twins_suite = { "/twins", tests, NULL, 1, 0 };
