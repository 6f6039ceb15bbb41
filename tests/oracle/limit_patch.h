// Patches of a cage evaluated in double, from their definition (seed 004 3.1, 3.6).
#ifndef MAS_ORACLE_LIMIT_PATCH_H
#define MAS_ORACLE_LIMIT_PATCH_H

#include "subdivision/subdivision.h"

// All points: the cage's as given here (by default its own), then what its rows make of them.
double (*oracle_limit_points(const massa_cage*, const massa_vec3* own))[3]; // free it

void oracle_limit_patch(const massa_cage*, const double (*point)[3], uint32_t patch, double u, double v,
                        double position[3], double du[3], double dv[3]);

// Of three vectors of length 3: 0 where it vanishes.
void oracle_limit_normal(const double du[3], const double dv[3], double out[3]);

#endif
