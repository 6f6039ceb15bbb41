// Impulses back into the manifolds, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache_shared.h"
#include "rigid/solve_shared.h"

layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 4) readonly buffer Impulse { vec4 impulse[]; };
layout(std430, binding = 5) writeonly buffer Manifold { manifold of_pair[]; };

#include "rigid/solve_store.glsl"

void main()
{
    uint place = thread_index();
    if (place < list.count) store_contact(place);
}
