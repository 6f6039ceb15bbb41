// How long a body has rested, how many bodies are awake, and whether any may fall asleep. Every body is an island by
// itself until contacts link it.
// The kernel binds state, mass, trait, motion, body, parent, restless and pose.
#ifndef MAS_SLEEP_REST_GLSL
#define MAS_SLEEP_REST_GLSL

#include "rigid/body.glsl"
#include "rigid/sleep.glsl"

// By squares: no root. What turning adds is twice its energy over the mass, the mean of its squared speed.
bool is_slow(body_motion m, vec4 inverse, float limit)
{
    vec3  v    = m.velocity.xyz, p = m.momentum.xyz;
    float spin = SLEEP_SPIN * (inverse.w * exact_dot(p * p, inverse.xyz));
    float most = limit * limit;
    return exact_dot(v, v) < most && spin < most;
}

// The same of the way from where it began to rest. The vector of the turn between is half of the rotation vector.
bool is_near(uint i, vec4 inverse, float limit)
{
    vec3  way  = pose[i].position.xyz - body[i].place.xyz;
    vec3  turn = 2.0 * quaternion_multiply(quaternion_conjugate(body[i].turned), pose[i].rotation).xyz;
    float most = limit * limit;
    return exact_dot(way, way) < most &&
           SLEEP_SPIN * (inverse.w * exact_dot(turn * turn, body_inverted(inverse.xyz))) < most;
}

void rest_body(uint i)
{
    parent[i]    = i;
    restless[i]  = 0u;
    body[i].mark = 0u;
    body_trait  t = trait[i];
    body_motion m = motion[i];
    if (is_asleep(t.tag)) return;
    uint generation = t.tag >> BODY_FLAG_BITS;
    bool awake      = is_awake(t.tag);
    vec4 inverse    = mass[i].inverse;
    float before    = body[i].generation == generation ? body[i].rest : 0.0;
    bool rests      = is_slow(m, inverse, t.sleep_speed) ||
                 (before > 0.0 && is_slow(m, inverse, SLEEP_SHAKE * t.sleep_speed) &&
                  is_near(i, inverse, (SLEEP_STRAY * t.sleep_speed) * push.time));
    rests = rests && awake && (push.flags & SLEEP_NEVER) == 0u;
    if (before == 0.0)
    {
        body[i].place  = vec4(pose[i].position.xyz, 0.0);
        body[i].turned = pose[i].rotation;
    }
    float rest         = rests ? min(before + push.dt, push.time) : 0.0;
    body[i].rest       = rest;
    body[i].generation = generation;
    if (awake) atomicAdd(state.awake, 1u);
    if (is_driven(t.tag, m)) atomicAdd(state.moving, 1u);
    if (rest >= push.time) atomicOr(state.candidate, 1u);
}

#endif
