// massa bench liquid: times of a liquid's substep, ours and the CPU twin's, still water with both solvers, their
// report.
#ifndef BENCH_LIQUID_H
#define BENCH_LIQUID_H

#include "bench.h"

// ---- Substeps (liquid.c) ----

enum
{
    LIQUID_SIZES  = 8,
    LIQUID_ROUNDS = 5,
    LIQUID_STAGES = 7,
};

typedef struct liquid_times // ms of one substep
{
    double wall[LIQUID_ROUNDS], cpu[LIQUID_ROUNDS]; // cpu: of all threads
    double wall_best, wall_median, cpu_median;
    double stage[LIQUID_STAGES]; // each from its best round
} liquid_times;

typedef struct liquid_result
{
    uint32_t count;
    bool run;
    const char* gated;         // its name; null: not gated, only beside a seed's
    double seed_gpu, seed_cpu; // steps per second of a seed's table; 0: it has none
    liquid_times ours, twin;
    double neighbours; // mean length of a list
    double different;  // spacings: the twin's places from ours, the farthest, after one substep
    uint32_t dispatches;
} liquid_result;

extern const char* const liquid_stage_names[LIQUID_STAGES];

// ---- Still water (liquid_still.c) ----

enum
{
    STILL_TRIES   = 12,
    STILL_TARGETS = 2,
};

typedef struct still_try // one way to set a world
{
    bool state_equation;
    uint32_t substeps, iterations; // iterations: incompressible
    float stiffness;               // state equation: of 9.81 m/s^2 times depth
    uint32_t parts;                // found: into which a substep was divided
    double speed;                  // found: simulated seconds per second
    double over, most;             // found, %: mean of what is over 1 of the densities, and the largest
} still_try;

typedef struct still_result
{
    bool run;
    uint32_t count; // particles
    double depth;   // m
    still_try tries[STILL_TRIES];
} still_result;

extern const double still_targets[STILL_TARGETS]; // %

bool still_run(const bench_options*, still_result*);

// Prints times and gates. False when a gate fails.
bool liquid_report(const liquid_result[LIQUID_SIZES], const still_result*, const char* device, bool json);

#endif
