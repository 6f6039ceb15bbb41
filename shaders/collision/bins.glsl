// The lists of pairs to detect, for kernels that go through all of them.
#ifndef MAS_BINS_GLSL
#define MAS_BINS_GLSL

#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer Bins
{
    bin_header bin[BIN_HEADERS];
    uint       index[]; // room for all pairs in each bin, rounded up to 64
};

uint bins_room()
{
    return (bin[BIN_ALL].list.capacity + 63u) & ~63u;
}

// The pair number of entry k below the count of BIN_ALL.
uint bins_pair(uint k)
{
    uint round = bin[BIN_ROUND].list.count, box = bin[BIN_BOX].list.count;
    if (k < round) return index[k];
    k -= round;
    if (k < box) return index[bins_room() + k];
    return index[(2u * bins_room()) + (k - box)];
}

#endif
