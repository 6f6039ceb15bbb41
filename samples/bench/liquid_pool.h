// A world with one liquid in it, through the public header, for the benches that look at what water does.
#ifndef BENCH_LIQUID_POOL_H
#define BENCH_LIQUID_POOL_H

#include "bench.h"

typedef struct liquid_pool
{
    platform_gpu* gpu;
    massa_world* world;
    platform_buffer copy; // where views are copied to
    massa_poll_result heard;
    uint32_t count; // particles
} liquid_pool;

// False, of any: said on stderr. To be destroyed in any case.
bool liquid_pool_create(liquid_pool*, const bench_options*, const massa_world_desc*);
void liquid_pool_destroy(liquid_pool*);
bool liquid_pool_add(liquid_pool*, const massa_shape_desc*, massa_vec3 at); // a static body
bool liquid_pool_fill(liquid_pool*, massa_vec3 half, massa_vec3 at);        // a box with water
bool liquid_pool_step(liquid_pool*, float dt);                              // until it is done; no particle may be lost
const void* liquid_pool_read(liquid_pool*, massa_view_kind); // of all particles, until the next read; null: not

#endif
