// Distance from a point to a shape, and what a particle does when it is nearer than its radius.
#ifndef MAS_COLLIDE_GLSL
#define MAS_COLLIDE_GLSL

#include "particle/collider_shared.h"
#include "quaternion.glsl"

// Outward normal in xyz and signed distance in w, m, of a point in the shape's own frame. Inside a box the nearest face
// decides, on a tie the first axis.
vec4 shape_distance(uint kind, vec3 size, vec3 p)
{
    vec4 plane = vec4(0.0, 1.0, 0.0, p.y);
    if (kind == COLLIDER_PLANE) return plane;
    if (kind == COLLIDER_SPHERE)
    {
        float squared = exact_dot(p, p);
        float inverse = exact_rsqrt(squared);
        return exact_is_short(squared) ? vec4(0.0, 1.0, 0.0, -size.x) : vec4(p * inverse, (squared * inverse) - size.x);
    }
    vec3  q       = abs(p) - size;
    vec3  side    = mix(vec3(1.0), vec3(-1.0), lessThan(p, vec3(0.0)));
    vec3  outside = max(q, vec3(0.0));
    float squared = exact_dot(outside, outside);
    if (!exact_is_short(squared))
    {
        float inverse = exact_rsqrt(squared);
        return vec4(side * (outside * inverse), squared * inverse);
    }
    if (q.x >= q.y && q.x >= q.z) return vec4(side.x, 0.0, 0.0, q.x);
    if (q.y >= q.z) return vec4(0.0, side.y, 0.0, q.y);
    return vec4(0.0, 0.0, side.z, q.z);
}

// A wall of normal n, in the world, that a particle is -gap deep in: pushes x out and takes from v, relative to the shape's
// motion, the approach, reflected with loss, and of the sliding at most friction times what the approach took (Coulomb).
// What is taken from the sliding is taken from the way of this substep too: else whatever rests on a slope would creep.
void meet_wall(collider_state c, particle_layer a, float substep, vec3 n, float gap, inout vec3 x, inout vec3 v)
{
    vec3 wall  = c.velocity.xyz + exact_cross(c.angular_velocity.xyz, x - c.position.xyz);
    vec3 slip  = v - wall;
    float into = exact_dot(slip, n);
    x          = x - (n * gap);
    if (into >= 0.0) return;
    vec3  along   = slip - (n * into);
    float squared = exact_dot(along, along);
    float grip    = (a.friction * ((1.0 + a.restitution) * -into)) * exact_rsqrt(squared); // share of along
    float taken   = exact_is_short(squared) ? 1.0 : min(grip, 1.0);
    vec3  lost    = along * taken;
    x             = x - (lost * substep);
    v             = wall + ((along - lost) - (n * (into * a.restitution)));
}

// Outward normal and distance of wall k of a box from inside: 0, 1, 2 for x, y, z.
vec4 inner_wall(vec3 size, vec3 p, uint k)
{
    vec3  n = vec3(k == 0u, k == 1u, k == 2u);
    float q = k == 0u ? p.x : k == 1u ? p.y : p.z, s = k == 0u ? size.x : k == 1u ? size.y : size.z;
    return vec4(q < 0.0 ? n : -n, s - abs(q));
}

// One shape: the nearest point; of a box from inside each pair of faces, because an edge has two walls and a corner
// three. There friction along one wall may bring back into another what was out of it, so at the end places count alone.
void collide(collider_state c, particle_layer a, float substep, inout vec3 x, inout vec3 v)
{
    bool inside = c.kind == (COLLIDER_BOX | COLLIDER_HOLLOW);
    bool solid  = c.kind != 0u && (c.kind & COLLIDER_SENSOR) == 0u;
    uint turns  = !solid ? 0u : inside ? 6u : 1u;
    for (uint k = 0u; k < turns; ++k)
    {
        vec3 local = quaternion_rotate_inverse(c.rotation, x - c.position.xyz);
        vec4 d     = inside ? inner_wall(c.size.xyz, local, k % 3u) : shape_distance(c.kind & 7u, c.size.xyz, local);
        d          = (c.kind & COLLIDER_HOLLOW) != 0u && !inside ? -d : d;
        float gap  = d.w - a.radius;
        if (gap >= 0.0) continue;
        vec3 n = quaternion_rotate(c.rotation, d.xyz);
        if (k < 3u)
            meet_wall(c, a, substep, n, gap, x, v);
        else
            x = x - (n * gap);
    }
}

#endif
