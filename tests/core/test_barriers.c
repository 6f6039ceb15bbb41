// Negative control of all validated runs: one barrier less, and the validation layer must say so. With it the layer
// must be silent. Runs under with-driver.sh --validate; without a layer there is nothing to control.
// runs: newer own-devices. Only the newer layer is sure to notice a removed barrier.
#include "wrapper.h"
#include "transform_test_shared.h"

#include <stdlib.h>
#include <string.h>

enum
{
    COUNT = 256
};

static const mas_kernel_desc transform = { .name   = "transform_test",
                                           .access = "RW",
                                           .push   = sizeof(transform_test_push) };
static const transform_test_push push  = { .range = { 0, COUNT }, .scale = 1 };

typedef struct scene
{
    mas_span a, b, c, list;
    mas_pass ab, bc, ca, cb, a_list;
} scene;

static void write_first(mas_recorder* rec, const scene* s)
{
    mas_run(rec, &s->ab, COUNT, &push);
}

static void fill_first(mas_recorder* rec, const scene* s)
{
    mas_fill(rec, s->b, 0);
}

static void copy_first(mas_recorder* rec, const scene* s)
{
    mas_copy(rec, s->a, s->b, s->a.size);
}

static void write_list(mas_recorder* rec, const scene* s)
{
    mas_run(rec, &s->a_list, sizeof(list_header) / 4, &push);
}

static void read_it(mas_recorder* rec, const scene* s)
{
    mas_run(rec, &s->bc, COUNT, &push);
}

static void write_what_was_read(mas_recorder* rec, const scene* s)
{
    mas_run(rec, &s->ca, COUNT, &push);
}

static void write_it_again(mas_recorder* rec, const scene* s)
{
    mas_run(rec, &s->cb, COUNT, &push);
}

static void copy_it(mas_recorder* rec, const scene* s)
{
    mas_copy(rec, s->b, s->c, s->b.size);
}

static void run_list(mas_recorder* rec, const scene* s)
{
    mas_run_list(rec, &s->bc, s->list, &push);
}

static const struct
{
    const char* what;
    void (*first)(mas_recorder*, const scene*);
    void (*second)(mas_recorder*, const scene*);
    bool debian; // Debian's layer sees it too
} hazards[] = {
    { "read after write", write_first, read_it, true },
    { "write after read", write_first, write_what_was_read, true },
    { "write after write", write_first, write_it_again, false },
    { "dispatch after fill", fill_first, read_it, true },
    { "dispatch after copy", copy_first, read_it, true },
    { "copy after dispatch", write_first, copy_it, true },
    { "copy after copy", copy_first, copy_it, true },
    { "arguments after dispatch", write_list, run_list, true },
};

// Messages heard while the two commands are recorded and run.
static uint32_t messages(test_gpu* gpu, size_t hazard, const scene* s, bool drop)
{
    gpu->host.validation_messages = 0;
    mas_recorder* rec             = test_record(gpu);
    hazards[hazard].first(rec, s);
    wrapper_drop_barrier(drop ? 1 : 0);
    hazards[hazard].second(rec, s);
    wrapper_drop_barrier(0);
    test_submit(gpu);
    const uint32_t heard          = gpu->host.validation_messages;
    gpu->host.validation_messages = 0; // expected ones do not fail the test
    return heard;
}

static MunitResult missing_barrier_is_reported(const MunitParameter params[], void* fixture)
{
    (void)params;
    const char* layer = getenv("MASSA_VALIDATION");
    if (layer == NULL) return test_skip("needs a validation layer");
    const bool newer = strcmp(layer, "newer") == 0;
    test_gpu* gpu    = fixture;
    scene s;
    test_reset(gpu);
    s.a    = mas_plan(&gpu->arena, MAS_SCRATCH, "a", COUNT, 4);
    s.b    = mas_plan(&gpu->arena, MAS_SCRATCH, "b", COUNT, 4);
    s.c    = mas_plan(&gpu->arena, MAS_SCRATCH, "c", COUNT, 4);
    s.list = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    test_allocate(gpu);
    test_try(mas_bind(&gpu->kernels, &s.ab, &transform, s.a, s.b));
    test_try(mas_bind(&gpu->kernels, &s.bc, &transform, s.b, s.c));
    test_try(mas_bind(&gpu->kernels, &s.ca, &transform, s.c, s.a));
    test_try(mas_bind(&gpu->kernels, &s.cb, &transform, s.c, s.b));
    test_try(mas_bind(&gpu->kernels, &s.a_list, &transform, s.a, s.list));
    test_set_list(gpu, s.a, COUNT, COUNT);
    for (size_t i = 0; i < MAS_COUNT(hazards); ++i)
    {
        if (messages(gpu, i, &s, false) != 0) munit_errorf("%s: a message in spite of the barrier", hazards[i].what);
        setenv("MASSA_VALIDATION_QUIET", "1", 1);
        const uint32_t heard = messages(gpu, i, &s, true);
        unsetenv("MASSA_VALIDATION_QUIET");
        if (heard == 0 && (newer || hazards[i].debian))
            munit_errorf("%s: no message without the barrier", hazards[i].what);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/missing-barrier-is-reported", missing_barrier_is_reported, wrapper_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_barriers_suite = { "/barriers", tests, NULL, 1, 0 };
