// Never runs, wrong on purpose for tests/core/test_tables.c: the recorder would write its range over add.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(push_constant) uniform Push { uint add; mas_range range; };
layout(std430, binding = 0) writeonly buffer Zero { uint zero[]; };

void main()
{
    zero[thread_index()] = range.first + add;
}
