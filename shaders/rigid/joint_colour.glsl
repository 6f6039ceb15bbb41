// A sweep over the joints of one colour, one a thread, or over those without a colour, one after the other. Kernels say
// which sweep: JOINT_WHAT.
#include "rigid/joint_sweep.glsl"

layout(push_constant) uniform Push { joint_push push; };

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    for (uint turn = 0u; turn < push.turns; ++turn) sweep_joint(push.place + i + turn, JOINT_WHAT);
}
