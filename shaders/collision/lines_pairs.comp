// A line for each pair, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/lines.glsl"
#include "quaternion.glsl"

layout(std430, binding = 3) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 4) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 5) readonly buffer Meet { collider_meet meet[]; };

void main()
{
    uint i = thread_index();
    if (i >= pair_list.count) return;
    collider_pose a = pose[pair[i].a];
    vec3 from = a.position.xyz, to = pose[pair[i].b].position.xyz;
    if ((meet[pair[i].a].who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) == COLLIDER_PLANE)
    {
        vec3 n = quaternion_rotate(a.rotation, vec3(0.0, 1.0, 0.0));
        from   = to - (exact_dot(to - from, n) * n); // the plane's point nearest to b
    }
    lines_put(lines_pairs() + i, from, to, LINES_PAIR_COLOUR);
}
