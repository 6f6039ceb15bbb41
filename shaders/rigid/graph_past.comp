// What each contact has from the last step, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 2) readonly buffer Past { uint past[]; };
layout(std430, binding = 3) readonly buffer Where { uint where[]; };
layout(std430, binding = 4) readonly buffer OldList { list_header old_list; };
layout(std430, binding = 5) readonly buffer Order { uint order[]; };
layout(std430, binding = 6) readonly buffer Colour { uint colour[]; };
layout(std430, binding = 7) writeonly buffer Choice { uint choice[]; };

#include "rigid/graph_past.glsl"

void main()
{
    uint i = thread_index();
    if (i < list.count) find_colour(i, old_list.count);
}
