// One joint of a sweep.
//   START  the impulses of the last substep act again: in the first substep of a step
//   SOLVE  they act where the bodies are now, then the rows are answered
//   RELAX  the rows are answered
// The kernel binds rows, impulse, done and speed.
#ifndef MAS_JOINT_SWEEP_GLSL
#define MAS_JOINT_SWEEP_GLSL

#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/joint.glsl"

const uint JOINT_START = 0u, JOINT_SOLVE = 1u, JOINT_RELAX = 2u;

// The two bodies in registers.
float mass_a, mass_b; // 1/kg
symmetric turning_a, turning_b;
vec3 velocity_a, spin_a, velocity_b, spin_b;
joint_rows r;
joint_done so_far;

void take()
{
    turning_a = symmetric(r.inertia_a.xyz, r.product_a.xyz);
    turning_b = symmetric(r.inertia_b.xyz, r.product_b.xyz);
    mass_a = mass_b = 0.0;
    velocity_a = spin_a = velocity_b = spin_b = vec3(0.0);
    if (r.a != JOINT_WORLD)
    {
        mass_a     = speed[r.a].velocity.w;
        velocity_a = speed[r.a].velocity.xyz;
        spin_a     = speed[r.a].spin.xyz;
    }
    if (r.b != JOINT_WORLD)
    {
        mass_b     = speed[r.b].velocity.w;
        velocity_b = speed[r.b].velocity.xyz;
        spin_b     = speed[r.b].spin.xyz;
    }
}

// Bodies that nothing moves may be in many joints of one colour.
void put()
{
    if (mass_a > 0.0)
    {
        speed[r.a].velocity = vec4(exact_flush(velocity_a), mass_a);
        speed[r.a].spin     = vec4(exact_flush(spin_a), 0.0);
    }
    if (mass_b > 0.0)
    {
        speed[r.b].velocity = vec4(exact_flush(velocity_b), mass_b);
        speed[r.b].spin     = vec4(exact_flush(spin_b), 0.0);
    }
}

// On b, the opposite on a; moments about their centres.
void apply(vec3 force, vec3 moment_a, vec3 moment_b)
{
    velocity_a = velocity_a - (force * mass_a);
    spin_a     = spin_a - symmetric_times(turning_a, moment_a);
    velocity_b = velocity_b + (force * mass_b);
    spin_b     = spin_b + symmetric_times(turning_b, moment_b);
}

// What was done so far becomes what the impulse does at the present arms.
void redo(vec3 force, vec3 moment)
{
    vec3 moment_a = exact_cross(r.arm_a.xyz, force) + moment;
    vec3 moment_b = exact_cross(r.arm_b.xyz, force) + moment;
    apply(force - so_far.force.xyz, moment_a - so_far.moment_a.xyz, moment_b - so_far.moment_b.xyz);
    so_far = joint_done(vec4(force, 0.0), vec4(moment_a, 0.0), vec4(moment_b, 0.0));
}

vec3 answer(vec4 diagonal, vec4 off, vec3 v, vec3 was)
{
    return -(r.arm_a.w * symmetric_times(symmetric(diagonal.xyz, off.xyz), v)) - (r.arm_b.w * was);
}

// Angular rows first: anchors that part are seen, so they have the last word.
void solve(inout vec3 force, inout vec3 moment)
{
    vec3 turned = answer(r.angular, r.angular_off, (spin_b - spin_a) + r.twist.xyz, moment);
    apply(vec3(0.0), turned, turned);

    vec3 at_b     = velocity_b + exact_cross(spin_b, r.arm_b.xyz);
    vec3 at_a     = velocity_a + exact_cross(spin_a, r.arm_a.xyz);
    vec3 pushed   = answer(r.linear, r.linear_off, (at_b - at_a) + r.drift.xyz, force);
    vec3 moment_a = exact_cross(r.arm_a.xyz, pushed);
    vec3 moment_b = exact_cross(r.arm_b.xyz, pushed);
    apply(pushed, moment_a, moment_b);

    moment = exact_flush(moment + turned);
    force  = exact_flush(force + pushed);
    so_far = joint_done(vec4(so_far.force.xyz + pushed, 0.0), vec4(so_far.moment_a.xyz + (turned + moment_a), 0.0),
                        vec4(so_far.moment_b.xyz + (turned + moment_b), 0.0));
}

void sweep_joint(uint place, uint what)
{
    r           = rows[place];
    vec3 force  = impulse[r.joint].force.xyz;
    vec3 moment = impulse[r.joint].moment.xyz;
    take();
    so_far = joint_done(vec4(0.0), vec4(0.0), vec4(0.0));
    if (what != JOINT_START) so_far = done[place];
    if (what != JOINT_RELAX) redo(force, moment);
    if (what != JOINT_START)
    {
        solve(force, moment);
        impulse[r.joint].force.xyz = force;
        impulse[r.joint].moment    = vec4(moment, 0.0);
    }
    done[place] = joint_done(exact_flush(so_far.force), exact_flush(so_far.moment_a), exact_flush(so_far.moment_b));
    put();
}

#endif
