// Questions about the limit surface of a cage, and answers.
#ifndef MAS_QUERY_SHARED_H
#define MAS_QUERY_SHARED_H

#include "list_shared.h"
#include "surface_shared.h"

#define QUERY_NOTHING 0 // answered with zeros
#define QUERY_CLOSEST 1 // the point of the surface that is closest to a point
#define QUERY_RAY 2     // the first point of the surface on a ray, on either side of it

// Limits of the work of one query. A walk that ends at QUERY_MAX_PATCHES says so (QUERY_STOPPED).
#define QUERY_STACK 64          // boxes put aside: 7 a height and one
#define QUERY_MAX_PATCHES 2048  // looked into
#define QUERY_SEEDS 4           // places along each side of a patch to start from, for the closest point
#define QUERY_SEED_AT(k) (0.25 * float(k) + 0.125)
#define QUERY_STEPS 24          // from each of them
#define QUERY_CELLS 1024        // evaluations of a patch, for a ray
#define QUERY_DEPTH 10          // how often a patch is halved, for a ray
#define QUERY_RAY_STEPS 8       // of Newton's method, from a part of the patch that holds one hit at most

STRUCT(query_record)
{
    mas_vec4 point;     // m; of a ray its origin; w how far to look, m, >= 0
    mas_vec4 direction; // of a ray, unit within 1e-6; w 0
    uint kind;          // QUERY_*
    uint surface;
    uint spare[2];
};

// In query_answer.flags
#define QUERY_HIT 1u
#define QUERY_STOPPED 2u // a limit was reached before all of the surface was ruled out: something closer may exist

STRUCT(query_answer) // all zero without a hit, but for flags
{
    mas_vec4 position; // m; w distance from the query's point, m
    mas_vec4 normal;   // unit, outwards; w u
    mas_vec4 velocity; // m/s, of this point of the surface over the last step; w v
    uint flags;        // QUERY_*
    uint patch_number; // in the array of all surfaces; lowest of those that are equally close
    uint face;         // of the cage
    uint surface;
};

STRUCT(query_push)
{
    mas_range range;   // queries
    uint  patches;     // of all surfaces
    uint  boxes;       // patches and nodes
    uint  surfaces;
    float inverse_dt;  // 1/s, 0: nothing moves
};

#endif
