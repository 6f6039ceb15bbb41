// Gathers the few bodies whose motion the host wants back, one a thread, once per window of the body arrays.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "step_shared.h"
#include "rigid/body.glsl"
#include "rigid/watch_shared.h"

layout(push_constant) uniform Push { mas_range range; };
layout(std140, binding = 0) uniform Params { step_params params; };
layout(std430, binding = 1) readonly buffer Watched { watch_entry watched[]; };
layout(std430, binding = 2) readonly buffer Mass { body_mass mass[]; };
layout(std430, binding = 3) readonly buffer Trait { body_trait trait[]; };
layout(std430, binding = 4) readonly buffer Pose { body_pose pose[]; };
layout(std430, binding = 5) readonly buffer Motion { body_motion motion[]; };
layout(std430, binding = 6) writeonly buffer Answers { watch_answer answer[]; };

void main()
{
    uint k = thread_index();
    if (k >= params.watched_count) return;
    uint i = watched[k].slot - range.first;
    if (i >= range.count) return;
    uint tag = trait[i].tag;
    if ((tag & BODY_ALIVE) == 0u || (tag >> BODY_FLAG_BITS) != watched[k].generation)
    {
        answer[k] = watch_answer(vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
        return;
    }
    vec3 spin = body_spin(tag, motion[i].momentum.xyz, mass[i].inverse.xyz);
    spin      = body_free_turn(trait[i].locks, quaternion_rotate(pose[i].rotation, spin));
    answer[k] = watch_answer(vec4(pose[i].position.xyz, 1.0), pose[i].rotation, motion[i].velocity,
                             vec4(exact_flush(spin), 0.0));
}
