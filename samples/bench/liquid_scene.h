// A block of liquid in a tank, and the stages of its substeps on the device.
#ifndef BENCH_LIQUID_SCENE_H
#define BENCH_LIQUID_SCENE_H

#include "bench.h"
#include "core/profiler.h"
#include "flow.h"

#define LIQUID_SPACING 0.05f // m

enum
{
    LIQUID_SUBSTEPS   = 4, // of a step, which is a submission
    LIQUID_ITERATIONS = 2,
    LIQUID_TANK       = 5, // colliders
};

typedef struct liquid_set
{
    bench_bed bed;
    massa_world_desc desc;
    mas_particles array;
    mas_colliders colliders;
    mas_span states, first_position, first_velocity; // the last two: what each round starts from
    mas_flow flow;
    mas_flow_step step;
    mas_profiler profiler;
} liquid_set;

typedef struct liquid_block
{
    uint32_t count, side; // side: particles along a wall
    mas_vec4 *position, *velocity;
    float low[3], high[3]; // m, of the tank
} liquid_block;

// A lattice that fills the tank's floor, each particle moved a little, in slots of no order, under the pressure of the
// liquid above it, up to a metre. False: no memory.
bool liquid_make_block(liquid_block*, uint32_t count);
void liquid_free_block(liquid_block*);
void liquid_make_tank(const liquid_block*, collider_state[LIQUID_TANK]); // a floor, and a box behind each side

// desc and step of a set, as a world would have them; then the rest of it. The bed has its device.
bool liquid_make_step(liquid_set*, uint32_t count);
massa_result liquid_make_set(liquid_set*, uint32_t count);

#endif
