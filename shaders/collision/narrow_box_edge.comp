// Where an edge of a meets an edge of b, one pair a thread: the nearest points of the two edges that support the axis.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/ahead.glsl"
#include "collision/narrow_view.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Lists { list_header lists[2]; };
layout(std430, binding = 3) readonly buffer Entry { uvec2 entry[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Manifolds { manifold manifolds[]; };

void main()
{
    uint k = thread_index();
    if (k >= lists[1].count) return;
    uvec2 here      = entry[(uint(entry.length()) / 2u) + k];
    uint word       = here.x;
    float at        = uintBitsToFloat(here.y);
    uint p          = word & ((1u << NARROW_AXIS_SHIFT) - 1u);
    uint axis       = word >> NARROW_AXIS_SHIFT;
    uint i = axis / 3u, j = axis % 3u;
    collider_pair c = pair[p];
    vec4 turn_a     = pose[c.a].rotation;
    narrow_view s   = narrow_see(turn_a, pose[c.b].rotation, ahead_offset(pose[c.a], pose[c.b], at));
    vec3 half_a     = turned(data[c.a].size.xyz, i); // a's axes with i first,
    vec3 half_b     = turned(data[c.b].size.xyz, j); // b's with j first
    vec3 t          = turned(s.centre, i);
    vec3 col_x      = turned(vec3(s.row_x.x, s.row_y.x, s.row_z.x), i);
    vec3 col_y      = turned(vec3(s.row_x.y, s.row_y.y, s.row_z.y), i);
    vec3 col_z      = turned(vec3(s.row_x.z, s.row_y.z, s.row_z.z), i);
    vec3 b   = j == 0u ? col_x : (j == 1u ? col_y : col_z);
    vec3 b_1 = j == 0u ? col_y : (j == 1u ? col_z : col_x);
    vec3 b_2 = j == 0u ? col_z : (j == 1u ? col_x : col_y);

    float sine2  = (b.y * b.y) + (b.z * b.z);
    vec3  normal = vec3(0.0, -b.z, b.y) * exact_rsqrt(sine2);
    normal       = mix(normal, -normal, bvec3(exact_dot(normal, t) < 0.0));
    bvec4 up     = bvec4(normal.y > 0.0, normal.z > 0.0, exact_dot(normal, b_1) < 0.0, exact_dot(normal, b_2) < 0.0);
    vec4  reach  = mix(-vec4(half_a.yz, half_b.yz), vec4(half_a.yz, half_b.yz), up);

    // Middles of both edges, then the points.
    vec3  on_a  = vec3(0.0, reach.xy);
    vec3  on_b  = (t + (reach.z * b_1)) + (reach.w * b_2);
    vec3  r     = on_b - on_a;
    float apart = exact_dot(normal, r);
    vec2  along = narrow_closest(r.x, exact_dot(r, b), b.x, sine2, half_a.x, half_b.x);
    on_a.x      = along.x;
    on_b        = on_b + (along.y * b);
    vec3  gap   = on_b - on_a;
    // Beyond their ends, edges may be farther apart than their axis tells.
    float reach_of_pair = ahead_of(pose[c.a], pose[c.b], params.margin).margin;
    bool  near = apart <= 0.0 || exact_dot(gap, gap) <= reach_of_pair * reach_of_pair;

    manifold m = narrow_empty(c, data[c.a].kind, data[c.b].kind);
    if (near)
    {
        vec3 middle = turned_back(0.5 * (on_a + on_b), i);
        m.normal    = vec4(exact_flush(quaternion_rotate(turn_a, turned_back(normal, i))), at);
        m.point[0]  = exact_flush(vec4(quaternion_rotate(turn_a, middle), apart));
        uint signs  = (uint(up.x) | (uint(up.y) << 1)) | ((uint(up.z) << 2) | (uint(up.w) << 3));
        m.feature.x = NARROW_EDGE_ID | (axis << 4) | signs;
        m.count     = 1u;
        m.flags |= apart <= 0.0 ? MANIFOLD_TOUCHES : 0u;
    }
    manifolds[p] = m;
}
