// The axis along which two boxes overlap least, one pair a thread: three of each box's faces, nine of edge with edge.
// Pairs farther apart than the margin end here; the others go on a list for faces or one for edges, in any order.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/narrow_view.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Index { uint index[]; };
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Manifolds { manifold manifolds[]; };
layout(std430, binding = 7) buffer Lists { list_header lists[2]; }; // faces, edges; the host writes empty ones
layout(std430, binding = 8) writeonly buffer Entry { uint entry[]; }; // first half faces, second half edges

// Whoever opens a group counts it: the arguments are list_groups' when all are in.
void append(uint which, uint value)
{
    uint k = atomicAdd(lists[which].count, 1u);
    entry[(which * (uint(entry.length()) / 2u)) + k] = value;
    if (k % LIST_GROUP != 0u) return;
    uint group = k / LIST_GROUP;
    if (group < LIST_MAX_GROUPS_X) atomicAdd(lists[which].group_x, 1u);
    else if (group % LIST_MAX_GROUPS_X == 0u) atomicAdd(lists[which].group_y, 1u);
}

float best;
uint  best_axis;

void compete(vec3 separation, uint first)
{
    bool x = separation.x > best;
    best      = x ? separation.x : best;
    best_axis = x ? first : best_axis;
    bool y = separation.y > best;
    best      = y ? separation.y : best;
    best_axis = y ? first + 1u : best_axis;
    bool z = separation.z > best;
    best      = z ? separation.z : best;
    best_axis = z ? first + 2u : best_axis;
}

// One axis of a with all three of b: the row of R that belongs to it, and of the next two; t and extents of a likewise.
vec3 edges(vec3 row, vec3 row_1, vec3 row_2, float t_1, float t_2, float half_1, float half_2, vec3 half_b)
{
    vec3 own     = abs(row);
    vec3 squared = (row_1 * row_1) + (row_2 * row_2); // 1 - R R without its cancellation
    vec3 reach_a = (half_1 * abs(row_2)) + (half_2 * abs(row_1));
    vec3 reach_b = (half_b.yzx * own.zxy) + (half_b.zxy * own.yzx);
    vec3 apart   = abs((t_2 * row_1) - (t_1 * row_2)) - (reach_a + reach_b);
    vec3 unit    = vec3(exact_rsqrt(squared.x), exact_rsqrt(squared.y), exact_rsqrt(squared.z));
    return mix(apart * unit, vec3(-NARROW_NONE), lessThan(squared, vec3(NARROW_PARALLEL)));
}

// Is the product of a's axis edges / 3 and b's axis edges % 3 nearly along this face's normal, on the same side?
bool nearly_flat(narrow_view s, uint edges, uint face)
{
    uint i = edges / 3u, k = face % 3u;
    vec3 b = narrow_column(s, i, edges % 3u);
    vec3 n = turned_back(vec3(0.0, -b.z, b.y), i);
    vec3 parts = n, way = s.centre;
    if (face >= 3u)
    {
        parts = narrow_to_other(s, n);
        way   = narrow_to_other(s, way);
    }
    float part = turned(parts, k).x;
    bool  same = ((part < 0.0) != (exact_dot(n, s.centre) < 0.0)) == (turned(way, k).x < 0.0);
    return same && part * part > NARROW_NEARLY_FLAT * ((b.y * b.y) + (b.z * b.z));
}

void main()
{
    uint k = thread_index();
    if (k >= list.count) return;
    uint p          = index[k];
    collider_pair c = pair[p];
    vec3 half_a     = data[c.a].size.xyz;
    vec3 half_b     = data[c.b].size.xyz;
    vec3 d          = pose[c.b].position.xyz - pose[c.a].position.xyz;
    narrow_view s   = narrow_see(pose[c.a].rotation, pose[c.b].rotation, d);
    vec3 t          = s.centre;
    vec3 abs_x = abs(s.row_x), abs_y = abs(s.row_y), abs_z = abs(s.row_z);

    vec3 reach = vec3(exact_dot(half_b, abs_x), exact_dot(half_b, abs_y), exact_dot(half_b, abs_z));
    best       = -NARROW_NONE;
    best_axis  = 0u;
    compete(abs(t) - (half_a + reach), 0u);
    float face = best;
    uint  axis = best_axis;

    reach = ((half_a.x * abs_x) + (half_a.y * abs_y)) + (half_a.z * abs_z);
    best  = -NARROW_NONE;
    compete(abs(narrow_to_other(s, t)) - (half_b + reach), 3u);
    float scale = narrow_scale(half_a, half_b);
    float most  = max(face, best);
    bool  take  = best > face + (NARROW_FACE_BIAS * scale);
    axis        = take ? best_axis : axis;
    face        = take ? best : face;

    best = -NARROW_NONE;
    compete(edges(s.row_x, s.row_y, s.row_z, t.y, t.z, half_a.y, half_a.z, half_b), 0u);
    compete(edges(s.row_y, s.row_z, s.row_x, t.z, t.x, half_a.z, half_a.x, half_b), 3u);
    compete(edges(s.row_z, s.row_x, s.row_y, t.x, t.y, half_a.x, half_a.y, half_b), 6u);
    bool edge = best > face + (NARROW_EDGE_BIAS * scale);

    if (max(most, best) > params.margin)
        manifolds[p] = narrow_empty(c, data[c.a].kind, data[c.b].kind);
    else if (!edge)
        append(0u, p | (axis << NARROW_AXIS_SHIFT));
    else if (nearly_flat(s, best_axis, axis))
        append(0u, p | ((axis | ((1u + best_axis) << NARROW_EDGES_SHIFT)) << NARROW_AXIS_SHIFT));
    else
        append(1u, p | (best_axis << NARROW_AXIS_SHIFT));
}
