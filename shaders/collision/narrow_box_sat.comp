// The axis along which two boxes overlap least, one pair a thread: three of each box's faces, nine of edge with edge.
// Pairs farther apart than the margin end here; the others go on a list for faces or one for edges, in any order, with the
// place on their way where they were looked at.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/ahead.glsl"
#include "collision/narrow_view.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Index { uint index[]; };
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Manifolds { manifold manifolds[]; };
layout(std430, binding = 7) buffer Lists { list_header lists[2]; }; // faces, edges; the host writes empty ones
layout(std430, binding = 8) writeonly buffer Entry { uvec2 entry[]; }; // first half faces, second half edges

// The thread that opens a group counts it: the arguments are list_groups' when all are in.
void append(uint which, uvec2 value)
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

struct axes // the best of a's faces, of b's and of the edges
{
    vec3  apart;
    uvec3 which;
};

axes look(narrow_view s, vec3 half_a, vec3 half_b)
{
    axes found;
    vec3 t     = s.centre;
    vec3 abs_x = abs(s.row_x), abs_y = abs(s.row_y), abs_z = abs(s.row_z);
    vec3 reach = vec3(exact_dot(half_b, abs_x), exact_dot(half_b, abs_y), exact_dot(half_b, abs_z));
    best       = -NARROW_NONE;
    best_axis  = 0u;
    compete(abs(t) - (half_a + reach), 0u);
    found.apart.x = best;
    found.which.x = best_axis;

    reach = ((half_a.x * abs_x) + (half_a.y * abs_y)) + (half_a.z * abs_z);
    best  = -NARROW_NONE;
    compete(abs(narrow_to_other(s, t)) - (half_b + reach), 3u);
    found.apart.y = best;
    found.which.y = best_axis;

    best = -NARROW_NONE;
    compete(edges(s.row_x, s.row_y, s.row_z, t.y, t.z, half_a.y, half_a.z, half_b), 0u);
    compete(edges(s.row_y, s.row_z, s.row_x, t.z, t.x, half_a.z, half_a.x, half_b), 3u);
    compete(edges(s.row_z, s.row_x, s.row_y, t.x, t.y, half_a.x, half_a.y, half_b), 6u);
    found.apart.z = best;
    found.which.z = best_axis;
    return found;
}

// By how much the way, in a's axes, takes them together along the axis that parts them most.
float closing(narrow_view s, axes found, vec3 way)
{
    vec3 t = s.centre, apart = found.apart;
    if (apart.x >= apart.y && apart.x >= apart.z)
        return t[found.which.x] < 0.0 ? way[found.which.x] : -way[found.which.x];
    if (apart.y >= apart.z)
    {
        uint j = found.which.y - 3u;
        return narrow_to_other(s, t)[j] < 0.0 ? narrow_to_other(s, way)[j] : -narrow_to_other(s, way)[j];
    }
    uint i = found.which.z / 3u, j = found.which.z % 3u;
    vec3 b = turned(vec3(s.row_x[j], s.row_y[j], s.row_z[j]), i), from = turned(t, i), to = turned(way, i);
    float side = (from.z * b.y) - (from.y * b.z);
    float goes = ((to.z * b.y) - (to.y * b.z)) * exact_rsqrt((b.y * b.y) + (b.z * b.z));
    return side < 0.0 ? goes : -goes;
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
    vec4 turn       = pose[c.a].rotation;
    vec3 d          = ahead_offset(pose[c.a], pose[c.b], 0.0);
    pair_ahead path = ahead_of(pose[c.a], pose[c.b], params.margin);
    narrow_view s   = narrow_see(turn, pose[c.b].rotation, d);
    axes found      = look(s, half_a, half_b);
    float at        = 0.0;
    float first     = max(max(found.apart.x, found.apart.y), found.apart.z);
    if (path.way != vec3(0.0))
    {
        vec3 way = exact_flush(quaternion_rotate_inverse(turn, path.way));
        for (uint round = 1u; round < AHEAD_ROUNDS; ++round)
        {
            float most = max(max(found.apart.x, found.apart.y), found.apart.z);
            float next = ahead_next(path, at, most, closing(s, found, way));
            if (next == at) break;
            at       = next;
            s.centre = exact_flush(quaternion_rotate_inverse(turn, d + (at * path.way)));
            found    = look(s, half_a, half_b);
        }
    }

    float scale = narrow_scale(half_a, half_b);
    bool  take  = found.apart.y > found.apart.x + (NARROW_FACE_BIAS * scale);
    uint  axis  = take ? found.which.y : found.which.x;
    float face  = take ? found.apart.y : found.apart.x;
    bool  edge  = found.apart.z > face + (NARROW_EDGE_BIAS * scale);
    uint  share = floatBitsToUint(ahead_share(at, first));
    if (max(max(found.apart.x, found.apart.y), found.apart.z) > path.margin)
        manifolds[p] = narrow_empty(c, data[c.a].kind, data[c.b].kind);
    else if (edge && !nearly_flat(s, found.which.z, axis))
        append(1u, uvec2(p | (found.which.z << NARROW_AXIS_SHIFT), share));
    else
        append(0u, uvec2(p | ((axis | ((edge ? 1u + found.which.z : 0u) << NARROW_EDGES_SHIFT)) << NARROW_AXIS_SHIFT), share));
}
