// Exclusive sums over a list in two dispatches, one group per LIST_BLOCK entries in each:
//   scan_chunks  each thread adds up its chunk of the block; leaves, per chunk, the sum of the block's chunks before it,
//                and the sum of the block
//   scan_block   adds up the blocks before, then walks every chunk again and hands each entry the sum before it
// A kernel defines SCAN_CHUNKS for the first, includes this file, and says what the numbers are:
//   uint  scan_value(uint i)   what entry i adds
//   uvec4 scan_quad(uint q)    the same for entries 4 q .. 4 q + 3, all in the list
// and for the second what happens to the sums, one by one or four at once:
//   void scan_put(uint i, uint value, uint sum)
//   void scan_put_quad(uint q, uvec4 value, uvec4 sum)
//   void scan_finish(uint sum)   by one thread: the sum of the whole list, which is not empty
// Why so: a barrier costs a software driver as much as several loads per thread, so there is one per group and threads
// walk contiguous entries; and loads cost less in fours. Integers wrap, so that no order changes a sum.
#include "list.glsl"
#include "scan_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
#ifdef SCAN_CHUNKS
layout(std430, binding = 1) writeonly buffer ChunkBase { uint chunk_base[]; }; // SCAN_MAX_THREADS per block
layout(std430, binding = 2) writeonly buffer BlockSum { uint block_sum[]; };
#else
layout(std430, binding = 1) readonly buffer ChunkBase { uint chunk_base[]; };
layout(std430, binding = 2) readonly buffer BlockSum { uint block_sum[]; };
#endif

uint  scan_value(uint i);
uvec4 scan_quad(uint q);

shared uint thread_sum[SCAN_MAX_THREADS];

// The entries [x, y) of this thread. Chunks begin at multiples of four, unless the list ends before.
uvec2 scan_chunk()
{
    uint length = LIST_BLOCK / gl_WorkGroupSize.x;
    uint first  = group_index() * LIST_BLOCK + gl_LocalInvocationID.x * length;
    return min(uvec2(first, first + length), uvec2(list.count));
}

#ifdef SCAN_CHUNKS
void scan_chunks()
{
    uint block = group_index(), t = gl_LocalInvocationID.x;
    if (block * LIST_BLOCK >= list.count) return;
    uvec2 chunk = scan_chunk();
    uvec4 four  = uvec4(0u);
    for (uint q = chunk.x / 4u; q < chunk.y / 4u; ++q) four += scan_quad(q);
    uint sum = four.x + four.y + four.z + four.w;
    for (uint i = max(chunk.x, chunk.y & ~3u); i < chunk.y; ++i) sum += scan_value(i);
    thread_sum[t] = sum;
    barrier();
    if (t != 0u) return;
    uint base = 0u;
    for (uint k = 0u; k < gl_WorkGroupSize.x; ++k)
    {
        chunk_base[block * SCAN_MAX_THREADS + k] = base;
        base += thread_sum[k];
    }
    block_sum[block] = base;
}
#else
void scan_put(uint i, uint value, uint sum);
void scan_put_quad(uint q, uvec4 value, uvec4 sum);
void scan_finish(uint sum);

void scan_block()
{
    uint block = group_index(), t = gl_LocalInvocationID.x;
    if (block * LIST_BLOCK >= list.count) return;
    if (t < SCAN_LANES)
    {
        uint before = 0u;
        for (uint k = t; k < block; k += SCAN_LANES) before += block_sum[k];
        thread_sum[t] = before;
    }
    barrier();
    uvec2 chunk = scan_chunk();
    if (chunk.x == chunk.y) return;
    uint sum = chunk_base[block * SCAN_MAX_THREADS + t];
    for (uint k = 0u; k < SCAN_LANES; ++k) sum += thread_sum[k];
    for (uint q = chunk.x / 4u; q < chunk.y / 4u; ++q)
    {
        uvec4 v = scan_quad(q);
        uvec4 s = uvec4(sum, sum + v.x, sum + v.x + v.y, sum + v.x + v.y + v.z);
        scan_put_quad(q, v, s);
        sum = s.w + v.w;
    }
    for (uint i = max(chunk.x, chunk.y & ~3u); i < chunk.y; ++i)
    {
        uint v = scan_value(i);
        scan_put(i, v, sum);
        sum += v;
    }
    if (chunk.y == list.count) scan_finish(sum);
}
#endif
