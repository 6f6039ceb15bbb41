// The second half of a substep of a small world, in one group: bodies move, then the relaxing sweep. A push constant
// selects one or both.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "rigid/whole.glsl"
#include "collision/cache_shared.h"
#include "rigid/body_shared.h"
#include "rigid/whole_shared.h"

layout(push_constant) uniform Push { whole_turns push; };
layout(std140, binding = 0) uniform Params { whole_params whole; };
layout(std430, binding = 1) readonly buffer Lists { bin_header colour[]; }; // spare of a header: its first place
layout(std430, binding = 2) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 3) buffer Impulse { vec4 impulse[]; };
layout(std430, binding = 4) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 5) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 6) readonly buffer Base { body_base base[]; };
layout(std430, binding = 7) buffer Pose { body_pose pose[]; };
layout(std430, binding = 8) buffer Motion { body_motion motion[]; };
layout(std430, binding = 9) buffer Speed { body_speed speed[]; };

#define params whole.solve
#include "rigid/solve_relax.glsl"
#include "rigid/solve_speed.glsl"
#undef params
#define params whole.step
#include "rigid/integrate_move.glsl"
#undef params
#include "rigid/whole_sweep.glsl"

void arrive(uint i, inout vec3 v, inout vec3 w)
{
}

void visit(uint place, uint what)
{
    relax_contact(place);
}

void main()
{
    if ((push.turns & WHOLE_MOVE) != 0u)
    {
        for (uint i = me; i < whole.step.body_count; i += size) move(i);
        meet_all();
    }
    if ((push.turns & WHOLE_RELAX) != 0u) sweep_contacts(0u);
}
