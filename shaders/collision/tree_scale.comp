// Chooses the size of cells from a sample of the boxes; one group. Keys only put leaves in an order, and any cells give
// the right pairs: this is for speed alone.
//
// A cell is as large as boxes are: the geometric mean of their longest sides, which neither one giant nor a heap of dust
// moves far. Cells repeat after 1024, and what is far apart then shares keys: that is harmless for a few stray bodies or
// towns, but not for bodies all over a world much larger than that. Hence it counts how many such tiles are in use, by a
// few bits of a hash, and takes larger cells while those are too many.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "exact.glsl"
#include "collision/params.glsl"
#include "collision/tree.glsl"

layout(push_constant) uniform Push { tree_push push; };
layout(std430, binding = 1) readonly buffer Box { collider_box box[]; };
layout(std430, binding = 2) writeonly buffer Scale { float half_inverse; }; // 0.5/m: half of one over the cell's side

const uint LEVELS    = 12u; // each of cells four times as large
const uint WORDS     = 8u;  // 256 bits a level
const uint MAX_TILES = 16u; // a crowd around a corner uses eight
const uint SMALLEST  = 107u, LARGEST = 147u; // exponents, biased by 127: a micrometre, a thousand kilometres

shared uint samples, exponents;
shared uint used[LEVELS * WORDS];

// 2^-exponent / 2, exponent biased by 127.
float half_inverse_of(uint exponent)
{
    return uintBitsToFloat((253u - exponent) << 23u);
}

uint hash_of(ivec3 tile)
{
    uvec3 t = uvec3(tile) * uvec3(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du);
    uint  h = (t.x ^ (t.y << 7u | t.y >> 25u)) ^ (t.z << 13u | t.z >> 19u);
    return (h ^ h >> 15u) * 0x2C1B3C6Du >> 24u;
}

uint tiles(uint level)
{
    uint n = 0u;
    for (uint w = 0u; w < WORDS; ++w) n += bitCount(used[level * WORDS + w]);
    return n;
}

void main()
{
    uint thread = gl_LocalInvocationID.x, threads = gl_WorkGroupSize.x;
    uint stride = (params.colliders + (TREE_SAMPLES - 1u)) / TREE_SAMPLES;
    if (thread == 0u)
    {
        samples   = 0u;
        exponents = 0u;
    }
    for (uint k = thread; k < LEVELS * WORDS; k += threads) used[k] = 0u;
    barrier();

    for (uint k = thread; k < TREE_SAMPLES; k += threads)
    {
        uint i = k * stride;
        if (i >= params.colliders) continue;
        vec3 side = box[i].hi.xyz - box[i].lo.xyz;
        if (side.x < 0.0) continue;
        uint exponent = floatBitsToUint(max(max(side.x, side.y), side.z)) >> 23u;
        atomicAdd(exponents, min(max(exponent, SMALLEST), LARGEST));
        atomicAdd(samples, 1u);
    }
    barrier();

    uint base = max((exponents + samples / 2u) / max(samples, 1u), SMALLEST);
    for (uint k = thread; k < TREE_SAMPLES; k += threads)
    {
        uint i = k * stride;
        if (i >= params.colliders) continue;
        vec3 lo = box[i].lo.xyz, hi = box[i].hi.xyz;
        if (lo.x > hi.x) continue;
        for (uint level = 0u; level < LEVELS; ++level)
        {
            vec3 at  = (lo + hi) * half_inverse_of(base + TREE_CELL_BITS + 2u * level);
            uint bit = hash_of(ivec3(exact_floor_to_int(at.x), exact_floor_to_int(at.y), exact_floor_to_int(at.z)));
            atomicOr(used[level * WORDS + bit / 32u], 1u << bit % 32u);
        }
    }
    barrier();

    if (thread != 0u) return;
    uint level = 0u;
    while (level < LEVELS - 1u && tiles(level) > MAX_TILES) ++level;
    half_inverse = half_inverse_of(base + 2u * level);
}
