// Contacts make islands, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer ContactList { list_header contacts; };
layout(std430, binding = 2) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 3) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 4) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 5) coherent buffer Parent { uint parent[]; };
layout(std430, binding = 6) buffer Restless { uint restless[]; };

#include "rigid/sleep_link.glsl"

void main()
{
    uint i = thread_index();
    if (i < contacts.count) link_islands(i);
}
