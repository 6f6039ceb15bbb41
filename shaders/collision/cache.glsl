// How far two colliders have moved since their manifold was found.
#ifndef MAS_CACHE_GLSL
#define MAS_CACHE_GLSL

#include "quaternion.glsl"
#include "collision/cache_shared.h"

const float BOUNDLESS = 1e30; // m, radius of a plane

struct pair_motion
{
    vec3 offset; // m, from a's centre to b's now, less the same at detection
    vec4 turn_a; // rotations since detection, in the world
    vec4 turn_b;
};

uint pair_hash(uint a, uint b)
{
    uint h = (a * 0x9E3779B1u) ^ (b * 0x85EBCA77u);
    h      = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    return h ^ (h >> 13);
}

pair_motion pair_moved(collider_pose a, collider_pose b, pair_cache old)
{
    pair_motion m;
    m.offset = (b.position.xyz - a.position.xyz) - old.offset.xyz;
    m.turn_a = quaternion_multiply(a.rotation, quaternion_conjugate(old.rotation_a));
    m.turn_b = quaternion_multiply(b.rotation, quaternion_conjugate(old.rotation_b));
    return m;
}

// What a rotation adds to v. Exactly 0 for none, and small for a small one, however long v is.
vec3 turned_by(vec4 q, vec3 v)
{
    vec3 t = exact_cross(q.xyz, v);
    t      = t + t;
    return (q.w * t) + exact_cross(q.xyz, t);
}

float collider_radius(collider_data c)
{
    return (c.kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE ? BOUNDLESS : c.position.w;
}

#endif
