// massa bench FAMILY: our stages against C in the same run, and gates on the ratios.
#define _POSIX_C_SOURCE 200809L // isatty, fileno
#include "bench.h"
#include "core/profiler.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char* const rigid_parts[] = { "stack",      "spheres", "molecules", "pile", "large_pyramid",
                                           "joint_grid", "rest",    "small",     NULL };

static const char* const subdivision_parts[] = { "torus", "ball", "box", "large", NULL };

static const char* const liquid_parts[] = { "substep", "still", "dam", NULL };

const bench_family bench_families[] = {
    { "primitives", "sorts, scan, reduce and compact against plain C", bench_primitives, NULL },
    { "particles", "grid, search and contacts against a vectorised C twin", bench_particles, NULL },
    { "collision", "broad and narrow phases against Bullet and plain C", bench_collision, NULL },
    { "rigid", "steps of rigid bodies against Bullet and ODE; --part of them", bench_rigid, rigid_parts },
    { "subdivision", "limit points of subdivision surfaces against OpenSubdiv; --part of them", bench_subdivision,
      subdivision_parts },
    { "liquid",
      "substeps of a liquid against a vectorised C twin, still water and a dam with both solvers; --part of them",
      bench_liquid, liquid_parts },
    { 0 },
};

double bench_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

double bench_cpu(void)
{
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

void bench_progress(const char* format, ...)
{
    if (!isatty(fileno(stderr))) return;
    fputs("\r\033[K", stderr);
    if (format != NULL)
    {
        va_list args;
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
    }
    fflush(stderr);
}

int bench_ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

bool bench_passes(double found, double bound, bool least)
{
    if (!isfinite(found) || !(found > 0.0)) return false;
    return least ? found >= bound : found <= bound;
}

double bench_median_ratio(const double* ours, const double* other, double* ratio, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        ratio[i] = ours[i] / other[i];
    qsort(ratio, count, sizeof ratio[0], bench_ascending);
    return ratio[count / 2];
}

mas_recorder* bench_begin(bench_bed* b, mas_profiler* profiler)
{
    VkCommandBuffer cmd = platform_begin(b->gpu);
    if (profiler != NULL) mas_profiler_begin(profiler, cmd, 0);
    mas_record_begin(&b->rec, b->device, &b->arena, &b->kernels, profiler, cmd);
    return &b->rec;
}

double bench_finish(bench_bed* b)
{
    mas_record_end(&b->rec);
    const double t = bench_now();
    if (!platform_submit_and_wait(b->gpu, b->rec.cmd))
    {
        fprintf(stderr, "massa: %s\n", b->gpu->error);
        exit(1);
    }
    return bench_now() - t;
}

void bench_put(bench_bed* b, mas_span to, const void* data, size_t size)
{
    memcpy(b->arena.mapped[MAS_UPLOAD] + b->upload.offset, data, size);
    mas_copy(bench_begin(b, NULL), b->upload, to, size);
    bench_finish(b);
}

void bench_get(bench_bed* b, mas_span from, void* data, size_t size)
{
    mas_copy(bench_begin(b, NULL), from, b->answer, size);
    bench_finish(b);
    memcpy(data, b->arena.mapped[MAS_READBACK] + b->answer.offset, size);
}

bool bench_same(bench_bed* b, mas_span from, const void* data, size_t size)
{
    mas_copy(bench_begin(b, NULL), from, b->answer, size);
    bench_finish(b);
    return memcmp(b->arena.mapped[MAS_READBACK] + b->answer.offset, data, size) == 0;
}

void bench_destroy_bed(bench_bed* b)
{
    mas_kernels_destroy(&b->kernels);
    mas_arena_destroy(&b->arena);
}
