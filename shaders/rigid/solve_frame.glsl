// The frame of each contact, its points in it, what its materials say, and the impulses that the last step left.
// Arms are those of the manifold's detection: while it is recycled they stay, and nothing trembles.
// The kernel binds params, list, order, of_pair, cache, pose, data, constant and impulse.
#ifndef MAS_SOLVE_FRAME_GLSL
#define MAS_SOLVE_FRAME_GLSL

#include "list.glsl"
#include "quaternion.glsl"
#include "collision/cache_shared.h"
#include "rigid/solve_shared.h"

#include "rigid/solve_write.glsl"

// A unit vector normal to n, along the cross product with the axis that n is farthest from.
vec3 tangent_of(vec3 n)
{
    vec3 size = abs(n);
    vec3 t    = vec3(n.y, -n.x, 0.0);
    if (size.y <= size.z) t = vec3(-n.z, 0.0, n.x);
    if (size.x <= size.y && size.x <= size.z) t = vec3(0.0, n.z, -n.y);
    return exact_normalize(t);
}

// m, from the body's centre to the collider's, world axes.
vec3 arm_of(uint i)
{
    vec4 body = quaternion_multiply(pose[i].rotation, quaternion_conjugate(data[i].rotation));
    return quaternion_rotate(body, data[i].position.xyz);
}

void frame_contact(uint place)
{
    uint pair = order[place];
    manifold m = of_pair[pair];
    vec3 n = m.normal.xyz, t1 = tangent_of(n), t2 = exact_cross(n, t1);
    vec3 to_a = arm_of(m.a), to_b = arm_of(m.b);
    vec3 apart = (to_b - cache[pair].offset.xyz) - to_a; // arm of b less that of a

    vec3  sum     = vec3(0.0);
    float weights = 0.0;
    for (uint i = 0u; i < 4u; ++i)
    {
        if (i >= m.count) break;
        float g = exact_clamp(2.0 - (m.point[i].w * params.inverse_margin), SOLVE_LEAST_WEIGHT, 1.0);
        sum     = sum + (g * m.point[i].xyz);
        weights = weights + g;
    }
    vec3 centre = sum * exact_reciprocal(weights), arm = centre + to_a;
    vec4 u = vec4(0.0), v = vec4(0.0), lever = vec4(0.0), separation = vec4(0.0);
    for (uint i = 0u; i < 4u; ++i)
    {
        if (i >= m.count) break;
        vec3 d        = m.point[i].xyz - centre;
        u[i]          = exact_flush(exact_dot(d, t1));
        v[i]          = exact_flush(exact_dot(d, t2));
        lever[i]      = exact_flush(exact_length(vec2(u[i], v[i])));
        separation[i] = m.point[i].w;
    }
    float friction    = exact_sqrt(data[m.a].friction * data[m.b].friction);
    float restitution = max(data[m.a].restitution, data[m.b].restitution);
    float rolling     = max(data[m.a].rolling, data[m.b].rolling);
    vec3  runs = quaternion_rotate(pose[m.b].rotation, data[m.b].surface.xyz) -
                 quaternion_rotate(pose[m.a].rotation, data[m.a].surface.xyz);
    write(SOLVE_NORMAL, place, vec4(exact_flush(n), friction));
    write(SOLVE_TANGENT, place, vec4(exact_flush(t1), restitution));
    write(SOLVE_ARM_A, place, vec4(exact_flush(arm), 0.0));
    write(SOLVE_ARM_B, place, vec4(exact_flush(arm + apart), 0.0));
    write(SOLVE_BODY, place, vec4(float(data[m.a].body), float(data[m.b].body), float(m.count), rolling));
    write(SOLVE_SEPARATION, place, separation);
    write(SOLVE_U, place, u);
    write(SOLVE_V, place, v);
    write(SOLVE_LEVER, place, lever);
    write(SOLVE_MOMENTS, place, vec4(0.0, 0.0, 0.0, exact_flush(params.step * abs(m.normal.w))));
    write(SOLVE_SLIDE, place, exact_flush(vec4(0.0, 0.0, exact_dot(runs, t1), exact_dot(runs, t2))));
    impulse[SOLVE_PUSH * params.capacity + place] = exact_flush(m.impulse);
    impulse[SOLVE_FRICTION * params.capacity + place] =
        exact_flush(vec4(exact_dot(m.twist.xyz, t1), exact_dot(m.twist.xyz, t2), exact_dot(m.rolling.xyz, t1),
                         exact_dot(m.rolling.xyz, t2)));
    impulse[SOLVE_TWIST * params.capacity + place] = vec4(exact_flush(m.twist.w), 0.0, 0.0, 0.0);
}

#endif
