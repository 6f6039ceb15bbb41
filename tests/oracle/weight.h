// The kernel of liquids and what walls weigh in it (shaders/liquid/weight.glsl,
// module/docs/lab/liquid.md), bit for bit.
#ifndef MAS_ORACLE_WEIGHT_H
#define MAS_ORACLE_WEIGHT_H

#include "exact.h"
#include "liquid.h"

typedef struct oracle_weight
{
    oracle_vec3 apart; // m, from b to a; where both are in one place, straight up or down
    float squared;
    float weight; // without the factor that follows
    float slope;  // share of apart
} oracle_weight;

float oracle_weight_scale(const liquid_params*);       // of weight, with the volume of a particle
float oracle_weight_slope_scale(const liquid_params*); // of slope
// Of places a and b; below: a is taken to be the lower one if there is no telling.
oracle_weight oracle_weigh(const liquid_params*, mas_vec4 a, mas_vec4 b, bool below);

float oracle_wall_weight(float s); // of a half space s reaches away, 0 <= s <= 1
float oracle_wall_slope(float s);  // how fast it falls, per reach

typedef struct oracle_solid // what walls weigh together
{
    float share;
    oracle_vec3 slope; // how fast it falls, 1/m, away from them
} oracle_solid;

// One more, of what the others leave free.
void oracle_add_wall(const liquid_params*, const liquid_wall*, oracle_vec3 correction, oracle_solid* all);

// Beside walls a multiplier has fewer neighbours to push: it takes more to hold a pressure, by the share that they
// leave.
float oracle_pressing(float pressure, const oracle_solid*);
float oracle_pressure(float multiplier, const oracle_solid*);

#endif
