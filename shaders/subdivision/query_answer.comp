// What a query found, in full: position, normal and velocity at (patch, u, v); one query a thread.
// Where the normal vanishes, at a corner whose sides lie along each other or have no length, it is that of a place 1/1024
// nearer the middle, and where that vanishes, too, +y.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require // loops around an evaluation stay loops, or compiling takes a minute
#include "list.glsl"
#include "exact.glsl"
#include "subdivision/query_shared.h"

layout(push_constant) uniform Push { query_push push; };
layout(std430, binding = 0) readonly buffer Record { query_record record[]; };
layout(std430, binding = 1) readonly buffer Point { vec4 point[]; };
layout(std430, binding = 2) readonly buffer Previous { vec4 previous[]; };
layout(std430, binding = 3) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 4) readonly buffer Regular { uint regular[]; };
layout(std430, binding = 5) readonly buffer Gregory { uint gregory[]; };
layout(std430, binding = 6) buffer Answer { query_answer answer[]; };

#include "subdivision/patch.glsl"

bool moving; // the patch loaded is the way of its points, not the points
vec3 origin; // m, near the patch: what is far from the world's keeps its digits

vec3 patch_point(uint n)
{
    return moving ? point[n].xyz - previous[n].xyz : point[n].xyz - origin;
}

float nearer_the_middle(float t)
{
    return t + (t < 0.5 ? 0.0009765625 : -0.0009765625);
}

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    bool known = record[i].kind == QUERY_CLOSEST || record[i].kind == QUERY_RAY;
    uint flags = known ? answer[i].flags : 0u;
    vec3 position = vec3(0.0), normal = vec3(0.0), velocity = vec3(0.0);
    float distance = 0.0, u = 0.0, v = 0.0;
    uint p = 0u, face = 0u;
    if ((flags & QUERY_HIT) != 0u)
    {
        distance = answer[i].position.w;
        u        = answer[i].normal.w;
        v        = answer[i].velocity.w;
        p        = answer[i].patch_number;
        face     = patches[p].face;
        bool twisted = (patches[p].flags & SURFACE_GREGORY) != 0u;
        origin       = point[twisted ? gregory[patches[p].index] : regular[patches[p].index]].xyz;
        float s = u, t = v;
        [[dont_unroll]] for (int k = 0; k < 3; ++k) // the place, one beside it, its motion
        {
            moving = k == 2;
            s      = k == 1 ? nearer_the_middle(u) : u;
            t      = k == 1 ? nearer_the_middle(v) : v;
            patch_load(patches[p].index, patches[p].flags);
            patch_place e = patch_evaluate(s, t);
            if (k == 0) position = origin + (patch_unit * e.s);
            if (k == 2) velocity = push.inverse_dt * (patch_unit * e.s);
            if (k < 2 && normal == vec3(0.0)) normal = exact_normalize(exact_flush(exact_cross(e.su, e.sv)));
        }
        if (normal == vec3(0.0)) normal = vec3(0.0, 1.0, 0.0);
    }
    answer[i] = query_answer(vec4(exact_flush(position), distance), vec4(exact_flush(normal), u),
                             vec4(exact_flush(velocity), v), flags, p, face, known ? record[i].surface : 0u);
}
