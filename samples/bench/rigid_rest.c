// A pile that has fallen asleep, against the same pile while it fell, and towers of which a part sleeps: massa alone,
// as a host would run it.
#include "rigid.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    MOVING  = 60,   // steps that are timed just before the pile is at rest,
    RESTING = 200,  // and after
    SETTLE  = 8,    // steps between, in which the host hears of it
    MOST    = 2000, // that it may take
    TOWERS  = 512
};

static double median(double* values, uint32_t count)
{
    qsort(values, count, sizeof *values, bench_ascending);
    return values[count / 2];
}

static bool timed_step(void* world, double* wall, double* cpu)
{
    const double wall_before = bench_now(), cpu_before = bench_cpu();
    const bool right = rigid_massa.step(world);
    *wall            = bench_now() - wall_before;
    *cpu             = bench_cpu() - cpu_before;
    return right;
}

static bool run(void* world, uint32_t from, rigid_rest* out)
{
    static double wall[MOVING > RESTING ? MOVING : RESTING], cpu[MAS_COUNT(wall)];
    bool right = true;
    for (uint32_t i = 0; i < from && right; ++i)
    {
        if (i % 20 == 0) bench_progress("rest: step %u, falling", i);
        right = rigid_massa.step(world);
    }
    for (uint32_t i = 0; i < MOVING && right; ++i)
        right = timed_step(world, &wall[i], &cpu[i]);
    out->moving     = median(wall, MOVING);
    out->moving_cpu = median(cpu, MOVING);
    out->awake      = rigid_massa_awake(world);
    for (out->steps = from + MOVING; right && rigid_massa_awake(world) > 0 && out->steps < MOST; ++out->steps)
    {
        if (out->steps % 20 == 0) bench_progress("rest: step %u, %u awake", out->steps, rigid_massa_awake(world));
        right = rigid_massa.step(world);
    }
    out->left = rigid_massa_awake(world);
    for (uint32_t i = 0; i < SETTLE && right; ++i)
        right = rigid_massa.step(world);
    for (uint32_t i = 0; i < RESTING && right; ++i)
        right = timed_step(world, &wall[i], &cpu[i]);
    out->resting     = median(wall, RESTING);
    out->resting_cpu = median(cpu, RESTING);
    return right;
}

static bool run_share(uint32_t percent, const bench_options* options, rigid_share* out)
{
    static double wall[RIGID_STEPS], cpu[RIGID_STEPS];
    rigid_scene s = rigid_towers(TOWERS, percent);
    void* world   = rigid_massa.create(&s, options);
    bool right    = world != NULL;
    *out          = (rigid_share){ .percent = percent };
    bench_progress("rest: towers, %u %% asleep", percent);
    for (uint32_t i = 0; i < s.from && right; ++i)
        right = rigid_massa.step(world);
    for (uint32_t i = s.from; i < s.to && right; ++i)
        right = timed_step(world, &wall[i - s.from], &cpu[i - s.from]);
    out->wall = median(wall, s.to - s.from);
    out->cpu  = median(cpu, s.to - s.from);
    if (right) out->awake = rigid_massa_awake(world);
    if (right) right = rigid_massa_study(world, &out->study);
    if (world != NULL) rigid_massa.destroy(world);
    rigid_scene_destroy(&s);
    return right;
}

bool rigid_rest_run(uint32_t side, const bench_options* options, rigid_rest* out)
{
    rigid_scene s = rigid_pile(side);
    s.sleeps      = true;
    void* world   = rigid_massa.create(&s, options);
    bool right    = world != NULL;
    *out          = (rigid_rest){ .bodies = s.body_count };
    if (right) right = run(world, s.from, out);
    if (world != NULL) rigid_massa.destroy(world);
    rigid_scene_destroy(&s);
    static const uint32_t percent[RIGID_SHARES] = { 0, 10, 50, 90 };
    for (uint32_t k = 0; k < RIGID_SHARES && right; ++k)
        right = run_share(percent[k], options, &out->share[k]);
    out->run = right;
    return right;
}
