// Twin of shaders/subdivision/patch.glsl: a patch in Bezier form, measured in its own size, and its places.
#ifndef MAS_ORACLE_PATCH_H
#define MAS_ORACLE_PATCH_H

#include "exact.h"
#include "subdivision/surface_shared.h"

typedef struct oracle_patch
{
    oracle_vec3 b[4][4];  // [j][i], in units
    oracle_vec3 twist[4]; // by corner
    float unit, per_m;
    bool twisted;
} oracle_patch;

typedef struct oracle_place
{
    oracle_vec3 s, su, sv, suu, suv, svv;
} oracle_place;

// points: what the 16 or 20 numbers of the patch's list stand for.
oracle_patch oracle_load_patch(const oracle_vec3* points, bool gregory);
oracle_place oracle_evaluate_patch(const oracle_patch*, float u, float v);
// Largest second derivatives, by uu, uv, vv.
void oracle_patch_curvature(const oracle_patch*, oracle_vec3 bound[3]);
// B-spline to Bezier points of a row of four.
void oracle_to_bezier(oracle_vec3 x[4]);

#endif
