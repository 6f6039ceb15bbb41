// Bits of the table, one word a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(std430, binding = 0) readonly buffer TableList { list_header table_list; };
layout(std430, binding = 1) readonly buffer Table { uint table[]; };
layout(std430, binding = 2) writeonly buffer First { uint first[]; };

void main()
{
    uint w = thread_index();
    if (w < table_list.count) first[w] = uint(bitCount(table[w]));
}
