// A pile that has fallen asleep, against the same pile while it fell: massa alone, as a host would run it.
#include "rigid.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    MOVING  = 60,   // steps that are timed just before the pile is at rest,
    RESTING = 200,  // and after
    SETTLE  = 8,    // steps between, in which the host hears of it
    MOST    = 3000, // that it may take
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
    out->asleep = rigid_massa_awake(world) == 0;
    for (uint32_t i = 0; i < SETTLE && right; ++i)
        right = rigid_massa.step(world);
    for (uint32_t i = 0; i < RESTING && right; ++i)
        right = timed_step(world, &wall[i], &cpu[i]);
    out->resting     = median(wall, RESTING);
    out->resting_cpu = median(cpu, RESTING);
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
    out->run = right;
    if (world != NULL) rigid_massa.destroy(world);
    rigid_scene_destroy(&s);
    return right;
}
