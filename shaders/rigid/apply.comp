// Plays the edits of a step: the thread of a target's first edit plays all of that target's, in the host's order.
// Runs once per window of the body arrays; each window plays the targets that lie in it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "edit_shared.h"
#include "step_shared.h"
#include "rigid/body.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Edits { edit_record edit[]; };
layout(std430, binding = 2) buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) buffer Load { body_load load[]; };
layout(std430, binding = 4) buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) buffer Pose { body_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 7) buffer Motion { body_motion motion[]; };

// The body in registers: read once, edited, written once.
vec3 position, velocity, momentum, force, torque;
vec4 rotation, inverse;
body_trait t;
bool placed; // a new place is not travelled to: the previous pose moves along

void read(uint i)
{
    position = pose[i].position.xyz;
    rotation = pose[i].rotation;
    velocity = motion[i].velocity.xyz;
    momentum = motion[i].momentum.xyz;
    force    = load[i].force.xyz;
    torque   = load[i].torque.xyz;
    inverse  = mass[i].inverse;
    t        = trait[i];
    placed   = false;
}

void write(uint i)
{
    pose[i]   = body_pose(vec4(exact_flush(position), 0.0), exact_flush(rotation));
    motion[i] = body_motion(vec4(exact_flush(velocity), 0.0), vec4(exact_flush(momentum), 0.0));
    load[i]   = body_load(vec4(exact_flush(force), 0.0), vec4(exact_flush(torque), 0.0));
    mass[i]   = body_mass(inverse);
    trait[i]  = body_trait(t.tag, exact_flush(t.gravity_scale), exact_flush(t.linear_damping),
                           exact_flush(t.angular_damping), t.locks, exact_flush(t.max_speed),
                           exact_flush(t.max_spin), exact_flush(t.sleep_speed));
    if (placed) previous[i] = pose[i];
}

void clear()
{
    position = velocity = momentum = force = torque = vec3(0.0);
    rotation = inverse = vec4(0.0);
    t      = body_trait(0u, 0.0, 0.0, 0.0, 0u, 0.0, 0.0, 0.0);
    placed = true;
}

// A body that may not turn at all has no inverse inertia: so the solver knows.
void lock(uint locks, vec3 inverse_inertia)
{
    t.locks     = locks;
    inverse.xyz = (locks & BODY_LOCK_TURNS) == BODY_LOCK_TURNS ? vec3(0.0) : inverse_inertia;
}

void play(edit_record e)
{
    t.tag &= ~uint(BODY_ASLEEP); // whatever it is, the body feels it
    vec3 a        = e.data[0].xyz;
    vec3 moment   = exact_cross(e.data[1].xyz - position, a); // of a push at a point
    vec3 angular  = a;                                        // angular velocity, where one is set
    bool spins    = e.kind == EDIT_BODY_SET_ANGULAR_VELOCITY;
    switch (e.kind)
    {
    case EDIT_BODY_CREATE:
        clear();
        t        = body_trait((e.generation << BODY_FLAG_BITS) | (e.flags & BODY_FLAGS), e.data[2].w, e.data[3].w,
                              e.data[4].w, 0u, e.data[5].x, e.data[5].y, e.data[5].z);
        inverse  = vec4(0.0, 0.0, 0.0, e.data[0].w);
        lock(e.flags >> BODY_FLAG_BITS, e.data[4].xyz);
        position = a;
        rotation = quaternion_normalize(e.data[1]);
        velocity = e.data[2].xyz;
        angular  = e.data[3].xyz;
        spins    = true;
        break;
    case EDIT_BODY_DESTROY: clear(); break;
    case EDIT_BODY_SET_POSE:
        position = a;
        rotation = quaternion_normalize(e.data[1]);
        placed   = true;
        if ((t.tag & BODY_STATIC) == 0u) t.tag |= BODY_MOVES; // a lost body comes back
        break;
    case EDIT_BODY_SET_VELOCITY: velocity = a; break;
    case EDIT_BODY_IMPULSE:
        velocity = velocity + (inverse.w * a);
        momentum = momentum + quaternion_rotate_inverse(rotation, moment);
        break;
    case EDIT_BODY_ANGULAR_IMPULSE: momentum = momentum + quaternion_rotate_inverse(rotation, a); break;
    case EDIT_BODY_FORCE:
        force  = force + a;
        torque = torque + moment;
        break;
    case EDIT_BODY_TORQUE: torque = torque + a; break;
    case EDIT_BODY_SET_GRAVITY_SCALE: t.gravity_scale = a.x; break;
    case EDIT_BODY_SET_DAMPING:
        t.linear_damping  = a.x;
        t.angular_damping = a.y;
        break;
    case EDIT_BODY_SET_LIMITS:
        t.max_speed = a.x;
        t.max_spin  = a.y;
        break;
    case EDIT_BODY_SET_SLEEP_SPEED: t.sleep_speed = a.x; break;
    case EDIT_BODY_SET_LOCKS: lock(e.flags, a); break;
    }
    if (spins) momentum = body_momentum(t.tag, rotation, angular, inverse.xyz);
}

void main()
{
    uint e = thread_index();
    if (e >= params.edit_count || edit[e].first == 0u) return;
    uint i = edit[e].target - range.first; // wraps to a large number below the window
    if (i >= range.count) return;
    read(i);
    for (uint next = e + 1u; next != 0u; next = edit[next - 1u].next) play(edit[next - 1u]);
    write(i);
}
