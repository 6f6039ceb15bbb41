// Irregular patches: each invocation multiplies its row of the patch's matrix by points of the cage. A patch is drawn as
// one vertex without data. Of the includer: POINTS.
#include "frame_shared.h"

layout(vertices = POINTS) out;
layout(push_constant) uniform Push { surface_push item; };
layout(std430, set = 1, binding = 1) readonly buffer Point { vec4 point_of[]; };
layout(std430, set = 1, binding = 2) readonly buffer Row { uvec4 row_of[]; };   // its point, first entry, entries, surface
layout(std430, set = 1, binding = 3) readonly buffer Index { uint index_of[]; };
layout(std430, set = 1, binding = 4) readonly buffer Entry { uvec2 entry_of[]; }; // point, weight
layout(location = 0) out vec3 control[];

vec3 control_point(uint number)
{
    if (number < item.given_end) return point_of[item.vertex_first + number].xyz;
    uvec4 row = row_of[item.normal_first + uint(int(number) + item.row_shift)];
    vec3 sum  = vec3(0.0);
    for (uint i = 0u; i < row.z; ++i)
    {
        uvec2 entry = entry_of[item.run_first + row.y + i];
        sum += point_of[item.vertex_first + entry.x].xyz * uintBitsToFloat(entry.y);
    }
    return sum;
}

void main()
{
    control[gl_InvocationID] = control_point(index_of[item.index_first + POINTS * gl_PrimitiveID + gl_InvocationID]);
    if (gl_InvocationID != 0) return;
    for (int i = 0; i < 4; ++i)
        gl_TessLevelOuter[i] = item.colour_u.w;
    for (int i = 0; i < 2; ++i)
        gl_TessLevelInner[i] = item.colour_u.w;
}
