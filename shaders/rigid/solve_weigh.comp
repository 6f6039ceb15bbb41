// Masses as each contact sees them; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 3) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 4) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) buffer Constant { vec4 constant[]; };

#include "rigid/solve_weigh.glsl"

float copies_of(uint place, uint slot)
{
    return 1.0;
}

void main()
{
    uint place = thread_index();
    if (place < list.count) weigh(place);
}
