// One group that does a stage by itself.
#ifndef MAS_WHOLE_GLSL
#define MAS_WHOLE_GLSL

#include "list.glsl" // first: it says that a group has a size

// 1: the group is one subgroup of a CPU, whose lanes go in step. There a barrier of the group cuts the kernel in pieces
// for the compiler, which takes minutes over large ones; the subgroup's costs nothing.
layout(constant_id = 1) const uint IN_STEP = 0;

uint me   = gl_LocalInvocationID.x;
uint size = gl_WorkGroupSize.x;

void meet_all()
{
    if (IN_STEP != 0u)
    {
        subgroupMemoryBarrier();
        subgroupBarrier();
    }
    else
    {
        memoryBarrierBuffer();
        memoryBarrierShared();
        barrier();
    }
}

#endif
