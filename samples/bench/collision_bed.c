#define _POSIX_C_SOURCE 200809L // nanosleep
#include "collision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void laps_add(laps* l, lap time)
{
    l->wall[l->count]  = time.wall;
    l->cpu[l->count++] = time.cpu;
}

static double median(const double* from, uint32_t count)
{
    double sorted[COLLISION_ROUNDS];
    memcpy(sorted, from, count * sizeof *from);
    qsort(sorted, count, sizeof *sorted, bench_ascending);
    return count > 0 ? sorted[count / 2] : 0.0;
}

lap laps_median(const laps* l)
{
    return (lap){ median(l->wall, l->count), median(l->cpu, l->count) };
}

static massa_result make(collision_bed* b, uint32_t capacity, uint32_t hulls, uint32_t pairs)
{
    mas_arena* a = &b->bed.arena;
    mas_arena_init(a, b->bed.device);
    uint64_t most         = (uint64_t)capacity * 2 * CELLS_EACH * sizeof(uint32_t); // what tests are counted from
    const uint64_t need[] = { capacity * sizeof(collider_data), hulls * sizeof(hull_data),
                              pairs * sizeof(collider_pair), b->has_narrow ? pairs * sizeof(manifold) : 0 };
    for (size_t i = 0; i < MAS_COUNT(need); ++i)
        if (most < need[i]) most = need[i];
    b->bed.upload = mas_plan(a, MAS_UPLOAD, "upload", most, 1);
    b->bed.answer = mas_plan(a, MAS_READBACK, "answer", most, 1);
    b->colliders  = mas_colliders_plan(a, capacity, hulls);
    b->bodies     = mas_bodies_plan(a, capacity, true);
    b->pairs      = mas_pairs_plan(a, MAS_SCRATCH, capacity, pairs);
    for (mas_broad_kind k = 0; k < MAS_BROAD_KINDS; k += broad_next(k))
        mas_broad_plan(&b->broad[k], a, k, &b->colliders, &b->pairs);
    if (b->has_narrow) mas_narrow_plan(&b->narrow, a, &b->pairs, pairs);
    MAS_TRY(mas_arena_allocate(a));
    mas_kernels_init(&b->bed.kernels, a);
    MAS_TRY(mas_bounds_create(&b->bounds, &b->bed.kernels, &b->colliders, &b->bodies));
    for (mas_broad_kind k = 0; k < MAS_BROAD_KINDS; k += broad_next(k))
        MAS_TRY(mas_broad_create(&b->broad[k], &b->bed.kernels, &b->colliders, &b->pairs));
    return b->has_narrow ? mas_narrow_create(&b->narrow, &b->bed.kernels, &b->colliders, &b->pairs) : MASSA_OK;
}

bool collision_bed_create(collision_bed* b, const bench_options* options, uint32_t capacity, uint32_t hulls,
                          uint32_t pairs, bool narrow)
{
    memset(b, 0, sizeof *b);
    b->bed.gpu    = options->gpu;
    b->bed.device = options->device;
    b->has_narrow = narrow;
    if (make(b, capacity, hulls, pairs) == MASSA_OK) return true;
    fprintf(stderr, "massa: no room on the device.\n");
    collision_bed_destroy(b);
    return false;
}

void collision_bed_destroy(collision_bed* b)
{
    bench_destroy_bed(&b->bed);
}

void collision_put_poses(collision_bed* b, const collision_scene* s)
{
    const oracle_colliders* c = &s->colliders;
    const uint32_t n          = c->params.colliders;
    bench_put(&b->bed, b->colliders.pose, c->pose, n * sizeof *c->pose);
    bench_put(&b->bed, b->colliders.box, c->box, n * sizeof *c->box);
}

void collision_put_scene(collision_bed* b, const collision_scene* s)
{
    const oracle_colliders* c = &s->colliders;
    const oracle_bodies* o    = &s->bodies;
    const uint32_t n = c->params.colliders, m = s->body_count;
    bench_put(&b->bed, b->colliders.params, &c->params, sizeof c->params);
    bench_put(&b->bed, b->colliders.data, c->data, n * sizeof *c->data);
    bench_put(&b->bed, b->colliders.hull, c->hull, c->hulls * sizeof *c->hull);
    bench_put(&b->bed, b->colliders.meet, c->meet, n * sizeof *c->meet);
    bench_put(&b->bed, b->bodies.pose, o->pose, m * sizeof *o->pose);
    bench_put(&b->bed, b->bodies.motion, o->motion, m * sizeof *o->motion);
    bench_put(&b->bed, b->bodies.mass, o->mass, m * sizeof *o->mass);
    bench_put(&b->bed, b->bodies.trait, o->trait, m * sizeof *o->trait);
    collision_put_poses(b, s);
}

lap collision_finish(collision_bed* b)
{
    const double cpu  = bench_cpu();
    const double wall = bench_finish(&b->bed);
    return (lap){ wall, bench_cpu() - cpu };
}

void collision_settle(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}
