#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "segmented_shared.h"

// One thread per run of equal keys, values added in the lane order (reduce_shared.h). Long runs are set aside and then
// walked by the whole group, one after the other.
layout(constant_id = 1) const uint KEY_WORDS = 1;
layout(constant_id = 2) const uint KIND      = REDUCE_UINT;

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Keys { uint key_words[]; };
layout(std430, binding = 2) readonly buffer Values { uint values[]; };
layout(std430, binding = 3) readonly buffer RunList { list_header run_list; };
layout(std430, binding = 4) readonly buffer RunStart { uint run_start[]; };
layout(std430, binding = 5) writeonly buffer RunKey { uint run_key[]; };
layout(std430, binding = 6) writeonly buffer RunSum { uint run_sum[]; };

shared uint long_count;
shared uvec3 long_run[128]; // number, entries [y, z)
shared uint lane_sum[REDUCE_LANES];

uvec2 key(uint i)
{
    return KEY_WORDS == 1u ? uvec2(key_words[i], 0u) : uvec2(key_words[2u * i], key_words[2u * i + 1u]);
}

uint add(uint a, uint b)
{
    return KIND == REDUCE_FLOAT ? floatBitsToUint(uintBitsToFloat(a) + uintBitsToFloat(b)) : a + b;
}

// The entries [x, y) of a run. The last run's end is searched by halves: it is not that of the list when runs found no
// room.
uvec2 run_range(uint run)
{
    uint first = run_start[run];
    if (run + 1u < run_list.count) return uvec2(first, run_start[run + 1u]);
    uint inside = first, outside = list.count;
    while (outside - inside > 1u)
    {
        uint middle = inside + (outside - inside) / 2u;
        if (key(middle) == key(first)) inside = middle;
        else outside = middle;
    }
    return uvec2(first, outside);
}

uint add_lane(uvec2 range, uint lane)
{
    uint sum = 0u;
    for (uint i = range.x + lane; i < range.y; i += REDUCE_LANES) sum = add(sum, values[i]);
    return sum;
}

void main()
{
    uint run = thread_index(), t = gl_LocalInvocationID.x;
    if (t == 0u) long_count = 0u;
    barrier();
    if (run < run_list.count)
    {
        uvec2 range = run_range(run);
        run_key[run * KEY_WORDS] = key_words[range.x * KEY_WORDS];
        if (KEY_WORDS == 2u) run_key[run * 2u + 1u] = key_words[range.x * 2u + 1u];
        if (range.y - range.x > SEGMENTED_ALONE)
            long_run[atomicAdd(long_count, 1u)] = uvec3(run, range); // in any order: each is added by itself
        else
        {
            uint sum = 0u, lanes = min(range.y - range.x, REDUCE_LANES);
            for (uint lane = 0u; lane < lanes; ++lane) sum = add(sum, add_lane(range, lane));
            run_sum[run] = sum;
        }
    }
    barrier();
    for (uint k = 0u; k < long_count; ++k)
    {
        uvec2 range = long_run[k].yz;
        for (uint lane = t; lane < REDUCE_LANES; lane += gl_WorkGroupSize.x) lane_sum[lane] = add_lane(range, lane);
        barrier();
        if (t == 0u)
        {
            uint sum = 0u;
            for (uint lane = 0u; lane < REDUCE_LANES; ++lane) sum = add(sum, lane_sum[lane]);
            run_sum[long_run[k].x] = sum;
        }
        barrier();
    }
}
