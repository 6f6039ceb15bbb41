// Prepares the contacts of a small world for the sweeps, one a thread: solve_frame.comp and solve_weigh.comp.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(std140, binding = 0) uniform Params { whole_params whole; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Cache { pair_cache cache[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 7) readonly buffer BodyPose { body_pose of_body[]; };
layout(std430, binding = 8) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 9) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 10) buffer Constant { vec4 constant[]; };
layout(std430, binding = 11) writeonly buffer Impulse { vec4 impulse[]; };

#define params whole.solve
#include "rigid/solve_frame.glsl"
#define pose of_body
#include "rigid/solve_weigh.glsl"
#undef pose
#undef params

float copies_of(uint place, uint slot)
{
    return 1.0;
}

void main()
{
    uint place = thread_index();
    if (place >= list.count) return;
    frame_contact(place);
    weigh(place);
}
