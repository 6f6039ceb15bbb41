// Which pairs touch in a small world, and what bodies report, in one group: touch.c, and events.c up to the sharing of
// room.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { whole_touching tell; };
layout(std430, binding = 0) readonly buffer Pairs { list_header pairs; };
layout(std430, binding = 1) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Used { uint used; };
layout(std430, binding = 6) readonly buffer Open { touch_record open[]; };
layout(std430, binding = 7) buffer Link { uint link[]; };
layout(std430, binding = 8) buffer Work
{
    touch_counters counters;
    touch_list     flags;
    uint           flag[]; // rows: ended, free to take; then by pair: begins, hits
};
layout(std430, binding = 9) buffer Order { uint order[]; };
layout(std430, binding = 10) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 11) readonly buffer Lost { uint lost[]; };
layout(std430, binding = 12) readonly buffer Told { uint told[]; };
layout(std430, binding = 13) buffer News { uint news[]; };
layout(std430, binding = 14) writeonly buffer Slots { uint slot[]; };
layout(std430, binding = 15) writeonly buffer SlotList { list_header slot_list; };

#define push tell.touch
#include "rigid/touch_link.glsl"
#include "rigid/touch_find.glsl"
#undef push
#include "rigid/events_news.glsl"

void find_touching()
{
    uint n = min(used, tell.touch.capacity), m = pairs.count;
    if (me == 0u) begin_touch();
    for (uint i = me; i < n; i += size) chain_told(i, n);
    meet_all();
    for (uint i = me; i < m; i += size) find_touch(i);
    meet_all();
    uint all = 2u * (n + m), from = part_begin(all), to = part_end(all), kept = 0u;
    for (uint i = from; i < to; ++i) kept += flag[i];
    uint at = sum_of_all(kept).before;
    for (uint i = from; i < to; ++i)
        if (flag[i] != 0u) order[at++] = i;
}

// Slots of bodies that have some, as many as there is room for.
void find_news()
{
    uint from = part_begin(tell.bodies), to = part_end(tell.bodies), some = 0u;
    for (uint i = from; i < to; ++i)
    {
        news[i] = news_of(trait[i].tag, lost[i], told[i]);
        some += uint(news[i] != 0u);
    }
    whole_sums s = sum_of_all(some);
    uint at = s.before;
    for (uint i = from; i < to; ++i)
    {
        if (news[i] == 0u) continue;
        if (at < tell.events) slot[at] = i;
        ++at;
    }
    if (me == 0u) slot_list = list_complete(s.all, tell.events);
}

void main()
{
    find_touching();
    find_news();
}
