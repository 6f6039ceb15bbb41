// A substep's way: position and rotation follow the speeds that the solver left.
// The kernel binds params, trait, previous, base, pose, motion and speed.
#ifndef MAS_INTEGRATE_MOVE_GLSL
#define MAS_INTEGRATE_MOVE_GLSL

#include "list.glsl"
#include "step_shared.h"
#include "rigid/integrate.glsl"

// Unit again once it is further off than quaternion_normalize leaves it: a body that does not turn keeps its bits, which
// normalising for ever would let flicker.
vec4 keep_unit(vec4 q)
{
    return abs(exact_dot(q, q) - 1.0) > 1.0e-6 ? quaternion_normalize(q) : q;
}

// What others made of the speeds since they were stored.
void arrive(uint i, inout vec3 v, inout vec3 w);

void move(uint i)
{
    body_trait t = trait[i];
    if (!body_goes(t.tag)) return;

    float h = params.substep;
    vec4 q  = pose[i].rotation;
    vec3 v  = speed[i].velocity.xyz;
    vec3 w  = speed[i].spin.xyz;
    if ((t.tag & BODY_DYNAMIC) != 0u)
    {
        arrive(i, v, w);
        // Only what impulses changed: push has seen to the rest, and to round that once more would look like impulses.
        if (any(notEqual(v, base[i].velocity.xyz))) v = exact_flush(body_free(t.locks, limited(v, t.max_speed)));
        if (any(notEqual(w, base[i].spin.xyz))) w = exact_flush(body_free_turn(t.locks, limited(w, t.max_spin)));
        speed[i].velocity.xyz = v;
        speed[i].spin.xyz     = w;
    }
    vec3 shift     = exact_flush(speed[i].shift.xyz + (h * v));
    speed[i].shift = vec4(shift, 0.0);
    speed[i].turn  = vec4(exact_flush(speed[i].turn.xyz + (h * w)), 0.0);

    if ((t.locks & BODY_LOCK_TURNS) != 0u) // about the world's axes, so that no rounding tilts the locked ones
    {
        q = quaternion_multiply(quaternion_from_rotation_vector(exact_flush(h * w)), q);
    }
    else // the momentum's flow, and what impulses of this substep add to it
    {
        vec3 p   = motion[i].momentum.xyz;
        vec3 dw  = exact_flush(w - base[i].spin.xyz);
        vec3 way = ((h * base[i].velocity.w) * p) + (h * quaternion_rotate_inverse(q, dw));
        vec4 dq  = quaternion_from_rotation_vector(exact_flush(way));
        q        = quaternion_multiply(q, dq);
        // The flow turns about the momentum; another axis takes the body away from it, which stays in the world.
        if (any(notEqual(dw, vec3(0.0)))) motion[i].momentum.xyz = exact_flush(quaternion_rotate_inverse(dq, p));
    }
    pose[i] = body_pose(vec4(exact_flush(previous[i].position.xyz + shift), 0.0), exact_flush(keep_unit(q)));
}

#endif
