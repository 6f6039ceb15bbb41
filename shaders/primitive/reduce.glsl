// Joins the entries of a list in the lane order (reduce_shared.h), in two dispatches:
//   blocks  one group per LIST_BLOCK entries; group 0 also completes the list of block results
//   finish  with REDUCE_FINISH defined: one group joins the block results
// A kernel has the buffers of its values and says what they are:
//   REDUCE_VALUE                            a type
//   reduce_nothing()                        joined with x gives x
//   reduce_join(REDUCE_VALUE, REDUCE_VALUE)
//   reduce_load(uint i)                     entry i, or the result of block i
//   reduce_store(uint i, REDUCE_VALUE)      result of block i, or of all with i = 0
#include "list.glsl"
#include "reduce_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
#ifndef REDUCE_FINISH
layout(std430, binding = 3) writeonly buffer BlockList { list_header block_list; };
#endif

REDUCE_VALUE reduce_nothing();
REDUCE_VALUE reduce_join(REDUCE_VALUE a, REDUCE_VALUE b);
REDUCE_VALUE reduce_load(uint i);
void         reduce_store(uint i, REDUCE_VALUE value);

shared REDUCE_VALUE lane_value[REDUCE_LANES];

void reduce_main()
{
    uint block  = group_index(), t = gl_LocalInvocationID.x;
    uint blocks = (list.count + LIST_BLOCK - 1u) / LIST_BLOCK;
#ifdef REDUCE_FINISH
    if (block > 0u) return;
    uint first = 0u, last = blocks;
#else
    if (block >= blocks) return;
    uint first = block * LIST_BLOCK, last = min(first + LIST_BLOCK, list.count);
    if (block == 0u && t == 0u) block_list = list_complete(blocks, blocks);
#endif
    for (uint lane = t; lane < REDUCE_LANES; lane += gl_WorkGroupSize.x)
    {
        REDUCE_VALUE v = reduce_nothing();
        for (uint i = first + lane; i < last; i += REDUCE_LANES) v = reduce_join(v, reduce_load(i));
        lane_value[lane] = v;
    }
    barrier();
    if (t != 0u) return;
    REDUCE_VALUE v = reduce_nothing();
    for (uint lane = 0u; lane < REDUCE_LANES; ++lane) v = reduce_join(v, lane_value[lane]);
    reduce_store(block, v);
}
