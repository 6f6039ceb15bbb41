// Chooses the size of cells from a sample of the boxes. Keys only put leaves in an order, and any cells give
// the right pairs: this is for speed alone.
//
// A cell is as large as boxes are: the geometric mean of their longest sides, which neither one giant nor a few specks
// of dust move far. 256 cells along each axis make a tile, and tiles stand in the order of a hash: so a few towns, or
// strays at the end of the world, keep fine cells each; but bodies all over a world of many tiles would be mixed up.
// Hence cells are doubled until the chance that two of the sample share a tile is one in MAX_TILES.
//
// In four parts, between which all threads of the group meet. params and box are bound by the kernel.
#ifndef MAS_TREE_SCALE_GLSL
#define MAS_TREE_SCALE_GLSL

#include "collision/tree.glsl"
#include "collision/tree_cell.glsl"

const uint LEVELS    = 24u; // each of cells twice as large
const uint MAX_TILES = 16u;
const uint SMALLEST  = 107u, LARGEST = 147u; // exponents, biased by 127: a micrometre, a thousand kilometres

shared uint samples, exponents;
shared uint tiles[LEVELS * TREE_HASHES]; // of the sample, by tile

// 2^-exponent / 2, exponent biased by 127.
float half_inverse_of(uint exponent)
{
    return uintBitsToFloat((253u - exponent) << 23u);
}

// Pairs of the sample that share a tile, each with itself too.
uint shared_tiles(uint level)
{
    uint n = 0u;
    for (uint h = 0u; h < TREE_HASHES; ++h)
    {
        uint c = tiles[level * TREE_HASHES + h];
        n += c * c;
    }
    return n;
}

uint scale_stride()
{
    return (params.colliders + (TREE_SAMPLES - 1u)) / TREE_SAMPLES;
}

void scale_begin(uint thread, uint threads)
{
    if (thread == 0u)
    {
        samples   = 0u;
        exponents = 0u;
    }
    for (uint k = thread; k < LEVELS * TREE_HASHES; k += threads) tiles[k] = 0u;
}

void scale_sides(uint thread, uint threads)
{
    uint stride = scale_stride();
    for (uint i = thread * stride; i < params.colliders; i += threads * stride)
    {
        vec3 side = box[i].hi.xyz - box[i].lo.xyz;
        if (side.x < 0.0) continue;
        uint exponent = floatBitsToUint(max(max(side.x, side.y), side.z)) >> 23u;
        atomicAdd(exponents, min(max(exponent, SMALLEST), LARGEST));
        atomicAdd(samples, 1u);
    }
}

uint scale_base()
{
    return max((exponents + samples / 2u) / max(samples, 1u), SMALLEST);
}

// A box and a level a turn: a loop over levels by itself would be unrolled, and take long to compile.
void scale_tiles(uint thread, uint threads)
{
    uint stride = scale_stride(), base = scale_base(), turns = LEVELS * ((params.colliders + stride - 1u) / stride);
    for (uint k = thread; k < turns; k += threads)
    {
        uint i = (k / LEVELS) * stride, level = k % LEVELS;
        vec3 lo = box[i].lo.xyz, hi = box[i].hi.xyz;
        if (lo.x > hi.x) continue;
        uvec3 cell = tree_cell((lo + hi) * half_inverse_of(base + level));
        atomicAdd(tiles[level * TREE_HASHES + tree_hash(cell)], 1u);
    }
}

// 0.5/m: half of one over the cell's side.
float scale_chosen()
{
    uint level = 0u;
    while (level < LEVELS - 1u && shared_tiles(level) * MAX_TILES < samples * samples) ++level;
    return half_inverse_of(scale_base() + level);
}

#endif
