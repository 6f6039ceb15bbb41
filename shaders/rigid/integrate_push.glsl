// A substep's forces: the last substep's impulses go into momentum, then gravity, loads and damping, then the
// gyroscopic turn. The solver gets the speeds that result.
//
// The torque-free top is split into flows that each have an exact solution. With momentum P about the principal axes
// and its energy sum(P_k^2 / I_k) / 2, take out the part that all axes share, |P|^2 / (2 I_mid):
//   gyroscopic  the rest turns P and the body about single axes, a half step in x and y, a whole in z, then mirrored
//   exponential the shared part leaves P alone and turns the body by h P / I_mid (integrate_move.comp)
// Both keep |P| and the momentum in the world; energy stays within O(h^2) for ever. Exact for balls and round tops.
//
// Warm start in velocities: the impulses that held the body in the last substep act once more, and no contact is read.
// The first substep of a step has no such start, because contacts changed.
//
// Rest: a body that is held and slower than its sleep_speed loses its motion. Sweeps over contacts calm neighbours at
// once, but a tower of n boxes only after n^4 sweeps: without this rule it would sway for minutes.
// The kernel binds params, mass, load, trait, previous, pose, motion, speed and base.
#ifndef MAS_INTEGRATE_PUSH_GLSL
#define MAS_INTEGRATE_PUSH_GLSL

#include "list.glsl"
#include "step_shared.h"
#include "rigid/integrate.glsl"
#include "rigid/integrate_shared.h"

// Implicit, so that no damping can reverse a motion; no damping multiplies by nothing.
vec3 damp(vec3 v, float damping)
{
    return damping > 0.0 ? v * exact_reciprocal(1.0 + (params.substep * damping)) : v;
}

// So slow that it may fall asleep.
bool is_slow(vec3 v, vec3 p, vec4 inverse, float limit)
{
    float spin = REST_SPIN * (inverse.w * exact_dot(p * p, inverse.xyz));
    float most = limit * limit;
    return exact_dot(v, v) < most && spin < most;
}

// The flow of one axis: turns the other two components of P by angle, and gives the body's turn about that axis.
// Sine and 1 - cosine of the angle from those of its half, added to p: a cosine, rounded near 1, would stretch p by the
// same bit each substep.
vec2 turn(vec2 p, vec2 half_sincos)
{
    float s = 2.0 * (half_sincos.x * half_sincos.y);
    float d = 2.0 * (half_sincos.x * half_sincos.x);
    return vec2(p.x + ((s * p.y) - (d * p.x)), p.y - ((s * p.x) + (d * p.y)));
}

// An angle too small to matter is none: its square would be denormal, where devices differ.
void turn_x(inout vec3 p, inout vec4 q, float rate)
{
    vec2 sc = exact_sincos(exact_flush(0.5 * (rate * p.x)));
    p.yz    = turn(p.yz, sc);
    q       = quaternion_multiply(q, vec4(sc.x, 0.0, 0.0, sc.y));
}

void turn_y(inout vec3 p, inout vec4 q, float rate)
{
    vec2 sc = exact_sincos(exact_flush(0.5 * (rate * p.y)));
    p.zx    = turn(p.zx, sc);
    q       = quaternion_multiply(q, vec4(0.0, sc.x, 0.0, sc.y));
}

void turn_z(inout vec3 p, inout vec4 q, float rate)
{
    vec2 sc = exact_sincos(exact_flush(0.5 * (rate * p.z)));
    p.xy    = turn(p.xy, sc);
    q       = quaternion_multiply(q, vec4(0.0, 0.0, sc.x, sc.y));
}

void gyroscopic_turn(inout vec3 p, inout vec4 q, vec3 inverse_inertia, float middle)
{
    vec3 rate = params.substep * (inverse_inertia - vec3(middle));
    if (all(equal(rate, vec3(0.0)))) return; // a cube or a ball
    float length_0 = exact_dot(p, p);
    turn_x(p, q, 0.5 * rate.x);
    turn_y(p, q, 0.5 * rate.y);
    turn_z(p, q, rate.z);
    turn_y(p, q, 0.5 * rate.y);
    turn_x(p, q, 0.5 * rate.x);
    // The turns keep |p| but for rounding, which would add up over hours: one Newton step back to the old length.
    float length_1 = exact_dot(p, p);
    if (length_1 > 0.0) p = p + (p * (0.5 * ((length_0 - length_1) * exact_reciprocal(length_1))));
}

// Kinematic: as its velocities say, all step long. A middle moment of 1 makes its spin its momentum.
void guide(uint i)
{
    vec4 v    = vec4(motion[i].velocity.xyz, 0.0);
    vec4 spin = vec4(exact_flush(quaternion_rotate(pose[i].rotation, motion[i].momentum.xyz)), 0.0);
    speed[i]  = body_speed(v, spin, vec4(0.0), vec4(0.0));
    base[i]   = body_base(vec4(v.xyz, 1.0), spin, vec4(0.0));
}

void push_body(uint i, bool begins)
{
    body_trait t = trait[i];
    if (begins && !body_goes(t.tag))
    {
        speed[i] = body_speed(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
        base[i]  = body_base(vec4(0.0), vec4(0.0), vec4(0.0));
    }
    if (!body_goes(t.tag)) return;
    if ((t.tag & BODY_DYNAMIC) == 0u)
    {
        if (begins) guide(i);
        return;
    }

    vec4 inverse = mass[i].inverse;
    vec4 q       = pose[i].rotation;
    vec3 v       = motion[i].velocity.xyz;
    vec3 p       = motion[i].momentum.xyz;
    vec3 dv      = vec3(0.0);
    vec3 dw      = vec3(0.0);
    vec3 inertia = begins ? body_inverted(inverse.xyz) : base[i].inertia.xyz;
    if (!begins)
    {
        v  = speed[i].velocity.xyz;
        dv = exact_flush(v - base[i].velocity.xyz);
        dw = exact_flush(speed[i].spin.xyz - base[i].spin.xyz);
        p  = exact_flush(p + momentum_gain(inertia, previous[i].rotation, q, dw));
        if (any(notEqual(dv, vec3(0.0))) && is_slow(v, p, inverse, t.sleep_speed))
        {
            v = damp(v, REST_DAMPING);
            p = damp(p, REST_DAMPING);
        }
    }

    float h      = params.substep;
    float middle = max(min(inverse.x, inverse.y), min(max(inverse.x, inverse.y), inverse.z));
    bool locked  = (t.locks & BODY_LOCK_TURNS) != 0u;
    vec3 torque  = quaternion_rotate_inverse(q, body_free_turn(t.locks, load[i].torque.xyz));
    v = v + (h * ((t.gravity_scale * params.gravity.xyz) + (inverse.w * load[i].force.xyz)));
    p = p + (h * torque);
    v = damp(v, t.linear_damping);
    p = damp(p, t.angular_damping);
    if (!locked) gyroscopic_turn(p, q, inverse.xyz, middle); // a lock carries the torque that it would take
    v = exact_flush(body_free(t.locks, limited(v, t.max_speed)));
    p = exact_flush(bounded_momentum(t, p, q, inertia, inverse.xyz));
    q = exact_flush(q);

    vec3 spin         = exact_flush(body_free_turn(t.locks, quaternion_rotate(q, p * inverse.xyz)));
    pose[i].rotation  = q;
    motion[i]         = body_motion(vec4(v, 0.0), vec4(p, 0.0));
    base[i]           = body_base(vec4(v, middle), vec4(spin, 0.0), vec4(inertia, 0.0));
    speed[i].velocity = vec4(exact_flush(v + body_free(t.locks, dv)), inverse.w);
    speed[i].spin     = vec4(exact_flush(spin + body_free_turn(t.locks, dw)), 0.0);
    if (begins)
    {
        speed[i].shift = vec4(0.0);
        speed[i].turn  = vec4(0.0);
    }
}

#endif
