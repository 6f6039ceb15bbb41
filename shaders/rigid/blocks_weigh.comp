// Masses as each contact sees them, one contact a thread; in the second partition those of the bodies' copies.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/body_shared.h"
#include "rigid/blocks_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 3) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 4) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) buffer Constant { vec4 constant[]; };
layout(std430, binding = 6) readonly buffer Where { uint where[]; };          // by place
layout(std430, binding = 7) readonly buffer Copies { body_copies copies[]; }; // by slot

#include "rigid/solve_weigh.glsl"

float copies_of(uint place, uint slot)
{
    uint at = where[place] >> BLOCK_WHERE_SHIFT;
    if (at != BLOCK_SECOND && at != BLOCK_LONE) return 1.0;
    return float(max(copies[slot].second + copies[slot].lone, 1u));
}

void main()
{
    uint place = thread_index();
    if (place < list.count) weigh(place);
}
