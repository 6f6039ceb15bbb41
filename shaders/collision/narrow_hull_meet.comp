// Where two polyhedra meet along what narrow_hull_sat found, one pair a thread. Faces: the incident face is clipped by
// the reference face's sides. Candidates are the beginning and the end of each incident edge inside the reference face,
// and corners of that inside the incident one; they are found again in each round of the choice. At most 4 2 32 32
// turns.
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
layout(std430, binding = 7) readonly buffer Found { uvec2 found[]; };
layout(std430, binding = 8) writeonly buffer Manifolds { manifold manifolds[]; };
#include "collision/narrow_hull_shape.glsl"

// Coordinates of the reference face's plane: two along it, and the height above it, which is the separation.
struct plane
{
    vec3 u, w, n;
    vec3 origin;
};

vec3 in_plane(plane p, vec3 x)
{
    return vec3(exact_dot(p.u, x), exact_dot(p.w, x), exact_dot(p.n, x)) - p.origin;
}

polyhedron reference, incident; // a and b, unless the face is b's
narrow_view view;               // the incident shape from the reference
vec4  turn;                     // the reference's axes to the world's
vec3  shift;                    // m, from a's centre to the reference's, world axes
plane own, other; // from the axes of the one and of the other
uint  face, other_face;
uint  sides, other_sides; // their corners
float grow;               // m
vec4  facing;             // the incident face in the plane: normal and distance
uint  id;
float at;                 // share of the way where they meet
float margin;             // m

vec2 reference_corner(uint i)
{
    return in_plane(own, shape_corner(reference, shape_face_corner(reference, face, i))).xy;
}

vec3 incident_corner(uint i)
{
    return in_plane(other, shape_corner(incident, shape_face_corner(incident, other_face, i)));
}

// How far x lies outside the line through two points, which has the inside on its left.
float outside(vec2 from, vec2 to, vec2 x)
{
    vec2 e = to - from, r = x - from;
    return ((e.y * r.x) - (e.x * r.y)) * exact_rsqrt(exact_dot(e, e));
}

// Loops round a face begin at its last corner, then take the first: each place in the code that reads a corner is
// compiled into many instructions, so there is one for both ends of a side.

// What is left of incident edge i, from p to q.
void offer_edge(uint round, uint i, vec3 p, vec3 q)
{
    float from = 0.0, to = 1.0;
    uint in_by = 0u, out_by = 0u; // sides, from 1
    vec2 r     = vec2(0.0);
    [[dont_unroll]] for (uint k = 0u; k <= sides; ++k)
    {
        vec2 next   = reference_corner(k == 0u ? sides - 1u : k - 1u);
        float a     = outside(r, next, p.xy) - grow;
        float b     = outside(r, next, q.xy) - grow;
        float cut   = a * exact_reciprocal(a - b);
        bool enters = (k > 0u && a > 0.0) && cut > from;
        bool leaves = (k > 0u && b > 0.0) && cut < to;
        bool never  = (k > 0u && a > 0.0) && b > 0.0;
        from   = enters ? cut : from;
        in_by  = enters ? k : in_by;
        to     = never ? -1.0 : (leaves ? cut : to);
        out_by = leaves ? k : out_by;
        r      = next;
    }
    uint number = id | (i << 6);
    [[dont_unroll]] for (uint end = 0u; end < 2u; ++end)
    {
        vec3 at   = p + ((end == 0u ? from : to) * (q - p));
        uint name = number | (end == 0u ? in_by << 11 : (out_by << 11) | NARROW_END_ID);
        if (from < to && (end == 0u || to < 1.0)) reduce_offer(round, at, name);
    }
}

// Reference corner i, if it lies in the incident face.
void offer_corner(uint round, uint i)
{
    vec2 x     = reference_corner(i);
    float most = -NARROW_NONE;
    vec2 p     = vec2(0.0);
    [[dont_unroll]] for (uint k = 0u; k <= other_sides; ++k)
    {
        vec2 q    = incident_corner(k == 0u ? other_sides - 1u : k - 1u).xy;
        float way = outside(q, p, x); // seen from the reference face it goes the other way round
        most      = k > 0u ? max(most, way) : most;
        p         = q;
    }
    float height = (facing.w - exact_dot(facing.xy, x)) * exact_reciprocal(facing.z);
    if (most < -(NARROW_INSIDE * grow) && facing.z < -NARROW_TILT)
        reduce_offer(round, vec3(x, height), (id | (i << 6)) | NARROW_CORNER_ID);
}

// The corner of the incident shape that lies lowest, and of its faces the one turned most against the reference face:
// others might not hold the deepest point.
uint find_incident(float bias)
{
    float low  = NARROW_NONE;
    uint least = 0u;
    [[dont_unroll]] for (uint i = 0u; i < incident.corners; ++i)
    {
        float height = exact_dot(other.n, shape_corner(incident, i));
        least        = height < low - bias ? i : least;
        low          = height < low - bias ? height : low;
    }
    float most = 2.0;
    [[dont_unroll]] for (uint e = 0u; e < incident.edges; ++e)
    {
        uvec4 parts = shape_edge(incident, e);
        if (parts.x != least && parts.y != least) continue;
        float left  = exact_dot(other.n, shape_face(incident, parts.z).xyz);
        float right = exact_dot(other.n, shape_face(incident, parts.w).xyz);
        other_face  = left < most - NARROW_TILT ? parts.z : other_face;
        most        = left < most - NARROW_TILT ? left : most;
        other_face  = right < most - NARROW_TILT ? parts.w : other_face;
        most        = right < most - NARROW_TILT ? right : most;
    }
    return least;
}

void meet_face(uint which, bool swapped, inout manifold m)
{
    face          = which;
    other_face    = 0u;
    sides         = shape_face_corners(reference, face);
    float scale   = narrow_scale(reference.half_size, incident.half_size);
    grow          = NARROW_GROW * scale;

    vec4 level  = shape_face(reference, face);
    vec3 corner = shape_corner(reference, shape_face_corner(reference, face, 0u));
    vec3 second = shape_corner(reference, shape_face_corner(reference, face, 1u));
    vec3 u      = exact_normalize(second - corner);
    vec3 w      = exact_cross(level.xyz, u);
    own         = plane(u, w, level.xyz, vec3(0.0, 0.0, level.w));
    other.u     = narrow_to_other(view, u);
    other.w     = narrow_to_other(view, w);
    other.n     = narrow_to_other(view, level.xyz);
    other.origin = -in_plane(own, view.centre);

    uint lowest = find_incident(NARROW_DEEPER * scale);
    other_sides = shape_face_corners(incident, other_face);
    vec4 normal = shape_face(incident, other_face);
    facing.xyz  = vec3(exact_dot(other.u, normal.xyz), exact_dot(other.w, normal.xyz), exact_dot(other.n, normal.xyz));
    facing.w    = normal.w - exact_dot(facing.xyz, other.origin);
    id          = (NARROW_FACE_ID | face) | ((other_face << 19) | (swapped ? NARROW_SWAPPED_ID : 0u));

    reduce_start(margin, scale);
    [[dont_unroll]] for (uint round = 0u; round < NARROW_ROUNDS; ++round)
    {
        reduce_begin(round);
        vec3 p = vec3(0.0);
        [[dont_unroll]] for (uint k = 0u; k <= other_sides; ++k)
        {
            vec3 q = incident_corner(k == 0u ? other_sides - 1u : k - 1u);
            if (k > 0u) offer_edge(round, k - 1u, p, q);
            p = q;
        }
        [[dont_unroll]] for (uint k = 0u; k < sides; ++k)
            offer_corner(round, k);
        reduce_end(round);
    }
    vec3 low = in_plane(other, shape_corner(incident, lowest));
    if (reduce_lost(low.z, scale)) reduce_single(low, (id | (lowest << 6)) | NARROW_LOWEST_ID);
    if (reduced == 0u) return;
    vec3 out_n = quaternion_rotate(turn, level.xyz);
    vec3 out_u = quaternion_rotate(turn, u);
    vec3 out_w = quaternion_rotate(turn, w);
    m.normal   = vec4(exact_flush(mix(out_n, -out_n, bvec3(swapped))), at);
    reduce_write(m, shift + (level.w * out_n), out_u, out_w, out_n);
}

void meet_edges(uint which, inout manifold m)
{
    uvec4 parts_a = shape_edge(reference, which & 255u);
    uvec4 parts_b = shape_edge(incident, (which >> 8) & 255u);
    vec3  from_a  = shape_corner(reference, parts_a.x);
    vec3  along_a = shape_corner(reference, parts_a.y) - from_a;
    vec3  from_b  = shape_corner(incident, parts_b.x);
    vec3  along_b = exact_flush(narrow_to_own(view, shape_corner(incident, parts_b.y) - from_b));
    from_b        = view.centre + narrow_to_own(view, from_b);
    float two_a   = exact_length(along_a), two_b = exact_length(along_b);
    vec3  unit_a  = exact_normalize(along_a), unit_b = exact_normalize(along_b);
    vec3  axis    = exact_cross(unit_a, unit_b);
    float sine2   = exact_dot(axis, axis);
    bool  plus    = exact_dot(shape_face(reference, parts_a.z).xyz, along_b) > 0.0;
    vec3  normal  = axis * exact_rsqrt(sine2);
    normal        = mix(-normal, normal, bvec3(plus));

    vec3  on_a  = from_a + (0.5 * along_a);
    vec3  on_b  = from_b + (0.5 * along_b);
    vec3  r     = on_b - on_a;
    float apart = exact_dot(normal, r);
    vec2  along = narrow_closest(exact_dot(r, unit_a), exact_dot(r, unit_b), exact_dot(unit_a, unit_b), sine2,
                                 0.5 * two_a, 0.5 * two_b);
    on_a        = on_a + (along.x * unit_a);
    on_b        = on_b + (along.y * unit_b);
    vec3 gap    = on_b - on_a;
    if (apart > 0.0 && exact_dot(gap, gap) > margin * margin) return; // beyond their ends
    m.normal    = vec4(exact_flush(quaternion_rotate(turn, normal)), at);
    m.point[0]  = exact_flush(vec4(quaternion_rotate(turn, 0.5 * (on_a + on_b)), apart));
    m.feature.x = NARROW_EDGE_ID | which;
    m.count     = 1u;
    m.flags |= apart <= 0.0 ? MANIFOLD_TOUCHES : 0u;
}

void main()
{
    uint k = thread_index();
    if (k >= list.count) return;
    uint p          = index[k];
    collider_pair c = pair[p];
    uint what       = found[k].x >> NARROW_WHAT_SHIFT;
    uint which      = found[k].x & ((1u << NARROW_WHAT_SHIFT) - 1u);
    bool swapped    = what == NARROW_FACE_B;
    uint r = swapped ? c.b : c.a, i = swapped ? c.a : c.b;
    at         = uintBitsToFloat(found[k].y);
    margin     = ahead_of(pose[c.a], pose[c.b], params.margin).margin;
    vec3 d     = ahead_offset(pose[r], pose[i], at);
    turn       = pose[r].rotation;
    view       = narrow_see(turn, pose[i].rotation, d);
    shift      = swapped ? -d : vec3(0.0);
    reference  = shape_of(r);
    incident   = shape_of(i);
    manifold m = narrow_empty(c, data[r].kind, data[i].kind);
    if (what == NARROW_EDGES) meet_edges(which, m);
    else if (what != NARROW_APART) meet_face(which, swapped, m);
    manifolds[p] = m;
}
