// What the times of stages mean. Red when they are in another unit, of another step, or ignore how long a tick of the
// device is.
#include "api.h"
#include "core/profiler.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double now(void) // ms
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// A block of grains, so that a step takes tens of milliseconds and what surrounds its stages does not count.
static massa_world* make_slow(test_gpu* gpu)
{
    enum
    {
        SIDE  = 20,
        COUNT = SIDE * SIDE * SIDE
    };
    const massa_grains_desc kind = massa_default_grains_desc();
    massa_world_desc d           = api_desc(1);
    massa_particle* p            = calloc(COUNT, sizeof *p);
    massa_grains_id id;
    massa_world* w;
    d.substeps                = 8;
    d.capacity.particles      = COUNT;
    d.capacity.particle_edits = COUNT;
    test_try(massa_create_world(gpu->device, &d, &w));
    test_try(massa_create_grains(w, &kind, &id));
    for (uint32_t i = 0; i < COUNT; ++i)
        p[i].position =
            (massa_vec3){ 0.1f * (float)(i % SIDE), 0.1f * (float)(i / SIDE % SIDE), 0.1f * (float)(i / SIDE / SIDE) };
    test_try(massa_grains_add(w, id, p, COUNT, NULL));
    free(p);
    return w;
}

// How far the stages of a step are from the step between its submission and its fence, as a factor: the least of
// several steps, since a disturbed machine may stretch either. The device is told to tick in units of period ns.
static double stages_apart(test_gpu* gpu, float period)
{
    wrapper* wrapped     = wrapper_begin(&gpu->host, false);
    const float ticks    = wrapped->properties.limits.timestampPeriod; // ns, really
    massa_step_desc step = massa_default_step_desc();
    double best          = INFINITY;
    if (period > 0.0f) wrapped->properties.limits.timestampPeriod = period;
    const double stretched       = (double)wrapped->properties.limits.timestampPeriod / (double)ticks;
    const massa_device_desc desc = wrapper_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    massa_world* w = make_slow(gpu);
    step.profile   = true;
    api_step(gpu, w); // drivers may finish their kernels when they first run
    for (uint32_t i = 0; i < 8 && best >= 3.0; ++i)
    {
        massa_poll_result news;
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(w, cmd, &step));
        const double begin = now();
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        const double wall = (now() - begin) * stretched;
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
        munit_assert_uint32(news.stage_count, >, 0);
        munit_assert_uint32(news.stage_count, <, MAS_MAX_STAGES); // none is left out
        double sum = 0.0;
        for (uint32_t k = 0; k < news.stage_count; ++k)
            sum += news.stages[k].milliseconds;
        best = fmin(best, sum > wall ? sum / wall : wall / sum);
    }
    massa_destroy_world(w);
    massa_destroy_device(gpu->device);
    wrapper_end();
    gpu->device = NULL;
    return best;
}

// Milliseconds: all stages together take as long as the step does by the clock on the wall, within a factor of three.
// Where a tick is not a nanosecond they follow it.
static MunitResult stage_times_add_up(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_destroy_device(gpu->device);
    munit_assert_double(stages_apart(gpu, 0.0f), <, 3.0);
    munit_assert_double(stages_apart(gpu, 52.0833f), <, 3.0);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/they-add-up", stage_times_add_up, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_stage_times_suite = { "/stage_times", tests, NULL, 1, 0 };
