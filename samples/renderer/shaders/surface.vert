#version 450
#extension GL_GOOGLE_include_directive : require
#include "triangles.glsl"

layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 barycentric; // of pulled corners
layout(location = 2) out vec2 uv;
layout(location = 3) flat out uint triangle;

void main()
{
    uint at       = uint(gl_VertexIndex);
    uint vertex   = this_vertex();
    vec4 position = vertex_of[item.vertex_first + vertex];
    triangle      = at / 3u;
    barycentric   = vec3(equal(uvec3(at % 3u), uvec3(0u, 1u, 2u)));
    vec3 own = vec3(0.0);
    if ((item.flags & SURFACE_PULLED) != 0u)
    {
        vec3 a = corner(3u * triangle).xyz, b = corner(3u * triangle + 1u).xyz, c = corner(3u * triangle + 2u).xyz;
        own    = cross(b - a, c - a);
    }
    normal = own;
    uv     = vec2(position.w, 0.0);
    if ((item.flags & SURFACE_FLAT) == 0u)
    {
        vec4 given = normal_of[item.normal_first + vertex];
        uv.y       = given.w;
        // A vertex on a sharp edge has the normal of one side: triangles of the other take their own.
        if (dot(given.xyz, own) >= 0.6 * length(own)) normal = given.xyz;
    }
    normal = normalize(normal);
    normal      = pose_turned(normal);
    gl_Position = frame.clip * vec4(pose_placed(position.xyz), 1.0);
}
