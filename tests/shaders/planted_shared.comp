// Never runs, wrong on purpose for tests/core/test_tables.c: more shared memory than every device has.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(std430, binding = 0) writeonly buffer Zero { uint zero[]; };
shared uvec4 room[1025];

void main()
{
    room[gl_LocalInvocationID.x] = uvec4(1u);
    barrier();
    zero[thread_index()] = room[gl_LocalInvocationID.x ^ 1u].x;
}
