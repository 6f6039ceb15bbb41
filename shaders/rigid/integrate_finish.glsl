// The end of a step: motion from the speeds that the last substep left; bodies that left the world or
// the numbers go back to where they were and stay there.
// The kernel binds params, previous, speed, base, trait, pose, motion, lost and any_news.
#ifndef MAS_INTEGRATE_FINISH_GLSL
#define MAS_INTEGRATE_FINISH_GLSL

#include "list.glsl"
#include "step_shared.h"
#include "rigid/integrate.glsl"

void lose(uint i, uint slot, uint tag)
{
    trait[i].tag = tag & ~uint(BODY_MOVES);
    pose[i]      = previous[i];
    motion[i]    = body_motion(vec4(0.0), vec4(0.0));
    lost[slot] = tag >> BODY_FLAG_BITS;
    if (atomicAdd(any_news.spare, 1u) != 0u) return;
    list_header all_slots = list_complete(params.body_count, params.body_count);
    any_news.count   = all_slots.count;
    any_news.group_x = all_slots.group_x;
    any_news.group_y = all_slots.group_y;
    any_news.group_z = all_slots.group_z;
    any_news.block_x = all_slots.block_x;
    any_news.block_y = all_slots.block_y;
    any_news.block_z = all_slots.block_z;
}

// slot: of element i.
void finish_body(uint i, uint slot)
{
    body_trait t = trait[i];
    if (!body_goes(t.tag)) return;

    vec3 x = pose[i].position.xyz;
    vec4 q = pose[i].rotation;
    vec3 v = motion[i].velocity.xyz;
    vec3 p = motion[i].momentum.xyz;
    if ((t.tag & BODY_DYNAMIC) != 0u)
    {
        vec3 inertia = base[i].inertia.xyz;
        vec3 dw      = exact_flush(speed[i].spin.xyz - base[i].spin.xyz);
        v = exact_flush(body_free(t.locks, limited(speed[i].velocity.xyz, t.max_speed)));
        p = exact_flush(p + momentum_gain(inertia, previous[i].rotation, q, dw));
        p = exact_flush(bounded_momentum(t, p, q, inertia, body_inverted(inertia)));
    }
    bool inside = all(lessThanEqual(abs(x), vec3(BODY_MAX_POSITION)));
    if (!inside || !exact_is_finite(x) || !exact_is_finite(v) || !exact_is_finite(p) || !exact_is_finite(q))
        lose(i, slot, t.tag);
    else
        motion[i] = body_motion(vec4(v, 0.0), vec4(p, 0.0));
}

#endif
