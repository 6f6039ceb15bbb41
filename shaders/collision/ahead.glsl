// Finds the place on its way at which a pair is detected. Along an axis that parts the two shapes their separation
// shrinks by a known speed. The pair is moved until that axis parts it no more, and tested again, until no axis parts
// it, or one does for the whole step. A pair that begins within the margin is detected there, unless its way leads into
// the other shape; a pair that begins by touching, unless its way leads deeper than AHEAD_DEPTH allows. C twin:
// tests/oracle/ahead.c.
#ifndef MAS_AHEAD_GLSL
#define MAS_AHEAD_GLSL

#include "exact.glsl"
#include "collision/ahead_shared.h"
#include "collision/collision_shared.h"

struct pair_ahead
{
    vec3  way;    // m, of b as a sees it, in this step; 0 unless quick
    float margin; // m: points farther apart are left out; covers spins
    float depth;  // m
};

vec3 ahead_way(collider_pose a, collider_pose b)
{
    return b.way.xyz - a.way.xyz;
}

pair_ahead ahead_of(collider_pose a, collider_pose b, float margin)
{
    pair_ahead p;
    float close = AHEAD_SHARE * margin;
    vec3  way   = ahead_way(a, b);
    p.way       = mix(vec3(0.0), way, bvec3(exact_dot(way, way) > close * close));
    p.margin    = max(margin, (a.way.w + b.way.w) + close);
    p.depth     = min(a.position.w, b.position.w);
    return p;
}

// Whether two that do not touch may come so near within the step that they must be looked at.
bool ahead_quick(collider_pose a, collider_pose b, float margin)
{
    return exact_length(ahead_way(a, b)) + (a.way.w + b.way.w) > AHEAD_SHARE * margin;
}

// From one's centre to the other's at a share of their way, which may have the sign of a manifold's.
vec3 ahead_offset(collider_pose one, collider_pose other, float at)
{
    return (other.position.xyz - one.position.xyz) + (abs(at) * ahead_way(one, other));
}

// The share as manifolds have it: first is the separation where the way begins.
float ahead_share(float at, float first)
{
    return at > 0.0 && first <= 0.0 ? -at : at;
}

// The share of the way, 0 to 1, at which they are looked at next: at, if here. separation along an axis, closing: m of
// it that the whole way takes.
float ahead_next(pair_ahead p, float at, float separation, float closing)
{
    float reach = closing * (1.0 - at);
    float much  = separation > p.margin ? separation - p.margin : separation > 0.0 ? separation : separation + p.depth;
    bool  goes  = separation > -(0.5 * p.depth) && reach > much;
    float next  = min(at + ((separation + p.depth) * exact_reciprocal(closing)), 1.0);
    return goes ? next : at;
}

#endif
