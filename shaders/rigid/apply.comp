// Plays the edits of a step: the thread of a target's first edit plays all of that target's, in the host's order.
// Runs once per window of the body arrays; each window plays the targets that lie in it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "edit_shared.h"
#include "step_shared.h"
#include "rigid/body.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Params { step_params params; };
layout(std430, binding = 1) readonly buffer Edits { edit_record edit[]; };
layout(std430, binding = 2) buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) buffer Load { body_load load[]; };
layout(std430, binding = 4) buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) buffer Pose { body_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 7) buffer Motion { body_motion motion[]; };

const body_pose   NO_POSE   = body_pose(vec4(0.0), vec4(0.0));
const body_motion NO_MOTION = body_motion(vec4(0.0), vec4(0.0));
const body_load   NO_LOAD   = body_load(vec4(0.0), vec4(0.0));

// A new place is not travelled to: the previous pose moves along.
void place(uint i, vec3 position, vec4 rotation)
{
    pose[i]     = body_pose(vec4(exact_flush(position), 0.0), exact_flush(quaternion_normalize(rotation)));
    previous[i] = pose[i];
}

void create(uint i, uint e)
{
    uint tag    = (edit[e].generation << BODY_FLAG_BITS) | edit[e].flags;
    vec4 angular = edit[e].data[3], inertia = edit[e].data[4];
    place(i, edit[e].data[0].xyz, edit[e].data[1]);
    trait[i]  = body_trait(tag, edit[e].data[2].w, angular.w, inertia.w);
    mass[i]   = body_mass(vec4(inertia.xyz, edit[e].data[0].w));
    load[i]   = NO_LOAD;
    vec3 p    = body_momentum(tag, pose[i].rotation, angular.xyz, inertia.xyz);
    motion[i] = body_motion(vec4(exact_flush(edit[e].data[2].xyz), 0.0), vec4(exact_flush(p), 0.0));
}

void destroy(uint i)
{
    pose[i]     = NO_POSE;
    previous[i] = NO_POSE;
    motion[i]   = NO_MOTION;
    load[i]     = NO_LOAD;
    mass[i]     = body_mass(vec4(0.0));
    trait[i]    = body_trait(0u, 0.0, 0.0, 0.0);
}

void push(uint i, vec3 impulse, vec3 angular_impulse)
{
    vec3 v = motion[i].velocity.xyz + (mass[i].inverse.w * impulse);
    vec3 p = motion[i].momentum.xyz + quaternion_rotate_inverse(pose[i].rotation, angular_impulse);
    motion[i] = body_motion(vec4(exact_flush(v), 0.0), vec4(exact_flush(p), 0.0));
}

void load_up(uint i, vec3 force, vec3 torque)
{
    load[i].force  = vec4(exact_flush(load[i].force.xyz + force), 0.0);
    load[i].torque = vec4(exact_flush(load[i].torque.xyz + torque), 0.0);
}

void play(uint i, uint e)
{
    vec3 a = edit[e].data[0].xyz;
    vec3 b = edit[e].data[1].xyz;
    switch (edit[e].kind)
    {
    case EDIT_BODY_CREATE: create(i, e); break;
    case EDIT_BODY_DESTROY: destroy(i); break;
    case EDIT_BODY_SET_POSE:
        place(i, a, edit[e].data[1]);
        if ((trait[i].tag & BODY_STATIC) == 0u) trait[i].tag |= BODY_MOVES; // a lost body comes back
        break;
    case EDIT_BODY_SET_VELOCITY: motion[i].velocity = vec4(exact_flush(a), 0.0); break;
    case EDIT_BODY_SET_ANGULAR_VELOCITY:
        motion[i].momentum =
            vec4(exact_flush(body_momentum(trait[i].tag, pose[i].rotation, a, mass[i].inverse.xyz)), 0.0);
        break;
    case EDIT_BODY_IMPULSE: push(i, a, exact_cross(b - pose[i].position.xyz, a)); break;
    case EDIT_BODY_ANGULAR_IMPULSE: push(i, vec3(0.0), a); break;
    case EDIT_BODY_FORCE: load_up(i, a, exact_cross(b - pose[i].position.xyz, a)); break;
    case EDIT_BODY_TORQUE: load_up(i, vec3(0.0), a); break;
    }
}

void main()
{
    uint e = thread_index();
    if (e >= params.edit_count || edit[e].first == 0u) return;
    uint i = edit[e].target - range.first; // wraps to a large number below the window
    if (i >= range.count) return;
    for (uint next = e + 1u; next != 0u; next = edit[e].next)
    {
        e = next - 1u;
        play(i, e);
    }
}
