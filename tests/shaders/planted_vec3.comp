// Never runs: shows what the layout check must find in planted_vec3_shared.h.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "planted_vec3_shared.h"

layout(std430, binding = 0) readonly  buffer Offset { planted_offset offsets[]; };
layout(std430, binding = 1) writeonly buffer Size { planted_size sizes[]; };

void main()
{
    sizes[thread_index()].only = offsets[thread_index()].middle;
}
