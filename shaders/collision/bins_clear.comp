// Empty chains, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"

layout(std430, binding = 0) readonly buffer Bins { bin_header bin[BIN_HEADERS]; };
layout(std430, binding = 1) writeonly buffer Link { uint link[]; };

void main()
{
    uint i = thread_index();
    if (i < bin[BIN_CHAINS].list.count) link[i] = LINK_END;
}
