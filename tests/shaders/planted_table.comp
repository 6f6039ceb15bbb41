// Never runs, wrong on purpose for tests/core/test_tables.c: binding 1 is missing.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(push_constant) uniform Push { mas_range range; uint add; };
layout(std430, binding = 0) writeonly buffer Zero { uint zero[]; };
layout(std430, binding = 2) buffer Two { uint two[]; };

void main()
{
    zero[thread_index()] = two[range.first] + add;
}
