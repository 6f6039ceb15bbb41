// Never runs, wrong on purpose for tests/core/test_tables.c: a group size that no table can change.
#version 460

layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Zero { uint zero[]; };

void main()
{
    zero[gl_GlobalInvocationID.x] = 0u;
}
