// Four of any number of contact points: the deepest, the one farthest from it, the one that makes the largest triangle
// with both, and the one farthest outside of that triangle. The candidates are not kept: the caller generates them
// again for each of four passes, always in the same order.
//
//     reduction r = reduction_begin(normal, tolerance);
//     while (reduction_goes_on(r))
//     {
//         for each candidate: reduction_offer(r, vec4(point, separation), id);
//         reduction_take(r);
//     }
//
// Then r.count of point_0 .. point_3 and id are set. Of candidates that are as good within a small tolerance the first
// wins, so that bodies at rest keep their points. C twin: tests/oracle/reduce_manifold.c.
#ifndef MAS_REDUCE_MANIFOLD_GLSL
#define MAS_REDUCE_MANIFOLD_GLSL

#include "exact.glsl"

struct reduction
{
    vec3  normal; // unit; distances and areas are those seen along it
    float tolerance; // m, by which a point must be deeper than those before it
    vec4  point_0, point_1, point_2, point_3; // m; w separation
    uvec4 id;
    uint  count;
    uint  pass;
    float limit; // a candidate's score must be above
    float least; // m^2: less counts as none
    vec4  best;
    uint  best_id;
    bool  found;
};

reduction reduction_begin(vec3 normal, float tolerance)
{
    reduction r;
    r.normal    = normal;
    r.tolerance = tolerance;
    r.point_0 = r.point_1 = r.point_2 = r.point_3 = r.best = vec4(0.0);
    r.id      = uvec4(0u);
    r.count = r.pass = r.best_id = 0u;
    r.limit = -3e38;
    r.least = 0.0;
    r.found = false;
    return r;
}

// A pass that finds nobody is the last.
bool reduction_goes_on(reduction r)
{
    return r.pass < 4u && r.pass == r.count;
}

// Twice the area of the triangle, positive when it is counter-clockwise seen against the normal.
float reduction_area(reduction r, vec3 a, vec3 b, vec3 c)
{
    return exact_dot(r.normal, exact_cross(b - a, c - a));
}

float reduction_score(reduction r, vec4 point)
{
    vec3 a = r.point_0.xyz, b = r.point_1.xyz, c = r.point_2.xyz;
    if (r.pass == 0u) return -point.w;
    if (r.pass == 1u)
    {
        vec3 across = exact_cross(r.normal, point.xyz - a);
        float squared = exact_dot(across, across);
        return exact_is_short(squared) ? 0.0 : squared;
    }
    float area = reduction_area(r, a, b, point.xyz);
    if (r.pass == 2u) return abs(area);
    float other = max(-reduction_area(r, b, c, point.xyz), -reduction_area(r, c, a, point.xyz));
    return max(-area, other);
}

void reduction_offer(inout reduction r, vec4 point, uint id)
{
    float score = reduction_score(r, point);
    if (score > r.limit)
    {
        r.limit   = r.pass == 0u ? score + r.tolerance : score * 1.01;
        r.best    = point;
        r.best_id = id;
        r.found   = true;
    }
}

// Ends a pass.
void reduction_take(inout reduction r)
{
    if (r.found)
    {
        if (r.pass == 0u) r.point_0 = r.best;
        if (r.pass == 1u) r.point_1 = r.best;
        if (r.pass == 2u) r.point_2 = r.best;
        if (r.pass == 3u) r.point_3 = r.best;
        r.id[r.pass] = r.best_id;
        ++r.count;
    }
    // Slivers a thousand times as long as wide, and points in one place, are no help to anybody.
    if (r.pass == 1u) r.least = r.limit * 1e-3;
    // Turned about so that the triangle is counter-clockwise: what lies outside of it is then on the right of a side.
    if (r.count == 3u && r.pass == 2u && reduction_area(r, r.point_0.xyz, r.point_1.xyz, r.point_2.xyz) < 0.0)
    {
        vec4 p    = r.point_1;
        r.point_1 = r.point_2;
        r.point_2 = p;
        r.id      = r.id.xzyw;
    }
    ++r.pass;
    r.limit = r.least;
    r.found = false;
}

#endif
