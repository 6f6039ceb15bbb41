// What parts two polyhedra most or overlaps least, one pair a thread: a face of a, a face of b, or an edge of each. Of
// all pairs of edges only those count whose arcs between their faces' normals cross on the unit sphere: only they bound
// the Minkowski difference (D. Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013). At most 60 32 +
// 60 32 + 90 90 turns. Mesa would unroll loops over a hull's arrays to their full length, and compile for seconds.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/ahead.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Index { uint index[]; };
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) readonly buffer Hull { hull_data hull[]; };
layout(std430, binding = 7) writeonly buffer Found { uvec2 found[]; }; // by entry of the list: NARROW_APART and so on, and where on the way
#include "collision/narrow_hull_shape.glsl"

float best;
uint  best_which;
vec3  best_normal; // from a to b, a's axes, of any length

void compete(float separation, uint which, vec3 normal)
{
    bool better = separation > best;
    best        = better ? separation : best;
    best_which  = better ? which : best_which;
    best_normal = mix(best_normal, normal, bvec3(better));
}

// An edge of b, in a's axes, against all edges of a. With e the edges, l and r the normals left and right of them, the
// arcs cross where the products l_a.e_b, -r_a.e_b, l_b.e_a, -r_b.e_a have one sign, in s e_a x e_b, s that sign.
void edge_with_all(polyhedron a, vec3 from, vec3 along, vec3 left, vec3 right, uint which)
{
    float length2 = exact_dot(along, along);
    [[dont_unroll]] for (uint e = 0u; e < a.edges; ++e)
    {
        uvec4 parts  = shape_edge(a, e);
        float left_a = exact_flush(exact_dot(shape_face(a, parts.z).xyz, along));
        float right_a = exact_flush(exact_dot(shape_face(a, parts.w).xyz, along));
        if (left_a > 0.0 ? right_a >= 0.0 : (left_a == 0.0 || right_a <= 0.0)) continue;
        vec3  from_a  = shape_corner(a, parts.x);
        vec3  along_a = shape_corner(a, parts.y) - from_a;
        float left_b  = exact_flush(exact_dot(left, along_a));
        float right_b = exact_flush(exact_dot(right, along_a));
        bool  plus    = left_a > 0.0;
        bool  crosses = plus ? (left_b > 0.0 && right_b < 0.0) : (left_b < 0.0 && right_b > 0.0);
        vec3  axis    = exact_cross(along_a, along);
        float squared = exact_dot(axis, axis);
        bool  turned  = squared > NARROW_PARALLEL * (exact_dot(along_a, along_a) * length2);
        float per_m   = exact_rsqrt(squared);
        float apart   = exact_dot(axis, from - from_a) * per_m;
        axis          = axis * per_m;
        if (crosses && turned) compete(plus ? apart : -apart, which | e, plus ? axis : -axis);
    }
}

float apart; // along the axis that parts them most; beyond the margin any that parts them
vec3  normal; // its direction

// NARROW_FACE_A and so on of two as they are here.
uint look(polyhedron a, polyhedron b, narrow_view s, float margin)
{
    float scale = narrow_scale(a.half_size, b.half_size);
    best        = -NARROW_NONE;
    best_which  = 0u;
    best_normal = vec3(0.0);
    [[dont_unroll]] for (uint f = 0u; f < a.faces && best <= margin; ++f)
    {
        vec4 face = shape_face(a, f);
        compete((exact_dot(face.xyz, s.centre) - face.w) + shape_lowest(b, narrow_to_other(s, face.xyz)), f, face.xyz);
    }
    uint which = (NARROW_FACE_A << NARROW_WHAT_SHIFT) | best_which;
    float face = best;
    apart      = best;
    normal     = best_normal;

    best = apart > margin ? apart : -NARROW_NONE;
    [[dont_unroll]] for (uint f = 0u; f < b.faces && best <= margin; ++f)
    {
        vec4 other = shape_face(b, f);
        vec3 out_n = narrow_to_own(s, other.xyz);
        compete((shape_lowest(a, out_n) - exact_dot(out_n, s.centre)) - other.w, f, -out_n);
    }
    normal    = mix(normal, best_normal, bvec3(best > apart));
    apart     = max(apart, best);
    bool take = best > face + (NARROW_FACE_BIAS * scale);
    which     = take ? (NARROW_FACE_B << NARROW_WHAT_SHIFT) | best_which : which;
    face      = take ? best : face;

    best = apart > margin ? apart : -NARROW_NONE;
    [[dont_unroll]] for (uint e = 0u; e < b.edges && best <= margin; ++e)
    {
        uvec4 parts = shape_edge(b, e);
        vec3 from   = shape_corner(b, parts.x);
        vec3 along  = exact_flush(narrow_to_own(s, shape_corner(b, parts.y) - from));
        vec3 left   = narrow_to_own(s, shape_face(b, parts.z).xyz);
        vec3 right  = narrow_to_own(s, shape_face(b, parts.w).xyz);
        edge_with_all(a, s.centre + narrow_to_own(s, from), along, left, right, e << 8);
    }
    normal = mix(normal, best_normal, bvec3(best > apart));
    apart  = max(apart, best);
    take   = best > face + (NARROW_EDGE_BIAS * scale);
    return take ? (NARROW_EDGES << NARROW_WHAT_SHIFT) | best_which : which;
}

void main()
{
    uint k = thread_index();
    if (k >= list.count) return;
    collider_pair c = pair[index[k]];
    polyhedron a    = shape_of(c.a);
    polyhedron b    = shape_of(c.b);
    vec4 turn       = pose[c.a].rotation;
    pair_ahead path = ahead_of(pose[c.a], pose[c.b], params.margin);
    vec3 way        = exact_flush(quaternion_rotate_inverse(turn, path.way));
    float at = 0.0, next = 0.0, first = 0.0;
    uint which      = 0u;
    [[dont_unroll]] for (uint round = 0u; round < AHEAD_ROUNDS; ++round)
    {
        at    = next;
        which = look(a, b, narrow_see(turn, pose[c.b].rotation, ahead_offset(pose[c.a], pose[c.b], at)), path.margin);
        first = round == 0u ? apart : first;
        next  = ahead_next(path, at, apart, -exact_dot(normal, way));
        if (next == at) break;
    }
    found[k] = uvec2(apart > path.margin ? NARROW_APART << NARROW_WHAT_SHIFT : which, floatBitsToUint(ahead_share(at, first)));
}
