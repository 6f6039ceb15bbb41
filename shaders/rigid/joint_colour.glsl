// A sweep over the joints of one colour, one a thread, or over those without a colour, one after the other. Kernels say
// which sweep: JOINT_WHAT.
#include "rigid/body_shared.h"
#include "rigid/joint_shared.h"

layout(push_constant) uniform Push { joint_push push; };
layout(std430, binding = 0) readonly buffer Rows { joint_rows rows[]; };
layout(std430, binding = 1) buffer Impulse { joint_impulse impulse[]; };
layout(std430, binding = 2) buffer Done { joint_done done[]; };
layout(std430, binding = 3) buffer Speed { body_speed speed[]; };

#include "rigid/joint_sweep.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    for (uint turn = 0u; turn < push.turns; ++turn) sweep_joint(push.place + i + turn, JOINT_WHAT);
}
