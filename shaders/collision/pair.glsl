// When two colliders are a pair, and which of them comes first. All broad phases ask the same questions, so their pairs
// are the same.
#ifndef MAS_PAIR_GLSL
#define MAS_PAIR_GLSL

#include "quaternion.glsl"
#include "collision/collision_shared.h"

bool boxes_overlap(collider_box a, collider_box b)
{
    return all(lessThanEqual(a.lo.xyz, b.hi.xyz)) && all(lessThanEqual(b.lo.xyz, a.hi.xyz));
}

// Whether a box reaches a plane's solid half, or that the box on its way.
bool box_reaches_plane(collider_box box, collider_pose plane)
{
    vec3 normal = quaternion_rotate(plane.rotation, vec3(0.0, 1.0, 0.0));
    vec3 lowest = mix(box.hi.xyz, box.lo.xyz, greaterThan(normal, vec3(0.0)));
    return exact_dot(lowest - plane.position.xyz, normal) <= max(exact_dot(plane.way.xyz, normal), 0.0);
}

// Filters: not of one body, not two that nothing moves, and what the host said.
bool meets(collider_meet a, collider_meet b)
{
    bool bodies = ((a.who ^ b.who) & MEET_BODY_MASK) != 0u && ((a.who | b.who) & MEET_DYNAMIC) != 0u;
    bool masks  = (a.mask & b.category) != 0u && (b.mask & a.category) != 0u;
    return bodies && (a.group != 0 && a.group == b.group ? a.group > 0 : masks);
}

// False for free slots and for colliders without bounds.
bool is_bounded(collider_box box, collider_meet meet)
{
    return meet.who != 0u && box.lo.x <= box.hi.x;
}

// Colliders i and j as a pair.
collider_pair pair_of(uint i, collider_meet mi, uint j, collider_meet mj)
{
    uint ki = mi.who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK, kj = mj.who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK;
    bool swap = kj < ki || (kj == ki && j < i);
    return collider_pair(swap ? j : i, swap ? i : j);
}

#endif
