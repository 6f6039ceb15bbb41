// massa bench liquid: times of a liquid's substep, ours and the CPU twin's, still water and a dam with both solvers,
// their report.
#ifndef BENCH_LIQUID_H
#define BENCH_LIQUID_H

#include "bench.h"
#include "oracle/dam.h"

// ---- Substeps (liquid.c) ----

enum
{
    LIQUID_SIZES  = 8,
    LIQUID_ROUNDS = 31, // at most; of sizes that are not gated LIQUID_FEW
    LIQUID_FEW    = 5,
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
    uint32_t count, rounds;
    bool run;
    const char* gated;         // its name; null: not gated, only beside a seed's
    double seed_gpu, seed_cpu; // steps per second of a seed's table; 0: it has none
    liquid_times ours, twin;
    double wall_ratio, cpu_ratio; // ours over the twin's: medians of the rounds' ratios
    double neighbours;            // mean length of a list
    double different;             // spacings: the twin's places from ours, the farthest, after one substep
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

// ---- A dam (liquid_dam.c) ----

#define DAM_PLOT "liquid_dam.svg" // in the current folder

enum
{
    DAM_SOLVERS = 2, // incompressible, state equation
};

typedef struct dam_run
{
    oracle_dam dam;
    oracle_dam_error error;
    double ms; // wall time of all steps
} dam_run;

typedef struct dam_result
{
    bool run;
    uint32_t count; // particles
    dam_run solver[DAM_SOLVERS];
} dam_result;

bool dam_run_both(const bench_options*, dam_result*); // and draws DAM_PLOT
bool dam_plot(const dam_result*, const char* path);   // false: it said why
void dam_print(const dam_result*);
void dam_json(const dam_result*);

// ---- The report (liquid_report.c) ----

typedef struct liquid_results // each member may not have been run
{
    const liquid_result* sizes; // LIQUID_SIZES
    const still_result* still;
    const dam_result* dam;
} liquid_results;

// Prints times and gates. False when a gate fails.
bool liquid_report(const liquid_results*, const char* device, bool json);

#endif
