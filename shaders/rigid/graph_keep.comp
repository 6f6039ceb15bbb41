// What contacts keep, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/graph_shared.h"

layout(push_constant) uniform Push { graph_push push; };
layout(std430, binding = 0) readonly buffer Link { graph_link link[]; }; // by contact
layout(std430, binding = 1) buffer Choice { uint choice[]; };            // by contact: 1 + colour, 0 none
layout(std430, binding = 2) buffer Body { graph_body body[]; };          // by slot
layout(std430, binding = 5) readonly buffer List { list_header list; };

#include "rigid/graph_keep.glsl"
#include "rigid/graph_wait.glsl"

void main()
{
    uint i = thread_index();
    if (i < list.count && tell_bodies(i)) graph_wait(i);
}
