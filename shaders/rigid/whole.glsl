// One group that does a stage by itself.
#ifndef MAS_WHOLE_GLSL
#define MAS_WHOLE_GLSL

#include "list.glsl" // first: it says that a group has a size

// 1: the group is one subgroup, whose lanes go in step. There a barrier of the group cuts the kernel in pieces
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

// A list in as many parts as there are threads, for results that come in order.
uint part_begin(uint n)
{
    return min(me * ((n + size - 1u) / size), n);
}

uint part_end(uint n)
{
    return min((me + 1u) * ((n + size - 1u) / size), n);
}

shared uint part_sums[128]; // threads of a group, at most

struct whole_sums
{
    uint before; // what threads before this one bring
    uint all;
};

// All threads meet in here, so what they wrote before is seen after it.
whole_sums sum_of_all(uint mine)
{
    whole_sums s = whole_sums(0u, 0u);
    part_sums[me] = mine;
    meet_all();
    for (uint k = 0u; k < size; ++k)
    {
        if (k == me) s.before = s.all;
        s.all += part_sums[k];
    }
    meet_all();
    return s;
}

#endif
