// Exclusive sums over a list in two dispatches, one group per LIST_BLOCK entries in each:
//   scan_chunks  leaves the sum of every chunk, block and pile of blocks
//   scan_block   adds up what comes before a chunk, then walks it again and hands each entry the sum before it
//     block:   [ chunk 0 | chunk 1 | ... | chunk 127 ]     thread t has the chunks t, t + threads, ...
// A kernel defines SCAN_CHUNKS for the first, includes this file, and says what the numbers are:
//   uint  scan_value(uint i)   what entry i adds
//   uvec4 scan_quad(uint q)    the same for entries 4 q .. 4 q + 3, all in the list
// and for the second what happens to the sums, one by one or four at once:
//   void scan_put(uint i, uint value, uint sum)
//   void scan_put_quad(uint q, uvec4 value, uvec4 sum)
//   void scan_finish(uint sum)   by one thread: the sum of the whole list, which is not empty
// Why so: a barrier costs a software driver as much as several loads per thread, so there is one in all; loads cost less
// in fours; and threads side by side should read side by side. On lavapipe 25, 4M entries, chunks of 32 cost 0.75 of the
// time of one chunk per thread (512 with 8 threads, in other pages each). Integers wrap, so no order changes a sum.
#include "list.glsl"
#include "scan_shared.h"

layout(std430, binding = 0) readonly buffer List { list_header list; };
#ifdef SCAN_CHUNKS
layout(std430, binding = 1) writeonly buffer ChunkSum { uint chunk_sum[]; }; // SCAN_BLOCK_CHUNKS per block
layout(std430, binding = 2) buffer BlockSum { uint block_sum[]; };           // SCAN_PILE_STRIDE per pile
#else
layout(std430, binding = 1) readonly buffer ChunkSum { uvec4 chunk_sum[]; };
layout(std430, binding = 2) readonly buffer BlockSum { uvec4 block_sum[]; };
#endif

uint  scan_value(uint i);
uvec4 scan_quad(uint q);

// The entries [x, y) of a chunk of this group's block; none when the list ends before.
uvec2 scan_chunk(uint chunk)
{
    uint first = group_index() * LIST_BLOCK + chunk * SCAN_CHUNK;
    return min(uvec2(first, first + SCAN_CHUNK), uvec2(list.count));
}

#ifdef SCAN_CHUNKS
shared uint thread_sum[SCAN_MAX_THREADS];

void scan_chunks()
{
    uint block = group_index(), t = gl_LocalInvocationID.x, own = 0u;
    if (block * LIST_BLOCK >= list.count) return;
    for (uint k = t; k < SCAN_BLOCK_CHUNKS; k += gl_WorkGroupSize.x)
    {
        uvec2 chunk = scan_chunk(k);
        uvec4 four  = uvec4(0u);
        for (uint q = chunk.x / 4u; q < chunk.y / 4u; ++q) four += scan_quad(q);
        uint sum = four.x + four.y + four.z + four.w;
        for (uint i = max(chunk.x, chunk.y & ~3u); i < chunk.y; ++i) sum += scan_value(i);
        chunk_sum[block * SCAN_BLOCK_CHUNKS + k] = sum;
        own += sum;
    }
    thread_sum[t] = own;
    barrier();
    if (t != 0u) return;
    uint all = 0u;
    for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) all += thread_sum[k];
    uint pile = block / SCAN_PILE * SCAN_PILE_STRIDE;
    block_sum[pile + 4u + block % SCAN_PILE] = all;
    atomicAdd(block_sum[pile], all);
}
#else
void scan_put(uint i, uint value, uint sum);
void scan_put_quad(uint q, uvec4 value, uvec4 sum);
void scan_finish(uint sum);

uint scan_add(uvec4 v)
{
    return v.x + v.y + v.z + v.w;
}

// v, with 0 for those of four that are not before end; first is the number of v.x.
uvec4 scan_before(uvec4 v, uint first, uint end)
{
    return mix(uvec4(0u), v, lessThan(first + uvec4(0u, 1u, 2u, 3u), uvec4(end)));
}

// The sum of all blocks before. All threads read the same words, which costs a software driver one load for all.
uint scan_blocks_before(uint block)
{
    uint sum = 0u, pile = block / SCAN_PILE;
    for (uint k = 0u; k < pile; ++k) sum += block_sum[k * (SCAN_PILE_STRIDE / 4u)].x;
    for (uint k = pile * SCAN_PILE; k < block; k += 4u)
        sum += scan_add(scan_before(block_sum[pile * (SCAN_PILE_STRIDE / 4u) + 1u + k % SCAN_PILE / 4u], k, block));
    return sum;
}

void scan_block()
{
    uint block = group_index();
    if (block * LIST_BLOCK >= list.count) return;
    uint before = scan_blocks_before(block); // all chunks of earlier rounds
    for (uint round = 0u; round < SCAN_BLOCK_CHUNKS; round += gl_WorkGroupSize.x)
    {
        uint k = round + gl_LocalInvocationID.x, sum = before;
        for (uint other = round; other < round + gl_WorkGroupSize.x; other += 4u)
        {
            uvec4 four = chunk_sum[(block * SCAN_BLOCK_CHUNKS + other) / 4u];
            sum += scan_add(scan_before(four, other, k));
            before += scan_add(four);
        }
        uvec2 chunk = scan_chunk(k);
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
        if (chunk.x < chunk.y && chunk.y == list.count) scan_finish(sum);
    }
}
#endif
