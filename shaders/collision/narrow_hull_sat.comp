// What parts two polyhedra most or overlaps least, one pair a thread: a face of a, a face of b, or an edge of each. Of
// all pairs of edges only those count whose arcs between their faces' normals cross on the unit sphere: only they bound
// the Minkowski difference (D. Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013). At most 60 32 +
// 60 32 + 90 90 turns. Mesa would unroll loops over a hull's arrays to their full length, and compile for seconds.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "list.glsl"
#include "collision/params.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Index { uint index[]; };
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) readonly buffer Hull { hull_data hull[]; };
layout(std430, binding = 7) writeonly buffer Found { uint found[]; }; // by entry of the list: NARROW_APART and so on
#include "collision/narrow_hull_shape.glsl"

float best;
uint  best_which;

void compete(float separation, uint which)
{
    bool better = separation > best;
    best        = better ? separation : best;
    best_which  = better ? which : best_which;
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
        float apart   = exact_dot(axis, from - from_a) * exact_rsqrt(squared);
        if (crosses && turned) compete(plus ? apart : -apart, which | e);
    }
}

void main()
{
    uint k = thread_index();
    if (k >= list.count) return;
    collider_pair c = pair[index[k]];
    polyhedron a    = shape_of(c.a);
    polyhedron b    = shape_of(c.b);
    vec3 d          = pose[c.b].position.xyz - pose[c.a].position.xyz;
    narrow_view s   = narrow_see(pose[c.a].rotation, pose[c.b].rotation, d);
    float margin    = params.margin;
    float scale     = narrow_scale(a.half_size, b.half_size);

    best       = -NARROW_NONE;
    best_which = 0u;
    [[dont_unroll]] for (uint f = 0u; f < a.faces && best <= margin; ++f)
    {
        vec4 face = shape_face(a, f);
        compete((exact_dot(face.xyz, s.centre) - face.w) + shape_lowest(b, narrow_to_other(s, face.xyz)), f);
    }
    float most = best;
    uint which = (NARROW_FACE_A << NARROW_WHAT_SHIFT) | best_which;
    float face = best;

    best = most > margin ? most : -NARROW_NONE;
    [[dont_unroll]] for (uint f = 0u; f < b.faces && best <= margin; ++f)
    {
        vec4 other  = shape_face(b, f);
        vec3 normal = narrow_to_own(s, other.xyz);
        compete((shape_lowest(a, normal) - exact_dot(normal, s.centre)) - other.w, f);
    }
    most      = max(most, best);
    bool take = best > face + (NARROW_FACE_BIAS * scale);
    which     = take ? (NARROW_FACE_B << NARROW_WHAT_SHIFT) | best_which : which;
    face      = take ? best : face;

    best = most > margin ? most : -NARROW_NONE;
    [[dont_unroll]] for (uint e = 0u; e < b.edges && best <= margin; ++e)
    {
        uvec4 parts = shape_edge(b, e);
        vec3 from   = shape_corner(b, parts.x);
        vec3 along  = exact_flush(narrow_to_own(s, shape_corner(b, parts.y) - from));
        vec3 left   = narrow_to_own(s, shape_face(b, parts.z).xyz);
        vec3 right  = narrow_to_own(s, shape_face(b, parts.w).xyz);
        edge_with_all(a, s.centre + narrow_to_own(s, from), along, left, right, e << 8);
    }
    most  = max(most, best);
    take  = best > face + (NARROW_EDGE_BIAS * scale);
    which = take ? (NARROW_EDGES << NARROW_WHAT_SHIFT) | best_which : which;

    found[k] = most > margin ? NARROW_APART << NARROW_WHAT_SHIFT : which;
}
