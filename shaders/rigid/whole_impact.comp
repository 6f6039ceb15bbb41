// Bounces in a small world, in one group: the last substep's bounces are cleared, then all sweeps run over the contacts
// that are about to meet fast.
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
layout(std430, binding = 3) buffer Speed { body_speed speed[]; };
layout(std430, binding = 4) buffer Blow { body_blow blow[]; };

#define params whole.solve
#include "rigid/solve_impact.glsl"
#include "rigid/solve_speed.glsl"
#undef params
#include "rigid/solve_forget.glsl"
#include "rigid/whole_sweep.glsl"

void note_blow(solve_response s)
{
    add_blow(s);
}

bool shifts()
{
    return true;
}

void visit(uint place, uint what)
{
    impact_contact(place);
}

void main()
{
    bool begins = (push.turns & WHOLE_FIRST) != 0u;
    for (uint i = me; i < whole.step.body_count; i += size)
    {
        if (begins) blow[i] = body_blow(vec4(0.0), vec4(0.0));
        else forget_blow(i);
    }
    meet_all();
    for (uint sweep = 0u; sweep < push.sweeps; ++sweep) sweep_contacts(0u);
}
