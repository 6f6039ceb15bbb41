// Crosses at contact points, and normals; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/lines.glsl"

layout(std430, binding = 3) readonly buffer Contact { uint contact[]; };
layout(std430, binding = 4) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };

uint colour_of(uint flags)
{
    if ((flags & MANIFOLD_TOUCHES) == 0u) return LINES_SPECULATIVE_COLOUR;
    return (flags & MANIFOLD_SENSOR) != 0u ? LINES_SENSOR_COLOUR : LINES_TOUCHING_COLOUR;
}

void put_cross(uint place, vec3 x, uint colour)
{
    float arm = 0.25 * push.reach;
    lines_put(place, x - vec3(arm, 0.0, 0.0), x + vec3(arm, 0.0, 0.0), colour);
    lines_put(place + 1u, x - vec3(0.0, arm, 0.0), x + vec3(0.0, arm, 0.0), colour);
    lines_put(place + 2u, x - vec3(0.0, 0.0, arm), x + vec3(0.0, 0.0, arm), colour);
}

void main()
{
    uint i = thread_index();
    if (i >= contact_list.count) return;
    manifold c = of_pair[contact[i]];
    vec3 centre = pose[c.a].position.xyz;
    bool points = (push.flags & LINES_POINTS) != 0u, normals = (push.flags & LINES_NORMALS) != 0u;
    for (uint k = 0u; k < MANIFOLD_POINTS; ++k)
    {
        uint cross_at  = lines_points() + LINES_PER_CROSS * (MANIFOLD_POINTS * i + k);
        uint normal_at = lines_normals() + MANIFOLD_POINTS * i + k;
        vec3 x = centre + c.point[k].xyz;
        if (k < c.count)
        {
            if (points) put_cross(cross_at, x, colour_of(c.flags));
            if (normals) lines_put(normal_at, x, x + (push.reach * c.normal.xyz), LINES_NORMAL_COLOUR);
        }
        else
        {
            for (uint e = 0u; points && e < LINES_PER_CROSS; ++e) lines_put_none(cross_at + e);
            if (normals) lines_put_none(normal_at);
        }
    }
}
