// The contacts of a small world in one group: which bodies a touch wakes (sleep.c), then all of contacts.c.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "collision/joined_shared.h"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { whole_touched touched; };
layout(std430, binding = 0) readonly buffer PairList { list_header pairs; };
layout(std430, binding = 1) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Past { uint past[]; };
layout(std430, binding = 3) buffer Meet { collider_meet meet[]; };
layout(std430, binding = 4) buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) buffer State { sleep_state state; };
layout(std430, binding = 6) readonly buffer Lists { sleep_header lists[SLEEP_LISTS]; };
layout(std430, binding = 7) buffer Sleep { sleep_body body[]; };
layout(std430, binding = 8) readonly buffer Joined { joined_pair joined[]; };
layout(std430, binding = 9) buffer Class { uint class_of[]; }; // by pair
layout(std430, binding = 10) writeonly buffer Contact { uint contact[]; };
layout(std430, binding = 11) writeonly buffer ContactList { list_header contact_list; };
layout(std430, binding = 12) writeonly buffer Counters { contact_counters counters; };

#define push touched.sleep
#include "rigid/sleep_touch.glsl"
#include "rigid/sleep_wake.glsl"
#include "rigid/sleep_meet.glsl"
#undef push
#define push touched.joined
#include "collision/contacts_classes.glsl"
#undef push

void open_woken()
{
    // this group wakes them itself
}

void wake_touched()
{
    for (uint i = me; i < pairs.count; i += size) touch_sleepers(i);
    meet_all();
    if (state.woken == 0u) return;
    for (uint i = me; i < touched.sleep.bodies; i += size) wake_body(i, false);
    meet_all();
    for (uint i = me; i < touched.sleep.colliders; i += size) meet_again(i);
    meet_all();
}

void main()
{
    bool listens = (touched.sleep.flags & WHOLE_SLEEPS) != 0u && state.asleep != 0u;
    if (listens && lists[SLEEP_BODIES].list.count != 0u) wake_touched();

    uint n = pairs.count, from = part_begin(n), to = part_end(n), touching = 0u, near = 0u;
    for (uint i = from; i < to; ++i)
    {
        uint is     = contact_class(i);
        class_of[i] = is;
        touching += uint(is == CONTACT_TOUCHES);
        near += uint(is == CONTACT_NEAR);
    }
    // Contacts that touch come first.
    whole_sums first = sum_of_all(touching), then = sum_of_all(near);
    uint at_first = first.before, at_then = first.all + then.before;
    for (uint i = from; i < to; ++i)
    {
        uint is = class_of[i];
        if (is == CONTACT_NONE) continue;
        uint at = is == CONTACT_TOUCHES ? at_first++ : at_then++;
        if (at < touched.capacity) contact[at] = i;
    }
    if (me != 0u) return;
    contact_list      = list_complete(first.all + then.all, touched.capacity);
    counters.touching = first.all;
    counters.contacts = first.all + then.all;
}
