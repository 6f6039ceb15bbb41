// Contacts of a plane (a) with boxes, round shapes and hulls (b). normal: the plane's, in the world; d: from the
// plane's point to b's centre. A kernel includes this file after its binding hull. C twin:
// tests/oracle/contact_plane.c.
#ifndef MAS_CONTACT_PLANE_GLSL
#define MAS_CONTACT_PLANE_GLSL

#include "collision/contact_points.glsl"
#include "collision/narrow_reduce.glsl"

// A point of b, and how far it is above the plane.
void plane_add(inout contact_points c, vec3 point, float height, uint feature)
{
    contact_add(c, point - (c.normal * (0.5 * height)), height, feature);
}

// A sphere has an axis of no length.
void plane_round(inout contact_points c, vec3 normal, vec3 d, vec3 axis, float end, float radius)
{
    c.normal     = normal;
    float height = exact_dot(normal, d) - radius;
    float rise   = end * exact_dot(normal, axis);
    vec3  low    = d - (normal * radius);
    if (end > 0.0)
    {
        plane_add(c, low - (axis * end), height - rise, 1u);
        plane_add(c, low + (axis * end), height + rise, 2u);
    }
    else plane_add(c, low, height, 0u);
}

// The four corners of the face that looks down most; the deepest corner is always one of them.
void plane_box(inout contact_points c, vec3 normal, vec3 d, vec4 rotation, vec3 extent)
{
    c.normal   = normal;
    vec3 local = quaternion_rotate_inverse(rotation, normal);
    vec3 size  = abs(local);
    uint i     = size.x >= size.y && size.x >= size.z ? 0u : (size.y >= size.z ? 1u : 2u);
    uint j     = (i + 1u) % 3u;
    uint k     = (i + 2u) % 3u;
    vec3 down = vec3(0.0), u = vec3(0.0), v = vec3(0.0);
    bool up = local[i] <= 0.0; // the box's own axis points into the plane
    down[i] = up ? extent[i] : -extent[i];
    u[j]    = extent[j];
    v[k]    = extent[k];
    uint  face   = up ? 1u << i : 0u;
    float height = exact_dot(normal, d) + exact_dot(local, down);
    float rise_u = exact_dot(local, u);
    float rise_v = exact_dot(local, v);
    vec3  centre = d + quaternion_rotate(rotation, down);
    u            = quaternion_rotate(rotation, u);
    v            = quaternion_rotate(rotation, v);
    plane_add(c, (centre - u) - v, (height - rise_u) - rise_v, face);
    plane_add(c, (centre + u) - v, (height + rise_u) - rise_v, face | 1u << j);
    plane_add(c, (centre - u) + v, (height - rise_u) + rise_v, face | 1u << k);
    plane_add(c, (centre + u) + v, (height + rise_u) + rise_v, face | 1u << j | 1u << k);
}

// A point that was chosen.
void plane_take(inout contact_points c, narrow_point p, vec3 origin, vec3 u, vec3 w)
{
    vec4 place = reduce_place(p, origin, u, w, c.normal);
    if (p.id != 0u) contact_add(c, place.xyz, place.w, p.id);
}

// turn: the plane's rotation. Ids are the corners' numbers from 1.
void plane_hull(inout contact_points c, vec4 turn, vec3 d, vec4 rotation, vec3 extent, uint shape)
{
    c.normal      = quaternion_rotate(turn, vec3(0.0, 1.0, 0.0));
    vec3 u        = quaternion_rotate(turn, vec3(1.0, 0.0, 0.0));
    vec3 w        = quaternion_rotate(turn, vec3(0.0, 0.0, 1.0));
    narrow_view s = narrow_see(turn, rotation, d);
    vec3 below    = d - (s.centre.y * c.normal); // in the plane: distances along it are from b, which may be far away
    uint corners  = hull[shape].corners;
    reduce_start(c.margin, narrow_scale(extent, extent));
    [[dont_unroll]] for (uint round = 0u; round < NARROW_ROUNDS; ++round)
    {
        reduce_begin(round);
        [[dont_unroll]] for (uint k = 0u; k < corners; ++k)
        {
            vec3 corner = narrow_to_own(s, hull[shape].corner[k].xyz);
            reduce_offer(round, vec3(corner.xz, s.centre.y + corner.y), k + 1u);
        }
        reduce_end(round);
    }
    plane_take(c, reduced_0, below, u, w);
    plane_take(c, reduced_1, below, u, w);
    plane_take(c, reduced_2, below, u, w);
    plane_take(c, reduced_3, below, u, w);
}

#endif
