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

// Pushes x out of the shape and takes from v, relative to the shape's motion: the approach, reflected with loss, and of
// the sliding at most friction times what the approach took (Coulomb). What is taken from the sliding is taken from the
// way of this substep too: else whatever rests on a slope would creep.
void collide(collider_state c, particle_layer a, float substep, inout vec3 x, inout vec3 v)
{
    vec3 local = quaternion_rotate_inverse(c.rotation, x - c.position.xyz);
    vec4 d     = shape_distance(c.kind & 7u, c.size.xyz, local);
    d          = (c.kind & COLLIDER_HOLLOW) != 0u ? -d : d;
    float gap  = d.w - a.radius;
    if (c.kind == 0u || gap >= 0.0) return;
    vec3 n     = quaternion_rotate(c.rotation, d.xyz);
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

#endif
