// The end of a small world's step in one group: motion from speeds, impulses stored in the manifolds, then the end of
// sleep.c.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std140, binding = 0) uniform Params { whole_params whole; };
layout(std430, binding = 1) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 2) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 3) readonly buffer Speed { body_speed speed[]; };
layout(std430, binding = 4) readonly buffer Base { body_base base[]; };
layout(std430, binding = 5) buffer Trait { body_trait trait[]; };
layout(std430, binding = 6) buffer Pose { body_pose pose[]; };
layout(std430, binding = 7) buffer Motion { body_motion motion[]; };
layout(std430, binding = 8) writeonly buffer Lost { uint lost[]; };
layout(std430, binding = 9) buffer Any { list_header any_news; };
layout(std430, binding = 10) readonly buffer List { list_header list; };
layout(std430, binding = 11) readonly buffer Order { uint order[]; };
layout(std430, binding = 12) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 13) readonly buffer Impulse { vec4 impulse[]; };
layout(std430, binding = 14) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 15) readonly buffer ContactList { list_header contacts; };
layout(std430, binding = 16) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 17) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 18) buffer State { sleep_state state; };
layout(std430, binding = 19) readonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 20) buffer Sleep { sleep_body body[]; };
layout(std430, binding = 21) coherent buffer Parent { uint parent[]; };
layout(std430, binding = 22) buffer Restless { uint restless[]; };
layout(std430, binding = 23) buffer Root { uint root[]; };

#define params whole.step
#include "rigid/integrate_finish.glsl"
#undef params
#define params whole.solve
#include "rigid/solve_store.glsl"
#undef params
#include "rigid/sleep_rest.glsl"
#include "rigid/sleep_link.glsl"
#include "rigid/sleep_gather.glsl"
#include "rigid/sleep_fall.glsl"

void main()
{
    for (uint i = me; i < push.bodies; i += size) finish_body(i, i);
    for (uint i = me; i < list.count; i += size) store_contact(i);
    if ((push.flags & WHOLE_SLEEPS) == 0u || lists[SLEEP_BODIES].list.count == 0u) return;
    meet_all();
    for (uint i = me; i < push.bodies; i += size) rest_body(i);
    meet_all();
    if (state.candidate == 0u) return;
    for (uint i = me; i < contacts.count; i += size) link_islands(i);
    meet_all();
    for (uint i = me; i < push.bodies; i += size) gather_island(i);
    meet_all();
    for (uint i = me; i < push.bodies; i += size) fall_asleep(i);
}
