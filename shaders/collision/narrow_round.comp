// Contacts of pairs that have closed forms, one pair a thread: planes with all, spheres and capsules with all.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/ahead.glsl"

layout(std430, binding = 1) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 2) readonly buffer Index { uint index[]; }; // of pairs: those to look at
layout(std430, binding = 3) readonly buffer List { list_header list; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 6) readonly buffer Hull { hull_data hull[]; };
layout(std430, binding = 7) writeonly buffer Manifold { manifold manifolds[]; };

#include "collision/contact_plane.glsl"
#include "collision/contact_round.glsl"
#include "collision/contact_box.glsl"
#include "collision/contact_hull.glsl"

const vec3 UP = vec3(0.0, 1.0, 0.0);

struct round_shape
{
    vec3  axis; // unit, world
    float end;  // m
    float radius;
};

round_shape round_of(uint collider, uint kind)
{
    if (kind == COLLIDER_SPHERE) return round_shape(UP, 0.0, data[collider].size.x);
    vec2 size = data[collider].size.xy;
    return round_shape(quaternion_rotate(pose[collider].rotation, UP), size.y, size.x);
}

void contact_plane(inout contact_points c, collider_pair p, uint kind, vec3 d)
{
    vec3 normal = quaternion_rotate(pose[p.a].rotation, UP);
    if (kind == COLLIDER_BOX) plane_box(c, normal, d, pose[p.b].rotation, data[p.b].size.xyz);
    else if (kind == COLLIDER_HULL)
        plane_hull(c, pose[p.a].rotation, d, pose[p.b].rotation, data[p.b].size.xyz, data[p.b].hull);
    else
    {
        round_shape b = round_of(p.b, kind);
        plane_round(c, normal, d, b.axis, b.end, b.radius);
    }
}

void contact_box(inout contact_points c, collider_pair p, uint kind, vec3 d)
{
    vec4 q        = pose[p.a].rotation;
    round_shape b = round_of(p.b, kind);
    box_round(c, q, data[p.a].size.xyz, quaternion_rotate_inverse(q, d), quaternion_rotate_inverse(q, b.axis), b.end,
              b.radius);
}

void contact_round(inout contact_points c, collider_pair p, uint kind_a, uint kind_b, vec3 d)
{
    round_shape a = round_of(p.a, kind_a);
    if (kind_b == COLLIDER_HULL)
    {
        vec4 q = pose[p.b].rotation;
        round_hull(c, data[p.b].hull, q,
                   hull_axis(quaternion_rotate_inverse(q, -d), quaternion_rotate_inverse(q, a.axis), a.end), a.radius);
        return;
    }
    round_shape b = round_of(p.b, kind_b);
    round_round(c, d, a.axis, a.end, a.radius, b.axis, b.end, b.radius);
}

bool is_round(uint kind)
{
    return kind == COLLIDER_SPHERE || kind == COLLIDER_CAPSULE;
}

contact_points look(collider_pair p, uint a, uint b, vec3 d, float margin)
{
    contact_points c = contact_begin(margin);
    if (a == COLLIDER_PLANE && b > COLLIDER_PLANE) contact_plane(c, p, b, d);
    else if (a == COLLIDER_BOX && is_round(b)) contact_box(c, p, b, d);
    else if (is_round(a) && (is_round(b) || b == COLLIDER_HULL)) contact_round(c, p, a, b, d);
    return c;
}

float least(contact_points c)
{
    float low = c.point_0.w;
    low       = c.count > 1u ? min(low, c.point_1.w) : low;
    low       = c.count > 2u ? min(low, c.point_2.w) : low;
    return c.count > 3u ? min(low, c.point_3.w) : low;
}

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    uint at         = index[i];
    collider_pair p = pair[at];
    uint all_a = data[p.a].kind, all_b = data[p.b].kind;
    uint a = all_a & COLLIDER_KIND_MASK, b = all_b & COLLIDER_KIND_MASK;
    // Farther points tell how far to go, then those within the margin stay.
    pair_ahead path = ahead_of(pose[p.a], pose[p.b], params.margin);
    float far = path.margin + exact_length(path.way);
    float way = 0.0, next = 0.0, first = 0.0;
    contact_points all;
    [[dont_unroll]] for (uint round = 0u; round < AHEAD_ROUNDS; ++round)
    {
        way  = next;
        all  = look(p, a, b, ahead_offset(pose[p.a], pose[p.b], way), far);
        first = round == 0u ? least(all) : first;
        next = all.count > 0u ? ahead_next(path, way, least(all), -exact_dot(all.normal, path.way)) : way;
        if (next == way) break;
    }
    contact_points c = contact_begin(path.margin);
    c.normal         = all.normal;
    if (all.count > 0u) contact_add(c, all.point_0.xyz, all.point_0.w, all.feature.x);
    if (all.count > 1u) contact_add(c, all.point_1.xyz, all.point_1.w, all.feature.y);
    if (all.count > 2u) contact_add(c, all.point_2.xyz, all.point_2.w, all.feature.z);
    if (all.count > 3u) contact_add(c, all.point_3.xyz, all.point_3.w, all.feature.w);

    manifold m = narrow_empty(p, all_a, all_b);
    m.normal   = vec4(exact_flush(c.normal), ahead_share(way, first));
    m.point[0] = exact_flush(c.point_0);
    m.point[1] = exact_flush(c.point_1);
    m.point[2] = exact_flush(c.point_2);
    m.point[3] = exact_flush(c.point_3);
    bool touches = c.count > 0u && m.point[0].w <= 0.0;
    touches      = touches || (c.count > 1u && m.point[1].w <= 0.0);
    touches      = touches || (c.count > 2u && m.point[2].w <= 0.0);
    touches      = touches || (c.count > 3u && m.point[3].w <= 0.0);
    m.feature  = c.feature;
    m.count    = c.count;
    m.flags |= touches ? MANIFOLD_TOUCHES : 0u;
    manifolds[at] = m;
}
