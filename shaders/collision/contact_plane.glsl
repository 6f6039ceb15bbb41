// Contacts of a plane (a) with boxes, round shapes and hulls (b). normal: the plane's, in the world; d: from the
// plane's point to b's centre. A kernel includes this file after its binding hull. C twin:
// tests/oracle/contact_plane.c.
#ifndef MAS_CONTACT_PLANE_GLSL
#define MAS_CONTACT_PLANE_GLSL

#include "collision/contact_points.glsl"
#include "collision/reduce_manifold.glsl"

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

void plane_hull(inout contact_points c, vec3 normal, vec3 d, vec4 rotation, vec3 extent, uint shape)
{
    c.normal      = normal;
    float height  = exact_dot(normal, d);
    vec3  local   = quaternion_rotate_inverse(rotation, normal);
    uint  corners = hull[shape].corners;
    reduction r   = reduction_begin(local, 2.5e-4 * max(max(extent.x, extent.y), extent.z));
    while (reduction_goes_on(r))
    {
        for (uint k = 0u; k < corners; ++k)
        {
            vec3  corner = hull[shape].corner[k].xyz;
            float above  = height + exact_dot(local, corner);
            if (above < c.margin) reduction_offer(r, vec4(corner, above), k);
        }
        reduction_take(r);
    }
    if (r.count > 0u) plane_add(c, d + quaternion_rotate(rotation, r.point_0.xyz), r.point_0.w, r.id.x);
    if (r.count > 1u) plane_add(c, d + quaternion_rotate(rotation, r.point_1.xyz), r.point_1.w, r.id.y);
    if (r.count > 2u) plane_add(c, d + quaternion_rotate(rotation, r.point_2.xyz), r.point_2.w, r.id.z);
    if (r.count > 3u) plane_add(c, d + quaternion_rotate(rotation, r.point_3.xyz), r.point_3.w, r.id.w);
}

#endif
