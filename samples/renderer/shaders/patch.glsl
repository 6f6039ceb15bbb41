// What both kinds of patches end with: a point of the surface and its two tangents, placed and handed on. The domain's
// origin is its lower left corner, so that u to v turns counter-clockwise seen from outside.
#include "frame_shared.h"

layout(quads, equal_spacing, ccw) in;
layout(set = 0, binding = 0) uniform Frame { frame_uniform frame; };
layout(push_constant) uniform Push { surface_push item; };
layout(std430, set = 1, binding = 0) readonly buffer Pose { vec4 pose_of[]; };
layout(location = 0) in vec3 control[];
#include "pose.glsl"

#ifdef MAP
void finish(vec3 at, vec3 along_u, vec3 along_v)
{
    gl_Position = frame.map_clip[item.map] * vec4(pose_placed(at), 1.0);
}
#else
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 barycentric;
layout(location = 2) out vec2 uv;
layout(location = 3) flat out uint triangle; // the patch

void finish(vec3 at, vec3 along_u, vec3 along_v)
{
    vec3 n      = cross(along_u, along_v);
    normal      = pose_turned(dot(n, n) > 0.0 ? normalize(n) : vec3(0.0, 1.0, 0.0));
    barycentric = vec3(1.0);
    uv          = vec2(0.0);
    triangle    = uint(gl_PrimitiveID);
    gl_Position = frame.clip * vec4(pose_placed(at), 1.0);
    if ((item.flags & SURFACE_LINES) != 0u) gl_Position.z *= 1.001; // nearer by a thousandth: depth is near / distance
}
#endif
