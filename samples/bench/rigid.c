// massa bench rigid: scenes of rigid bodies, step by step in massa, Bullet and ODE; times, and how well they stand.
#include "rigid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const rigid_engine* const rigid_engines[RIGID_ENGINES] = {
    &rigid_massa,
#ifdef MASSA_BENCH_BULLET
    &rigid_bullet,
    &rigid_bullet_deferred,
#else
    NULL,
    NULL,
#endif
#ifdef MASSA_BENCH_ODE
    &rigid_ode,
#else
    NULL,
#endif
};

typedef struct part
{
    rigid_scene (*create)(uint32_t size);
    uint32_t size;
    double seed_cpu, seed_gpu; // ms: 002's tables of S01, the whole, and of S02, its solver alone
    bool blocks;               // massa alone, with that schedule
} part;

static const part parts[] = {
    { rigid_stack, 10, 0.0, 0.0, .blocks = false },
    { rigid_spheres, 50, 0.58, 4.25, .blocks = false },
    { rigid_spheres, 200, 1.65, 4.93, .blocks = false },
    { rigid_spheres, 500, 8.08, 6.46, .blocks = false },
    { rigid_spheres, 1000, 16.72, 10.60, .blocks = false },
    { rigid_spheres, 2000, 35.45, 18.43, .blocks = false },
    { rigid_spheres, 3000, 56.66, 26.99, .blocks = false },
    { rigid_spheres, 4000, 73.09, 34.33, .blocks = false },
    { rigid_spheres, 8000, 160.83, 88.70, .blocks = false },
    { rigid_spheres, 12000, 250.09, 148.20, .blocks = false },
    { rigid_spheres, 16000, 332.82, 213.35, .blocks = false },
    { rigid_molecules, 4, 1.11, 3.81, .blocks = false },
    { rigid_molecules, 6, 4.15, 4.27, .blocks = false },
    { rigid_molecules, 8, 10.54, 6.49, .blocks = false },
    { rigid_molecules, 10, 21.52, 12.98, .blocks = false },
    { rigid_molecules, 12, 37.82, 22.95, .blocks = false },
    { rigid_molecules, 14, 62.26, 40.38, .blocks = false },
    { rigid_molecules, 16, 91.58, 62.31, .blocks = false },
    { rigid_molecules, 18, 132.15, 101.72, .blocks = false },
    { rigid_pile, 10, 0.0, 0.0, .blocks = false },
    { rigid_pile, 10, 0.0, 0.0, .blocks = true },
    { rigid_pile, 16, 0.0, 0.0, .blocks = false },
    { rigid_pile, 16, 0.0, 0.0, .blocks = true },
    { rigid_pile, 20, 0.0, 0.0, .blocks = false },
    { rigid_large_pyramid, 100, 0.0, 0.0, .blocks = false },
    { rigid_joint_grid, 100, 0.0, 0.0, .blocks = false },
};

enum
{
    REST_SIDE = 16 // boxes along each edge of the pile that falls asleep
};

static double median(double* values, uint32_t count)
{
    qsort(values, count, sizeof *values, bench_ascending);
    return count > 0 ? values[count / 2] : 0.0;
}

static bool run(const rigid_scene* s, const rigid_engine* engine, const bench_options* options, rigid_row* row,
                rigid_result* r)
{
    static double wall[RIGID_STEPS], cpu[RIGID_STEPS];
    rigid_pose* pose = calloc(3 * (size_t)s->body_count, sizeof *pose);
    void* world      = pose != NULL ? engine->create(s, options) : NULL;
    bool right       = world != NULL;
    uint32_t timed   = 0;
    for (uint32_t i = 0; i < s->to && right; ++i)
    {
        if (i % 20 == 0) bench_progress("%s %u, %s: step %u of %u", s->name, s->size, engine->name, i, s->to);
        if (i == s->from) engine->read(world, pose);
        if (i + 1 == s->to) engine->read(world, pose + s->body_count);
        const double wall_before = bench_now(), cpu_before = bench_cpu();
        right = engine->step(world);
        if (i < s->from) continue;
        wall[timed]  = bench_now() - wall_before;
        cpu[timed++] = bench_cpu() - cpu_before;
    }
    if (right)
    {
        engine->read(world, pose + 2 * (size_t)s->body_count);
        r->quality = rigid_measure(s, pose + 2 * (size_t)s->body_count, pose + s->body_count, pose);
        r->wall    = median(wall, timed);
        r->worst   = wall[timed - 1];
        r->cpu     = median(cpu, timed);
        r->run     = true;
        if (engine == &rigid_massa) right = rigid_massa_study(world, &row->study);
    }
    if (world != NULL) engine->destroy(world);
    free(pose);
    return right;
}

static bool run_part(const part* p, const bench_options* options, rigid_row* row)
{
    rigid_scene s = p->create(p->size);
    bool right    = true;
    s.blocks      = p->blocks;
    *row          = (rigid_row){ .name     = s.name,
                                 .blocks   = s.blocks,
                                 .size     = s.size,
                                 .bodies   = s.body_count,
                                 .joints   = s.joint_count,
                                 .from     = s.from,
                                 .to       = s.to,
                                 .seed_cpu = p->seed_cpu,
                                 .seed_gpu = p->seed_gpu };
    for (uint32_t k = 0; k < RIGID_ENGINES && right; ++k)
    {
        if (rigid_engines[k] == NULL || (p->blocks && rigid_engines[k] != &rigid_massa)) continue;
#ifdef MASSA_BENCH_BULLET
        if (rigid_engines[k] == &rigid_bullet_deferred && p->create != rigid_pile) continue; // where it is gated
#endif
        right = run(&s, rigid_engines[k], options, row, &row->engine[k]);
    }
    rigid_scene_destroy(&s);
    return right;
}

bool bench_rigid(const bench_options* options)
{
    static rigid_row rows[RIGID_ROWS];
    uint32_t count = 0;
    bool right     = true;
    for (size_t i = 0; i < MAS_COUNT(parts) && right; ++i)
    {
        rigid_scene s   = parts[i].create(parts[i].size);
        const bool want = options->part == NULL || strcmp(options->part, s.name) == 0;
        rigid_scene_destroy(&s);
        if (want) right = run_part(&parts[i], options, &rows[count++]);
    }
    rigid_rest rest = { 0 };
    if (right && (options->part == NULL || strcmp(options->part, "rest") == 0))
        right = rigid_rest_run(REST_SIDE, options, &rest);
    rigid_small small = { 0 };
    if (right && (options->part == NULL || strcmp(options->part, "small") == 0))
        right = rigid_small_run(options, &small);
    bench_progress(NULL);
    return right && rigid_report(rows, count, &rest, &small, options->gpu->device_name, options->json);
}
