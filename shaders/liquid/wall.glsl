// The wall that a particle on its way from a to b finds at a solid, both points in the shape's own frame: outward normal
// in xyz, in w how far b is in front of it, m. A particle that meets the shape on its way, or was in it already, is held
// back on the side that it came from: by the face that it entered through, or the one that a is nearest to. Else the
// wall faces b from the nearest point. With a = b that is the signed distance. C twin: tests/oracle/liquid_wall.c.
// A kernel includes this file after its binding hull.
#ifndef MAS_WALL_GLSL
#define MAS_WALL_GLSL

#include "particle/collide.glsl"

// Shares of the way from a to b. Ways that miss an edge by the slack count as hits, so that nothing slips between two
// shapes that share one.
const float WALL_NEVER = 2.0;
const float WALL_SLACK = 1e-5;
// Nearer to an edge than this share of its own coordinates a point has no direction from there that rounding would not
// spoil.
const float WALL_TOUCHES = 2e-5;

bool wall_meets(float enter, float leave)
{
    return enter <= leave + WALL_SLACK && leave >= 0.0 && enter <= 1.0;
}

// The faces' slabs: how far out a is, or when the way gets into the last of them, tells the face.
vec4 box_wall(vec3 size, vec3 a, vec3 b)
{
    vec3  side    = mix(vec3(1.0), vec3(-1.0), lessThan(a, vec3(0.0)));
    vec3  out_of  = abs(a) - size;
    vec3  way     = b - a;
    vec3  per_m   = vec3(exact_reciprocal(way.x), exact_reciprocal(way.y), exact_reciprocal(way.z));
    vec3  low     = (-size - a) * per_m;
    vec3  high    = (size - a) * per_m;
    vec3  into    = min(low, high);
    vec3  out_far = max(low, high);
    float leave   = min(min(out_far.x, out_far.y), out_far.z);
    bool  inside  = max(max(out_of.x, out_of.y), out_of.z) <= 0.0;
    if (!inside && !wall_meets(max(max(into.x, into.y), into.z), leave)) return shape_distance(COLLIDER_BOX, size, b);
    vec3 rank  = inside ? out_of : into;
    vec3 ahead = (side * b) - size;
    if (rank.x >= rank.y && rank.x >= rank.z) return vec4(side.x, 0.0, 0.0, ahead.x);
    if (rank.y >= rank.z) return vec4(0.0, side.y, 0.0, ahead.y);
    return vec4(0.0, 0.0, side.z, ahead.z);
}

// Face k of a box as if it had no end: x, y, z, the lower one first.
vec4 box_face(vec3 size, vec3 b, uint k)
{
    vec3  n = vec3(k < 2u, (k >> 1) == 1u, k > 3u);
    float q = k < 2u ? b.x : k < 4u ? b.y : b.z, s = k < 2u ? size.x : k < 4u ? size.y : size.z;
    return (k & 1u) == 0u ? vec4(-n, -q - s) : vec4(n, q - s);
}

// When the way enters a sphere around the origin, from outside.
float sphere_entry(float radius, vec3 a, vec3 way)
{
    float squared = exact_dot(way, way);
    float along   = exact_dot(a, way);
    if (exact_is_short(squared) || !(along < 0.0)) return WALL_NEVER;
    float inverse = exact_reciprocal(squared);
    float middle  = -along * inverse; // of the chord
    vec3  nearest = a + (way * middle);
    float chord   = ((radius * radius) - exact_dot(nearest, nearest)) * inverse;
    return chord < 0.0 ? WALL_NEVER : max(middle - exact_length_of_squared(chord), 0.0);
}

// The point of a capsule's axis next to p; a sphere's axis has no length.
vec3 round_core(float end, vec3 p)
{
    return vec3(0.0, exact_clamp(p.y, -end, end), 0.0);
}

vec4 round_wall(float radius, float end, vec3 a, vec3 b)
{
    vec3  way    = b - a;
    vec3  out_of = a - round_core(end, a);
    bool  inside = exact_dot(out_of, out_of) < radius * radius;
    vec3  tip    = vec3(0.0, end, 0.0);
    float meet   = min(sphere_entry(radius, a - tip, way), sphere_entry(radius, a + tip, way));
    if (end > 0.0)
    {
        float side = sphere_entry(radius, vec3(a.x, 0.0, a.z), vec3(way.x, 0.0, way.z));
        meet       = abs(a.y + (way.y * side)) <= end ? min(meet, side) : meet;
    }
    vec3  seen    = inside ? a : meet <= 1.0 ? a + (way * meet) : b;
    vec3  core    = round_core(end, seen);
    vec3  apart   = seen - core;
    float squared = exact_dot(apart, apart);
    // On the axis there is no direction: across it, of a sphere up.
    vec3  across = end > 0.0 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
    vec3  normal = exact_is_short(squared) ? across : apart * exact_rsqrt(squared);
    return vec4(normal, exact_dot(normal, b - core) - radius);
}

uint hull_corner_of(uint shape, uint at)
{
    return hull[shape].loop[at >> 2] >> ((at & 3u) * 8u) & 255u;
}

bool hull_over_face(uint shape, uint face, vec3 normal, vec3 p)
{
    uint range = hull[shape].range[face];
    uint first = range & 0xFFFFu, count = range >> 16;
    bool over  = true;
    vec3 from  = hull[shape].corner[hull_corner_of(shape, first + (count - 1u))].xyz;
    for (uint k = 0u; k < count; ++k)
    {
        vec3 to = hull[shape].corner[hull_corner_of(shape, first + k)].xyz;
        over    = over && exact_dot(exact_cross(to - from, normal), p - from) <= 0.0;
        from    = to;
    }
    return over;
}

// From the nearest point of the edges to p.
vec3 hull_from_edges(uint shape, vec3 p)
{
    uint  edges = hull[shape].edges;
    vec3  best  = vec3(0.0);
    float least = 3e38;
    for (uint k = 0u; k < edges; ++k)
    {
        uint  edge    = hull[shape].edge[k];
        vec3  from    = hull[shape].corner[edge & 255u].xyz;
        vec3  v       = hull[shape].corner[edge >> 8 & 255u].xyz - from;
        float at      = exact_dot(p - from, v) * exact_reciprocal(exact_dot(v, v));
        vec3  apart   = (p - from) - (v * exact_clamp(at, 0.0, 1.0));
        float squared = exact_dot(apart, apart);
        best          = squared < least ? apart : best;
        least         = min(squared, least);
    }
    return best;
}

// Beyond reach from b only the face's plane tells how far.
vec4 hull_wall(uint shape, float reach, vec3 a, vec3 b)
{
    uint  faces  = hull[shape].faces, face = 0u;
    float out_of = -3e38; // how far a is, at most
    float enter = -3e38, leave = 3e38;
    vec4  of_a = vec4(0.0, 1.0, 0.0, reach), entered = of_a, of_b = vec4(0.0, 1.0, 0.0, -3e38);
    for (uint k = 0u; k < faces; ++k)
    {
        vec4  plane = hull[shape].face[k];
        float from  = exact_dot(plane.xyz, a) - plane.w;
        vec4  to    = vec4(plane.xyz, exact_dot(plane.xyz, b) - plane.w);
        float fall  = from - to.w;
        float when  = from * exact_reciprocal(fall); // along the face: + 2^100, never or always
        bool  last  = fall >= 0.0 && when > enter;
        entered     = last ? to : entered;
        enter       = last ? when : enter;
        leave       = fall < 0.0 ? min(leave, when) : leave;
        of_a        = from > out_of ? to : of_a;
        out_of      = max(from, out_of);
        face        = to.w > of_b.w ? k : face;
        of_b        = to.w > of_b.w ? to : of_b;
    }
    if (out_of <= 0.0) return of_a;
    if (wall_meets(enter, leave)) return entered;
    if (of_b.w <= 0.0 || of_b.w >= reach || hull_over_face(shape, face, of_b.xyz, b)) return of_b;
    vec3  apart   = hull_from_edges(shape, b);
    float squared = exact_dot(apart, apart), inverse = exact_rsqrt(squared);
    bool  touches = squared * inverse <= WALL_TOUCHES * ((abs(b.x) + abs(b.y)) + abs(b.z));
    return touches ? of_b : vec4(apart * inverse, squared * inverse);
}

// kind: one of the five, solid. size: as in collider_data.
vec4 solid_wall(uint kind, vec3 size, uint shape, float reach, vec3 a, vec3 b)
{
    if (kind == COLLIDER_PLANE) return vec4(0.0, 1.0, 0.0, b.y);
    if (kind == COLLIDER_BOX) return box_wall(size, a, b);
    if (HULLS != 0u && kind == COLLIDER_HULL) return hull_wall(shape, reach, a, b);
    return round_wall(size.x, kind == COLLIDER_CAPSULE ? size.y : 0.0, a, b);
}

#endif
