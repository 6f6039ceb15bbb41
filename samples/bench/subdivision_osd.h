// OpenSubdiv's evaluators on the CPU: positions and both derivatives of limit points of a cage of quads.
#ifndef BENCH_SUBDIVISION_OSD_H
#define BENCH_SUBDIVISION_OSD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct osd osd;

enum
{
    OSD_STENCILS, // limit stencils, a list of weights a point; one thread
    OSD_PATCHES,  // EvalPatches, one thread
    OSD_STENCILS_OMP,
    OSD_PATCHES_OMP,
    OSD_WAYS
};

#ifdef MASSA_BENCH_OSD

#ifdef __cplusplus
#define BENCH_OSD extern "C"
#else
#define BENCH_OSD
#endif

// point: three numbers each. level: points a face and direction, i / level for i below it, so that closed cages have
// each point about once.
BENCH_OSD osd* osd_create(const float* point, uint32_t points, const uint32_t* corner, uint32_t faces, uint32_t level);
BENCH_OSD void osd_destroy(osd*);
BENCH_OSD void osd_refresh(osd*, int way);
BENCH_OSD uint32_t osd_points(const osd*);
BENCH_OSD const float* osd_position(const osd*); // three numbers each: face by face, v by v, u by u
BENCH_OSD uint64_t osd_stencil_bytes(const osd*);

#else // not found when this was configured

static inline osd* osd_create(const float* point, uint32_t points, const uint32_t* corner, uint32_t faces,
                              uint32_t level)
{
    return (void)point, (void)points, (void)corner, (void)faces, (void)level, NULL;
}
static inline void osd_destroy(osd* o)
{
    (void)o;
}
static inline void osd_refresh(osd* o, int way)
{
    (void)o, (void)way;
}
static inline uint32_t osd_points(const osd* o)
{
    return (void)o, 0;
}
static inline const float* osd_position(const osd* o)
{
    return (void)o, NULL;
}
static inline uint64_t osd_stencil_bytes(const osd* o)
{
    return (void)o, 0;
}

#endif
#endif
