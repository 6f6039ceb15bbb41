// How long a body has rested, how many are awake, and whether anybody could fall asleep; one body a thread. Every body is
// an island by itself until contacts link it.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "rigid/sleep.glsl"

layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 2) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 3) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 4) buffer Sleep { sleep_body body[]; };
layout(std430, binding = 5) writeonly buffer Parent { uint parent[]; };
layout(std430, binding = 6) writeonly buffer Restless { uint restless[]; };

// By squares: no root. What turning adds is twice its energy over the mass, the mean of its squared speed.
bool is_slow(body_motion m, vec4 inverse, float limit)
{
    vec3  v    = m.velocity.xyz, p = m.momentum.xyz;
    float spin = SLEEP_SPIN * (inverse.w * exact_dot(p * p, inverse.xyz));
    float most = limit * limit;
    return exact_dot(v, v) < most && spin < most;
}

void main()
{
    uint i = thread_index();
    if (i >= push.bodies) return;
    parent[i]    = i;
    restless[i]  = 0u;
    body[i].mark = 0u;
    body_trait  t = trait[i];
    body_motion m = motion[i];
    if (is_asleep(t.tag)) return;
    uint generation = t.tag >> BODY_FLAG_BITS;
    bool awake      = is_awake(t.tag);
    float rest      = 0.0;
    if (awake && (push.flags & SLEEP_NEVER) == 0u && is_slow(m, mass[i].inverse, t.sleep_speed))
        rest = min((body[i].generation == generation ? body[i].rest : 0.0) + push.dt, push.time);
    body[i].rest       = rest;
    body[i].generation = generation;
    if (awake) atomicAdd(state.awake, 1u);
    if (is_driven(t.tag, m)) atomicAdd(state.moving, 1u);
    if (rest >= push.time) atomicOr(state.candidate, 1u);
}
