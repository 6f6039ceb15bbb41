// One substep of free flight for one body a thread: forces, gyroscopic turn, then position and rotation.
//
// The torque-free top is split into flows that each have an exact solution. With momentum P about the principal axes
// and its energy sum(P_k^2 / I_k) / 2, take out the part that all axes share, |P|^2 / (2 I_mid):
//   gyroscopic  the rest turns P and the body about single axes, a half step in x and y, a whole in z, then mirrored
//   exponential the shared part leaves P alone and turns the body by h P / I_mid
// Both keep |P| and the momentum in the world; energy stays within O(h^2) for ever. Exact for balls and round tops.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "step_shared.h"
#include "rigid/body.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 2) readonly buffer Load { body_load load[]; };
layout(std430, binding = 3) buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) writeonly buffer Lost { uint lost[]; }; // by slot: generation of a body lost in this step
layout(std430, binding = 7) buffer Any { list_header any; };        // all slots, once one is lost; spare counts them

// Implicit, so that no damping can reverse a motion; no damping multiplies by nothing.
vec3 damp(vec3 v, float damping)
{
    return damping > 0.0 ? v * exact_reciprocal(1.0 + (params.substep * damping)) : v;
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

// Unit again once it is further off than quaternion_normalize leaves it: a body that does not turn keeps its bits, which
// normalising for ever would let flicker.
vec4 keep_unit(vec4 q)
{
    return abs(exact_dot(q, q) - 1.0) > 1.0e-6 ? quaternion_normalize(q) : q;
}

// Turns q and p by the torque-free motion of a substep.
void fly(inout vec3 p, inout vec4 q, vec3 inverse_inertia)
{
    float h        = params.substep;
    vec3 i         = inverse_inertia;
    float middle   = max(min(i.x, i.y), min(max(i.x, i.y), i.z));
    vec3 rate      = h * (i - vec3(middle));
    float length_0 = exact_dot(p, p);
    turn_x(p, q, 0.5 * rate.x);
    turn_y(p, q, 0.5 * rate.y);
    turn_z(p, q, rate.z);
    turn_y(p, q, 0.5 * rate.y);
    turn_x(p, q, 0.5 * rate.x);
    // The turns keep |p| but for rounding, which would add up over hours: one Newton step back to the old length.
    float length_1 = exact_dot(p, p);
    if (length_1 > 0.0) p = p + (p * (0.5 * ((length_0 - length_1) * exact_reciprocal(length_1))));
    q = keep_unit(quaternion_multiply(q, quaternion_from_rotation_vector(exact_flush((h * middle) * p))));
}

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    body_trait t = trait[i];
    if ((t.tag & BODY_MOVES) == 0u) return;

    vec3 x = pose[i].position.xyz;
    vec4 q = pose[i].rotation;
    vec3 v = motion[i].velocity.xyz;
    vec3 p = motion[i].momentum.xyz;
    if ((t.tag & BODY_DYNAMIC) != 0u)
    {
        vec4 inverse = mass[i].inverse;
        vec3 torque  = quaternion_rotate_inverse(q, load[i].torque.xyz);
        v = v + (params.substep * ((t.gravity_scale * params.gravity.xyz) + (inverse.w * load[i].force.xyz)));
        p = p + (params.substep * torque);
        v = damp(v, t.linear_damping);
        p = damp(p, t.angular_damping);
        fly(p, q, inverse.xyz);
    }
    else
    {
        q = keep_unit(quaternion_multiply(q, quaternion_from_rotation_vector(exact_flush(params.substep * p))));
    }
    x = x + (params.substep * v);

    bool inside = all(lessThanEqual(abs(x), vec3(BODY_MAX_POSITION)));
    if (!inside || !exact_is_finite(x) || !exact_is_finite(v) || !exact_is_finite(p) || !exact_is_finite(q))
    {
        trait[i].tag = t.tag & ~uint(BODY_MOVES);
        motion[i]    = body_motion(vec4(0.0), vec4(0.0));
        lost[range.first + i] = t.tag >> BODY_FLAG_BITS;
        if (atomicAdd(any.spare, 1u) == 0u)
        {
            list_header all_slots = list_complete(params.body_count, params.body_count);
            any.count   = all_slots.count;
            any.group_x = all_slots.group_x;
            any.group_y = all_slots.group_y;
            any.group_z = all_slots.group_z;
            any.block_x = all_slots.block_x;
            any.block_y = all_slots.block_y;
            any.block_z = all_slots.block_z;
        }
        return;
    }
    pose[i]   = body_pose(vec4(exact_flush(x), 0.0), exact_flush(q));
    motion[i] = body_motion(vec4(exact_flush(v), 0.0), vec4(exact_flush(p), 0.0));
}
