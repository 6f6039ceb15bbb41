// The first half of a substep of a small world, in one group: forces, then the biased sweep. In a step's first substep
// the carried impulses come between the two. A push constant selects which of these run.
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
layout(std430, binding = 4) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 5) readonly buffer Load { body_load load[]; };
layout(std430, binding = 6) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 7) readonly buffer Previous { body_pose previous[]; };
layout(std430, binding = 8) buffer Pose { body_pose pose[]; };
layout(std430, binding = 9) buffer Motion { body_motion motion[]; };
layout(std430, binding = 10) buffer Speed { body_speed speed[]; };
layout(std430, binding = 11) buffer Base { body_base base[]; };

#define params whole.solve
#include "rigid/solve_start.glsl"
#include "rigid/solve_bias.glsl"
#include "rigid/solve_speed.glsl"
#undef params
#define params whole.step
#include "rigid/integrate_push.glsl"
#undef params
#include "rigid/whole_sweep.glsl"

const uint START = 0u, BIAS = 1u;

void visit(uint place, uint what)
{
    if (what == START) start_contact(place);
    else bias_contact(place);
}

void main()
{
    bool begins = (push.turns & WHOLE_FIRST) != 0u;
    if ((push.turns & WHOLE_PUSH) != 0u)
    {
        for (uint i = me; i < whole.step.body_count; i += size) push_body(i, begins);
        meet_all();
    }
    uint from = (push.turns & WHOLE_START) != 0u ? START : BIAS, to = (push.turns & WHOLE_BIAS) != 0u ? BIAS + 1u : BIAS;
    for (uint what = from; what < to; ++what) sweep_contacts(what);
}
