// Times of the particle substep, ours and the CPU twin's, and their report.
#ifndef BENCH_PARTICLES_H
#define BENCH_PARTICLES_H

#include "bench.h"

enum
{
    PARTICLES_SIZES  = 3, // 16k, 64k, 256k
    PARTICLES_ROUNDS = 15,
    PARTICLES_STAGES = 3, // grid, search, contact
};

typedef struct particles_times // ms of one substep
{
    double wall[PARTICLES_ROUNDS], cpu[PARTICLES_ROUNDS]; // cpu: of all threads
    double wall_best, wall_median, cpu_best, cpu_median;
    double stage[PARTICLES_STAGES]; // each from its best round
} particles_times;

typedef struct particles_result
{
    uint32_t count, rounds;
    particles_times ours, twin;
    double wall_ratio, cpu_ratio; // ours over the twin's: medians of the rounds' ratios
    double neighbours;            // mean length of a list
    uint32_t dispatches;
    const char* vectors; // of the twin
} particles_result;

extern const char* const particles_stage_names[PARTICLES_STAGES]; // as recorded

// Prints times and gates. False when a gate fails.
bool particles_report(const particles_result results[PARTICLES_SIZES], const char* device, bool json);

#endif
