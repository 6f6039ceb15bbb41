// The rows of one joint a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/joint_prep.glsl"

layout(push_constant) uniform Push { joint_push push; };

void main()
{
    uint i = thread_index();
    if (i < push.range.count) prep_joint(i, push.place != 0u, push.share);
}
