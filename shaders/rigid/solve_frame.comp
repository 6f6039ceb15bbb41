// The frame of each contact, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Cache { pair_cache cache[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 7) writeonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 8) writeonly buffer Impulse { vec4 impulse[]; };

#include "rigid/solve_frame.glsl"

void main()
{
    uint place = thread_index();
    if (place < list.count) frame_contact(place);
}
