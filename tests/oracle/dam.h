// A dam of water against what was measured, for the tests and massa bench: a column 1 m wide and 2 m high in a tank 9 m
// long, in steps of 1/60 s. Figures are without units: T = t sqrt(2 g / a) and Z = front / a; tau = t sqrt(g / a) and H
// = height / 2 a, a the width.
#ifndef MAS_ORACLE_DAM_H
#define MAS_ORACLE_DAM_H

#include "types_shared.h"

#include <stdint.h>

enum
{
    ORACLE_DAM_STEPS  = 81, // past the last of the figures
    ORACLE_DAM_POINTS = 15,
};

#define ORACLE_DAM_SPACING 0.05 // m: 40 particles over the height
#define ORACLE_DAM_DEEP 0.25    // m, across the tank
#define ORACLE_DAM_OFFSET                                                                                              \
    0.05 // in T, that a simulation is early by: the plate of the experiment does not vanish at once

extern const double oracle_dam_fronts[ORACLE_DAM_POINTS][2];  // T, Z
extern const double oracle_dam_heights[ORACLE_DAM_POINTS][2]; // tau, H

typedef struct oracle_dam
{
    double front[ORACLE_DAM_STEPS + 1], height[ORACLE_DAM_STEPS + 1]; // m, by step
    double energy;                                                    // largest, of the start's
} oracle_dam;

typedef struct oracle_dam_error // shares, at most but for the first; below H = 0.3 spacings
{
    double front_rms, front, height, low;
} oracle_dam_error;

void oracle_dam_begin(oracle_dam*);
void oracle_dam_look(oracle_dam*, int step, const mas_vec4* position, const mas_vec4* velocity, uint32_t count);
double oracle_dam_front(const oracle_dam*, double T); // Z, with the offset; the next one H
double oracle_dam_height(const oracle_dam*, double tau);
oracle_dam_error oracle_dam_compare(const oracle_dam*);

#endif
