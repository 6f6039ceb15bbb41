// Finds each pair among those of the last step, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Link { uint link[]; };
layout(std430, binding = 3) readonly buffer Old { pair_old old[]; };
layout(std430, binding = 4) writeonly buffer Past { uint past[]; };
layout(std430, binding = 5) buffer Record { pair_cache record[]; };

#include "collision/bins_find.glsl"

void main()
{
    uint i = thread_index();
    if (i < bin[BIN_FOUND].list.count) past[i] = find_past(i, bin[BIN_OLD].list.count, bin[BIN_CHAINS].list.count);
}
