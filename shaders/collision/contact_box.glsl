// Contacts of a box (a) with spheres and capsules (b), in the box's frame: centre of b, its unit axis from -end to end
// (0: a sphere). C twin: tests/oracle/contact_box.c.
#ifndef MAS_CONTACT_BOX_GLSL
#define MAS_CONTACT_BOX_GLSL

#include "collision/contact_points.glsl"

// Features: 1 face and end of the axis or place where the face ends; 2 region of the box nearest to an end or to the
// axis; 3 an edge that the axis passes inside of.
const uint BOX_FACE = 0x10000u, BOX_NEAREST = 0x20000u, BOX_EDGE = 0x30000u;

// Half the slope of the squared distance from the box, along the axis. Grows with s, in straight pieces.
float box_slope(vec3 centre, vec3 axis, vec3 extent, float s)
{
    vec3 p = centre + (axis * s);
    return exact_dot(axis, p - exact_clamp(p, -extent, extent));
}

struct box_search
{
    float lo, at_lo; // last place known to fall or be level, and the slope there
    float hi, at_hi; // first place known to rise or be level
};

void box_try(inout box_search b, vec3 centre, vec3 axis, vec3 extent, float s)
{
    float slope = box_slope(centre, axis, extent, s);
    bool  falls = slope <= 0.0 && s >= b.lo;
    bool  rises = slope >= 0.0 && s <= b.hi;
    b.lo    = falls ? s : b.lo;
    b.at_lo = falls ? slope : b.at_lo;
    b.hi    = rises ? s : b.hi;
    b.at_hi = rises ? slope : b.at_hi;
}

// Place on the axis nearest to the box. enter, leave: where it crosses the box's planes.
float box_nearest(vec3 centre, vec3 axis, float end, vec3 extent, vec3 enter, vec3 leave)
{
    box_search b = box_search(-end, 0.0, end, 0.0);
    box_try(b, centre, axis, extent, -end);
    box_try(b, centre, axis, extent, end);
    for (uint i = 0u; i < 3u; ++i)
    {
        box_try(b, centre, axis, extent, exact_clamp(enter[i], -end, end));
        box_try(b, centre, axis, extent, exact_clamp(leave[i], -end, end));
    }
    float rise  = b.at_hi - b.at_lo;
    bool  level = !(rise > 0.0) || exact_is_short(rise);
    float share = level ? 0.5 : exact_clamp(-b.at_lo * exact_reciprocal(rise), 0.0, 1.0);
    return b.lo + ((b.hi - b.lo) * share);
}

struct box_core // what of the axis is nearest to the box, or least deep in it
{
    vec3  normal; // out of the box
    float distance; // m, below 0 inside
    float s; // place on the axis
    uint  feature;
};

// Directions across the axis and an edge of the box: takes one if the axis is less deep along it than along the face.
void box_edge(inout box_core core, inout float deepest, vec3 centre, vec3 axis, float end, vec3 extent, uint i)
{
    uint  j = (i + 1u) % 3u, k = (i + 2u) % 3u;
    float squared = (axis[j] * axis[j]) + (axis[k] * axis[k]);
    if (!contact_crosses(squared, 1.0)) return;
    float inverse = exact_rsqrt(squared);
    vec3  n       = vec3(0.0);
    n[j]          = -(axis[k] * inverse);
    n[k]          = axis[j] * inverse;
    float along   = exact_dot(n, centre);
    n             = along < 0.0 ? -n : n;
    float within  = abs(along) - exact_dot(abs(n), extent);
    if (!(within > deepest)) return;
    float corner_j = n[j] < 0.0 ? -extent[j] : extent[j];
    float corner_k = n[k] < 0.0 ? -extent[k] : extent[k];
    float to = ((axis[j] * (corner_j - centre[j])) + (axis[k] * (corner_k - centre[k]))) * (inverse * inverse);
    deepest  = within;
    core     = box_core(n, within, exact_clamp(to, -end, end),
                        BOX_EDGE | i << 4 | (n[j] < 0.0 ? 1u : 0u) | (n[k] < 0.0 ? 2u : 0u));
}

void box_add(inout contact_points c, vec4 rotation, vec3 normal, vec3 p, float distance, float radius, uint feature)
{
    vec3 middle = p - (normal * (0.5 * (distance + radius)));
    contact_add(c, quaternion_rotate(rotation, middle), distance - radius, feature);
}

void box_round(inout contact_points c, vec4 rotation, vec3 extent, vec3 centre, vec3 axis, float end, float radius)
{
    // The face that the axis is farthest out of, or least deep in.
    vec3 out_of  = (abs(centre) - (abs(axis) * end)) - extent;
    uint i       = out_of.x >= out_of.y && out_of.x >= out_of.z ? 0u : (out_of.y >= out_of.z ? 1u : 2u);
    float height = out_of[i];
    if (!(height - radius <= c.margin)) return;
    float side     = centre[i] < 0.0 ? -1.0 : 1.0;
    vec3  n        = vec3(0.0);
    n[i]           = side;
    float rate     = side * axis[i];
    uint  face     = BOX_FACE | i << 5 | (side < 0.0 ? 0u : 1u) << 4;

    vec3 inverse = vec3(exact_reciprocal(axis.x), exact_reciprocal(axis.y), exact_reciprocal(axis.z));
    vec3 one     = (-extent - centre) * inverse;
    vec3 two     = (extent - centre) * inverse;
    vec3 enter   = min(one, two);
    vec3 leave   = max(one, two);

    float s       = end > 0.0 ? box_nearest(centre, axis, end, extent, enter, leave) : 0.0;
    vec3  p       = centre + (axis * s);
    vec3  nearest = exact_clamp(p, -extent, extent);
    vec3  apart   = p - nearest;
    float squared = exact_dot(apart, apart);
    float per_m   = exact_rsqrt(squared);

    // Where the axis is over the face.
    vec3 first = enter, last = leave;
    first[i]   = -end;
    last[i]    = end;
    float lo   = max(max(max(first.x, first.y), first.z), -end);
    float hi   = min(min(min(last.x, last.y), last.z), end);
    float base = (side * centre[i]) - extent[i];
    float low  = min(base + (rate * lo), base + (rate * hi));

    box_core core;
    if (exact_is_short(squared) || squared * per_m <= contact_reach(centre, end))
    {
        core          = box_core(n, height, rate > 0.0 ? -end : end, face);
        float deepest = height + (CONTACT_FACE_DEEP * (radius - height));
        if (end > 0.0)
            for (uint k = 0u; k < 3u; ++k) box_edge(core, deepest, centre, axis, end, extent, k);
    }
    else
    {
        uint  region = contact_side(apart.x) | contact_side(apart.y) << 2 | contact_side(apart.z) << 4;
        core         = box_core(apart * per_m, squared * per_m, s,
                           BOX_NEAREST | region | contact_region(s, end) << 8);
    }
    bool on_face = lo <= hi && exact_dot(n, core.normal) >= CONTACT_FACE_NEAR;
    on_face      = on_face && contact_near(low, core.distance, radius);
    if (on_face)
    {
        c.normal = quaternion_rotate(rotation, n);
        box_add(c, rotation, n, centre + (axis * lo), base + (rate * lo), radius, face | (lo <= -end ? 0u : 1u));
        if (lo < hi)
            box_add(c, rotation, n, centre + (axis * hi), base + (rate * hi), radius, face | (hi >= end ? 2u : 3u));
    }
    else
    {
        c.normal = quaternion_rotate(rotation, core.normal);
        box_add(c, rotation, core.normal, centre + (axis * core.s), core.distance, radius, core.feature);
    }
}

#endif
