// What the twins of the narrow phase share: one shape seen from the other, and the choice of four points.
#ifndef MAS_ORACLE_NARROW_REDUCE_H
#define MAS_ORACLE_NARROW_REDUCE_H

#include "collision/narrow_shared.h"
#include "colliders.h"
#include "vec.h"

typedef struct oracle_view
{
    float r[3][3]; // the other's axis j in one's own axes: r[0..2][j]
    float t[3];    // its centre, m
} oracle_view;

typedef struct oracle_point
{
    float u, w, d; // in the plane of the reference face; separation
    uint32_t id;   // 0: none
} oracle_point;

typedef struct oracle_axes // of the reference face in the world
{
    oracle_vec3 origin, u, w, n;
} oracle_axes;

oracle_view oracle_see(mas_vec4 own, mas_vec4 other, oracle_vec3 d);
oracle_vec3 oracle_to_own(const oracle_view*, oracle_vec3);
oracle_vec3 oracle_to_other(const oracle_view*, oracle_vec3);
float oracle_narrow_scale(mas_vec4 half_a, mas_vec4 half_b);
manifold oracle_empty_manifold(const oracle_colliders*, collider_pair);
// Places of the nearest points on two segments, from their middles.
oracle_vec2 oracle_closest(float r_a, float r_b, float cosine, float sine2, float half_a, float half_b);

// At most four of n candidates, chosen into out; returns how many. deepest: separation of the deepest, if there is one.
uint32_t oracle_reduce(const oracle_point*, uint32_t n, float margin, float scale, oracle_point out[4], float* deepest);
// Is the overlap not among the points? lowest: separation of the incident shape's lowest corner.
bool oracle_is_lost(float deepest, uint32_t n, float lowest, float scale);
// The middle of a contact from a's centre, world axes; w separation.
mas_vec4 oracle_place(const oracle_axes*, const oracle_point*);
void oracle_write_points(manifold*, const oracle_point*, uint32_t n, const oracle_axes*);

#endif
