// Contacts of spheres and capsules (a) with a hull (b), in the hull's frame: centre of a, its unit axis from -end to
// end (0: a sphere). A kernel includes this file after its binding hull. C twin: tests/oracle/contact_hull.c.
#ifndef MAS_CONTACT_HULL_GLSL
#define MAS_CONTACT_HULL_GLSL

#include "collision/contact_points.glsl"

// Features: 1 face and end of the axis or place where the face ends; 2 edge, or 3 corner, and region of the axis.
const uint HULL_FACE = 0x10000u, HULL_EDGE = 0x20000u, HULL_CORNER = 0x30000u;

struct hull_axis // the round shape's
{
    vec3  centre;
    vec3  axis;
    float end;
};

struct hull_core // what of the axis is nearest to the hull, or least deep in it
{
    vec3  normal; // out of the hull
    float distance; // m, below 0 inside
    float s; // place on the axis
    uint  feature;
};

uint hull_loop_corner(uint shape, uint at)
{
    return hull[shape].loop[at >> 2] >> ((at & 3u) * 8u) & 255u;
}

// The face that the axis is farthest out of, or least deep in: normal, distance along it; its number.
vec4 hull_face(uint shape, hull_axis a, out uint face)
{
    uint  faces = hull[shape].faces;
    vec4  best  = vec4(0.0, 1.0, 0.0, -3e38);
    face        = 0u;
    for (uint k = 0u; k < faces; ++k)
    {
        vec4  plane  = hull[shape].face[k];
        float height = (exact_dot(plane.xyz, a.centre) - plane.w) - abs(a.end * exact_dot(plane.xyz, a.axis));
        bool  more   = height > best.w;
        best         = more ? vec4(plane.xyz, height) : best;
        face         = more ? k : face;
    }
    return best;
}

// From where to where the axis is over the face; the first above the second: nowhere.
vec2 hull_over(uint shape, hull_axis a, uint face, vec3 normal)
{
    uint  range = hull[shape].range[face];
    uint  first = range & 0xFFFFu;
    uint  count = range >> 16;
    float lo    = -a.end;
    float hi    = a.end;
    vec3  from  = hull[shape].corner[hull_loop_corner(shape, first + (count - 1u))].xyz;
    for (uint k = 0u; k < count; ++k)
    {
        vec3  to    = hull[shape].corner[hull_loop_corner(shape, first + k)].xyz;
        vec3  side  = exact_cross(to - from, normal); // outward
        float per_m = exact_reciprocal(exact_dot(side, a.axis)); // along the side: + 2^100, which cuts all or nothing
        float cut   = exact_dot(side, from - a.centre) * per_m;
        hi          = per_m > 0.0 ? min(hi, cut) : hi;
        lo          = per_m > 0.0 ? lo : max(lo, cut);
        from        = to;
    }
    return vec2(lo, hi);
}

// Directions across the axis and an edge. Only edges count that are outermost along theirs: the axis goes from one of
// their faces to the other. Takes the one along which the axis is least deep, if less than limit.
void hull_deep_edges(uint shape, hull_axis a, float limit, inout hull_core core)
{
    uint edges = hull[shape].edges;
    for (uint k = 0u; k < edges; ++k)
    {
        uint  edge  = hull[shape].edge[k];
        float left  = exact_dot(hull[shape].face[edge >> 16 & 255u].xyz, a.axis);
        float right = exact_dot(hull[shape].face[edge >> 24].xyz, a.axis);
        if (!((left > 0.0 && right < 0.0) || (left < 0.0 && right > 0.0))) continue;
        vec3  from    = hull[shape].corner[edge & 255u].xyz;
        vec3  v       = hull[shape].corner[edge >> 8 & 255u].xyz - from;
        vec3  across  = exact_cross(v, a.axis);
        float squared = exact_dot(across, across);
        if (!contact_crosses(squared, exact_dot(v, v))) continue;
        vec3  n        = across * exact_rsqrt(squared);
        n              = left < 0.0 ? -n : n;
        float distance = exact_dot(n, a.centre - from);
        if (!(distance > limit)) continue;
        vec3  middle = (from + (v * 0.5)) - a.centre;
        limit        = distance;
        core         = hull_core(n, distance, contact_nearest(a.axis, a.end, middle, v * 0.5).x, HULL_EDGE | k << 4);
    }
}

// The edge or corner nearest to the axis; normal not yet unit, distance squared.
hull_core hull_nearest_edge(uint shape, hull_axis a)
{
    hull_core core  = hull_core(vec3(0.0), 3e38, 0.0, 0u);
    uint      edges = hull[shape].edges;
    for (uint k = 0u; k < edges; ++k)
    {
        uint  edge    = hull[shape].edge[k];
        vec3  from    = hull[shape].corner[edge & 255u].xyz;
        vec3  v       = (hull[shape].corner[edge >> 8 & 255u].xyz - from) * 0.5;
        vec3  middle  = (from + v) - a.centre;
        vec2  at      = contact_nearest(a.axis, a.end, middle, v);
        vec3  apart   = (a.axis * at.x) - (middle + (v * at.y));
        float squared = exact_dot(apart, apart);
        if (squared < core.distance)
        {
            uint corner = HULL_CORNER | (at.y < 0.0 ? edge & 255u : edge >> 8 & 255u) << 4;
            uint what   = abs(at.y) < 1.0 ? HULL_EDGE | k << 4 : corner;
            core        = hull_core(apart, squared, at.x, what | contact_region(at.x, a.end));
        }
    }
    return core;
}

void hull_add(inout contact_points c, vec4 rotation, hull_axis a, vec3 normal, float s, float distance, float radius,
              uint feature)
{
    vec3 middle = (a.axis * s) - (normal * (0.5 * (distance + radius)));
    contact_add(c, quaternion_rotate(rotation, middle), distance - radius, feature);
}

void round_hull(inout contact_points c, uint shape, vec4 rotation, hull_axis a, float radius)
{
    uint  face;
    vec4  plane  = hull_face(shape, a, face);
    vec3  normal = plane.xyz;
    float height = plane.w;
    if (!(height - radius <= c.margin) || height < -1e38) return; // far away, or a hull without faces
    vec2  over = hull_over(shape, a, face, normal);
    float rate = exact_dot(normal, a.axis);
    float base = height + abs(a.end * rate); // at the axis' centre
    float low  = min(base + (rate * over.x), base + (rate * over.y)); // of what is over the face
    bool  has_part = over.x <= over.y;
    float reach    = contact_reach(a.centre, a.end);

    hull_core core = hull_core(normal, height, rate > 0.0 ? -a.end : a.end, HULL_FACE | face << 4);
    // Unless nothing can be nearer than what is over the face.
    bool searches = !(has_part && low - height <= max((1.0 - CONTACT_FACE_NEAR) * height, reach));
    if (!(height > -reach))
    {
        if (a.end > 0.0) hull_deep_edges(shape, a, height + (CONTACT_FACE_DEEP * (radius - height)), core);
        searches = core.distance > 0.0; // beside an edge, under the planes of its faces
    }
    if (searches)
    {
        hull_core near = hull_nearest_edge(shape, a);
        float per_m    = exact_rsqrt(near.distance);
        if (near.distance * per_m > reach && !exact_is_short(near.distance))
        {
            near.normal   = near.normal * per_m;
            near.distance = near.distance * per_m;
            core          = near;
        }
    }
    bool on_face = has_part && exact_dot(normal, core.normal) >= CONTACT_FACE_NEAR;
    on_face      = on_face && contact_near(low, core.distance + reach, radius);

    if (on_face)
    {
        uint first = HULL_FACE | face << 4 | (over.x <= -a.end ? 0u : 1u);
        uint last  = HULL_FACE | face << 4 | (over.y >= a.end ? 2u : 3u);
        c.normal   = -quaternion_rotate(rotation, normal);
        hull_add(c, rotation, a, normal, over.x, base + (rate * over.x), radius, first);
        if (over.x < over.y) hull_add(c, rotation, a, normal, over.y, base + (rate * over.y), radius, last);
    }
    else
    {
        c.normal = -quaternion_rotate(rotation, core.normal);
        hull_add(c, rotation, a, core.normal, core.s, core.distance, radius, core.feature);
    }
}

#endif
