// Where a face of one box meets the other, one pair a thread. The incident face, most against the reference face's
// normal, is clipped by that face's sides. Twelve candidates have fixed places: the beginning and the end of each
// incident edge inside the reference face, and the reference face's corners inside the incident one.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/ahead.glsl"
#include "collision/narrow_reduce.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Lists { list_header lists[2]; };
layout(std430, binding = 3) readonly buffer Entry { uvec2 entry[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) writeonly buffer Manifolds { manifold manifolds[]; };

struct candidates // four: two coordinates in the reference face, separation
{
    vec4  u, w, d;
    uvec4 id;
};

// From where to where four edges, middle + s dir, lie inside one pair of sides, |x| <= limit. Edges that run along the
// sides do or do not.
void clip(vec4 middle, vec4 dir, vec4 inverse, float limit, float flat_below, out vec4 from, out vec4 to)
{
    vec4 one = (-limit - middle) * inverse, two = (limit - middle) * inverse;
    bvec4 along = lessThan(abs(dir), vec4(flat_below));
    vec4  all_in = mix(vec4(-2.0), vec4(2.0), greaterThan(abs(middle), vec4(limit)));
    from = mix(min(one, two), all_in, along);
    to   = mix(max(one, two), -all_in, along);
}

void offer(uint round, candidates c)
{
    reduce_offer(round, vec3(c.u.x, c.w.x, c.d.x), c.id.x);
    reduce_offer(round, vec3(c.u.y, c.w.y, c.d.y), c.id.y);
    reduce_offer(round, vec3(c.u.z, c.w.z, c.d.z), c.id.z);
    reduce_offer(round, vec3(c.u.w, c.w.w, c.d.w), c.id.w);
}

// What faces found, along the product of two edges: it is as deep as the boxes overlap along that.
void lean(inout manifold m, narrow_view s, vec4 turn, vec3 half_r, vec3 half_i, uint edges, uint n, bool below, bool swapped)
{
    uint i = swapped ? edges % 3u : edges / 3u, j = swapped ? edges / 3u : edges % 3u;
    vec3 b       = narrow_column(s, i, j);
    vec3 normal  = vec3(0.0, -b.z, b.y) * exact_rsqrt((b.y * b.y) + (b.z * b.z));
    normal       = turned_back(normal, i);
    float cosine = turned(normal, n).x, steep = abs(cosine);
    float reach  = exact_dot(half_r, abs(normal)) + exact_dot(half_i, abs(narrow_to_other(s, normal)));
    float apart  = abs(exact_dot(s.centre, normal)) - reach;
    normal       = mix(normal, -normal, bvec3((cosine < 0.0) != (below != swapped))); // out of a
    if (steep < NARROW_FLAT_ENOUGH) m.normal.xyz = exact_flush(quaternion_rotate(turn, normal));
    float deepest = m.point[0].w;
    for (uint k = 1u; k < 4u; ++k) deepest = k < m.count ? min(deepest, m.point[k].w) : deepest;
    for (uint k = 0u; k < 4u; ++k)
        if (k < m.count) m.point[k].w = exact_flush(((m.point[k].w - deepest) * steep) + apart);
    m.flags = (m.flags & ~uint(MANIFOLD_TOUCHES)) | (apart <= 0.0 ? MANIFOLD_TOUCHES : 0u);
}

void main()
{
    uint k = thread_index();
    if (k >= lists[0].count) return;
    uint word       = entry[k].x;
    uint p          = word & ((1u << NARROW_AXIS_SHIFT) - 1u);
    uint edges      = word >> (NARROW_AXIS_SHIFT + NARROW_EDGES_SHIFT); // 0: none
    uint axis       = (word >> NARROW_AXIS_SHIFT) & ((1u << NARROW_EDGES_SHIFT) - 1u);
    collider_pair c = pair[p];
    // The reference box is b when the axis is.
    bool swapped     = axis >= 3u;
    uint reference   = swapped ? c.b : c.a;
    uint incident    = swapped ? c.a : c.b;
    uint n           = swapped ? axis - 3u : axis;
    float at         = uintBitsToFloat(entry[k].y);
    vec3 d           = ahead_offset(pose[reference], pose[incident], at);
    vec4 turn        = pose[reference].rotation;
    narrow_view s    = narrow_see(turn, pose[incident].rotation, d);
    vec3 size        = data[reference].size.xyz;
    vec3 size_i      = data[incident].size.xyz;
    float scale      = narrow_scale(size, size_i);
    vec3 half_r      = turned(size, n);
    vec3 t           = turned(s.centre, n);
    vec3 row_n = n == 0u ? s.row_x : (n == 1u ? s.row_y : s.row_z); // the incident box's axes along the normal,
    vec3 row_u = n == 0u ? s.row_y : (n == 1u ? s.row_z : s.row_x); // and along the face
    vec3 row_w = n == 0u ? s.row_z : (n == 1u ? s.row_x : s.row_y);
    bool below = t.x < 0.0;
    row_n      = mix(row_n, -row_n, bvec3(below)); // outward

    // The incident face: its centre and half edges, each (u, w, separation).
    vec3 facing = abs(row_n);
    uint j      = facing.y > facing.x + NARROW_TILT ? 1u : 0u;
    j           = facing.z > (j == 1u ? facing.y : facing.x) + NARROW_TILT ? 2u : j;
    vec3 half_i = turned(size_i, j);
    vec3 in_n   = turned(row_n, j);
    vec3 in_u   = turned(row_u, j);
    vec3 in_w   = turned(row_w, j);
    bool away   = in_n.x > 0.0;
    float reach = away ? -half_i.x : half_i.x;
    vec3 centre = vec3(t.y, t.z, abs(t.x) - half_r.x) + (reach * vec3(in_u.x, in_w.x, in_n.x));
    vec3 e1     = half_i.y * vec3(in_u.y, in_w.y, in_n.y);
    vec3 e2     = half_i.z * vec3(in_u.z, in_w.z, in_n.z);

    // Its edges, one after the other around it: middle + s dir, s from -1 to 1.
    float grow   = NARROW_GROW * scale;
    vec4 mid_u   = centre.x + vec4(-e2.x, e1.x, e2.x, -e1.x);
    vec4 mid_w   = centre.y + vec4(-e2.y, e1.y, e2.y, -e1.y);
    vec4 mid_d   = centre.z + vec4(-e2.z, e1.z, e2.z, -e1.z);
    vec4 dir_u   = vec4(e1.x, e2.x, -e1.x, -e2.x);
    vec4 dir_w   = vec4(e1.y, e2.y, -e1.y, -e2.y);
    vec4 dir_d   = vec4(e1.z, e2.z, -e1.z, -e2.z);
    vec2 inv_u   = vec2(exact_reciprocal(e1.x), exact_reciprocal(e2.x));
    vec2 inv_w   = vec2(exact_reciprocal(e1.y), exact_reciprocal(e2.y));
    vec4 from_u, to_u, from_w, to_w;
    clip(mid_u, dir_u, vec4(inv_u, -inv_u), half_r.y + grow, NARROW_FLAT * scale, from_u, to_u);
    clip(mid_w, dir_w, vec4(inv_w, -inv_w), half_r.z + grow, NARROW_FLAT * scale, from_w, to_w);
    vec4  from   = max(max(from_u, from_w), vec4(-1.0));
    vec4  to     = min(min(to_u, to_w), vec4(1.0));
    bvec4 some   = lessThan(from, to);
    vec4  begin  = min(from, vec4(1.0)), end = max(to, vec4(-1.0));

    // Ids: place, side of the reference face that cut it, and the two faces.
    uint faces   = (NARROW_FACE_ID | (axis << 8)) | ((uint(below) << 11) | ((j << 12) | (uint(away) << 14)));
    uvec4 side_u = mix(uvec4(32u), uvec4(16u), greaterThan(dir_u, vec4(0.0))); // entered by; left by the other
    uvec4 side_w = mix(uvec4(64u), uvec4(48u), greaterThan(dir_w, vec4(0.0)));
    uvec4 in_by  = mix(side_u, side_w, greaterThan(from_w, from_u));
    uvec4 out_by = mix(48u - side_u, 112u - side_w, lessThan(to_w, to_u));
    candidates first, last, corner;
    first.u  = mid_u + (begin * dir_u);
    first.w  = mid_w + (begin * dir_w);
    first.d  = mix(vec4(NARROW_NONE), mid_d + (begin * dir_d), some);
    first.id = (faces | uvec4(0u, 1u, 2u, 3u)) | mix(uvec4(0u), in_by, greaterThan(from, vec4(-1.0)));
    last.u   = mid_u + (end * dir_u);
    last.w   = mid_w + (end * dir_w);
    last.d   = mix(vec4(NARROW_NONE), mid_d + (end * dir_d), some);
    last.d   = mix(vec4(NARROW_NONE), last.d, lessThan(to, vec4(1.0))); // else it is where the next one begins
    last.id  = (faces | uvec4(4u, 5u, 6u, 7u)) | out_by;

    // The reference face's corners as centre + a e1 + b e2.
    float det    = (e1.x * e2.y) - (e1.y * e2.x);
    float unit   = exact_reciprocal(det);
    corner.u     = half_r.y * vec4(-1.0, 1.0, 1.0, -1.0);
    corner.w     = half_r.z * vec4(-1.0, -1.0, 1.0, 1.0);
    vec4 off_u   = corner.u - centre.x, off_w = corner.w - centre.y;
    vec4 a       = (off_u * e2.y) - (off_w * e2.x);
    vec4 b       = (off_w * e1.x) - (off_u * e1.y);
    float room   = NARROW_INSIDE * grow;
    bvec4 in_a   = greaterThan(abs(det) - abs(a), vec4(room * (abs(e2.x) + abs(e2.y))));
    bvec4 in_b   = greaterThan(abs(det) - abs(b), vec4(room * (abs(e1.x) + abs(e1.y))));
    vec4 depth   = centre.z + (((a * unit) * e1.z) + ((b * unit) * e2.z));
    corner.d     = mix(vec4(NARROW_NONE), mix(vec4(NARROW_NONE), depth, in_a), in_b);
    corner.id    = faces | uvec4(8u, 9u, 10u, 11u);

    reduce_start(ahead_of(pose[c.a], pose[c.b], params.margin).margin, scale);
    for (uint round = 0u; round < NARROW_ROUNDS; ++round)
    {
        reduce_begin(round);
        offer(round, first);
        offer(round, last);
        offer(round, corner);
        reduce_end(round);
    }
    vec3 lowest = (centre + (e1.z > 0.0 ? -e1 : e1)) + (e2.z > 0.0 ? -e2 : e2);
    if (edges == 0u && reduce_lost(lowest.z, scale))
    {
        vec2 inside = exact_clamp(lowest.xy, -half_r.yz, half_r.yz);
        reduce_single(vec3(inside, lowest.z), faces | 12u);
    }

    manifold m = narrow_empty(c, data[c.a].kind, data[c.b].kind);
    if (reduced > 0u)
    {
        vec3 out_n = quaternion_rotate(turn, turned_back(vec3(below ? -1.0 : 1.0, 0.0, 0.0), n));
        vec3 out_u = quaternion_rotate(turn, turned_back(vec3(0.0, 1.0, 0.0), n));
        vec3 out_w = quaternion_rotate(turn, turned_back(vec3(0.0, 0.0, 1.0), n));
        m.normal   = vec4(exact_flush(mix(out_n, -out_n, bvec3(swapped))), at);
        reduce_write(m, (swapped ? -d : vec3(0.0)) + (half_r.x * out_n), out_u, out_w, out_n);
        if (edges != 0u) lean(m, s, turn, size, size_i, edges - 1u, n, below, swapped);
    }
    manifolds[p] = m;
}
