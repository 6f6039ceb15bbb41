// The liquid substep (predict, grid, search, walls, density and correct, commit) as a specialist would write it for the
// CPU: cells, order and lists of particles_twin.c; sums over vectors of neighbours, the rest with particles in the
// lanes of vectors; the CPU's reciprocal root, fused; two threads. Search and first density of a chunk of places run
// while its lists are in the cache, and particles stay by place from substep to substep, as ours do. The tank's walls
// are known to be planes along the axes. One liquid, without drag, no two particles in one place. Agrees with ours
// within rounding.
#ifndef BENCH_LIQUID_TWIN_H
#define BENCH_LIQUID_TWIN_H

#include "liquid/liquid_shared.h"
#include "particles_twin.h"

enum // parts of a substep that are timed; walls are part of the last two
{
    LIQUID_TWIN_PREDICT,
    LIQUID_TWIN_GRID,
    LIQUID_TWIN_SEARCH,
    LIQUID_TWIN_DENSITY,
    LIQUID_TWIN_CORRECT,
    LIQUID_TWIN_STAGES,
};

enum
{
    LIQUID_TWIN_CHUNK = 256, // places that are searched, then weighed, while their lists are in the cache
};

typedef struct liquid_twin
{
    twin grid;
    liquid_params params;
    float low[3], high[3];                    // m, of the tank; it is open above
    const mas_vec4 *from, *from_velocity;     // what the substep begins with: not owned
    mas_vec4 *predicted, *predicted_velocity; // in the same order
    twin_body* meet;                          // by place: m, w change of the multiplier; velocity
    mas_vec4* place;                          // m, so far
    mas_vec4* weighed;                        // m, w change of the multiplier
    mas_vec4* shift;                          // m, correction so far; w multiplier
    float* density;                           // 1 at rest
    mas_vec4 *carried, *carried_velocity;     // what the substep ends with
    bool first, last;                         // of the passes over density and correct
    double thread_ms[PAIR_THREADS][2];        // searching, the rest
    double ms[LIQUID_TWIN_STAGES];            // of the last substep; from search on, times of one thread
    mas_vec4 *position, *velocity;            // by slot: not owned
} liquid_twin;

bool liquid_twin_fits(void); // whether the CPU has the vectors it is written for: AVX2
bool liquid_twin_create(liquid_twin*, const liquid_params*, const particle_params*, const float low[3],
                        const float high[3], uint32_t slots);
void liquid_twin_destroy(liquid_twin*);
// Of particles by slot, or, where null, of those that the last substep ended with.
void liquid_twin_substep(liquid_twin*, const mas_vec4* position, const mas_vec4* velocity, uint32_t iterations);
void liquid_twin_settle(liquid_twin*, mas_vec4* position, mas_vec4* velocity); // back to slots

// Places [first, end) of a chunk.
void liquid_twin_weigh(liquid_twin*, uint32_t first, uint32_t end);
void liquid_twin_push(liquid_twin*, uint32_t first, uint32_t end);

#endif
