// Which pairs touch, and which of them have been reported, one pair a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/touch_shared.h"

layout(push_constant) uniform Push { touch_push push; };
layout(std430, binding = 0) readonly buffer Pairs { list_header pairs; };
layout(std430, binding = 1) buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Link { uint link[]; };
layout(std430, binding = 6) readonly buffer Open { touch_record open[]; };
layout(std430, binding = 7) buffer Work
{
    touch_counters counters;
    touch_list     flags;
    uint           flag[]; // rows: ended, free to take; then by pair: begins, hits
};

#include "rigid/touch_find.glsl"

void main()
{
    uint i = thread_index();
    if (i < pairs.count) find_touch(i);
}
