// Poses of the colliders in this step, boxes around them, and filters.
//
// A box holds its shape in float arithmetic, everywhere in the world. What is computed without coordinates (extents,
// travel) is off by a few 2^-24 of the shape's size, and by a rotation that is unit within 6e-7 by twice that: 2^-18 of
// the size is added. Then one subtraction from the place rounds by half a unit in the last place, and the place itself,
// seen from the body, by as much again: 2^-23 of the coordinate is one to two such units.
// The kernel binds data, mass, trait, body, motion, pose, box and meet.
#ifndef MAS_BOUNDS_GLSL
#define MAS_BOUNDS_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/ahead_shared.h"
#include "rigid/body.glsl"

const float SIZE_SLACK = 1.0 / 262144.0; // 2^-18 of the size
const float FAR = 3.0e38; // a box from here to minus here overlaps no other
const collider_box UNBOUNDED = collider_box(vec4(FAR, FAR, FAR, 0.0), vec4(-FAR, -FAR, -FAR, 0.0));

// A shape is a box with half extents xyz, rounded by w. A hull is the box around it: its corners would be a ninth
// buffer, and up to 32 loads.
vec4 rounded_box(uint kind, vec4 size)
{
    if (kind == COLLIDER_SPHERE) return vec4(0.0, 0.0, 0.0, size.x);
    if (kind == COLLIDER_CAPSULE) return vec4(0.0, size.y, 0.0, size.x);
    return vec4(size.xyz, 0.0);
}

vec3 extent_of(vec4 rotation, vec4 shape)
{
    vec3 x = abs(quaternion_rotate(rotation, vec3(shape.x, 0.0, 0.0)));
    vec3 y = abs(quaternion_rotate(rotation, vec3(0.0, shape.y, 0.0)));
    vec3 z = abs(quaternion_rotate(rotation, vec3(0.0, 0.0, shape.z)));
    return (((x + y) + z) + shape.w) + (SIZE_SLACK * ((shape.x + shape.y) + (shape.z + shape.w)));
}

// 2^-23 of a coordinate, in two steps: the build refuses constants that small.
vec3 place_slack(vec3 x)
{
    return ((1.0 / 2048.0) * abs(x)) * (1.0 / 4096.0);
}

// Collider i, whose body is in that slot, and is element b of the bodies bound.
void bound_collider(uint i, uint slot, uint b)
{
    uint kind = data[i].kind & COLLIDER_KIND_MASK, tag = trait[b].tag;
    if (kind == 0u || (data[i].kind & COLLIDER_HOLLOW) != 0u || (tag & BODY_ALIVE) == 0u) // hollow: for particles
    {
        pose[i] = collider_pose(vec4(0.0), QUATERNION_IDENTITY, vec4(0.0));
        box[i]  = UNBOUNDED;
        meet[i] = collider_meet(0u, 0u, 0u, 0);
        return;
    }
    bool dynamic = (tag & BODY_DYNAMIC) != 0u;
    bool rests   = motion[b].velocity.xyz == vec3(0.0) && motion[b].momentum.xyz == vec3(0.0);
    bool stays   = (tag & BODY_MOVES) == 0u; // static, or lost
    bool asleep  = (tag & BODY_ASLEEP) != 0u || stays || (!dynamic && rests);
    meet[i] = collider_meet((slot & MEET_BODY_MASK) | kind << MEET_KIND_SHIFT | (dynamic ? MEET_DYNAMIC : 0u) |
                                (asleep ? MEET_ASLEEP : 0u),
                            data[i].category, data[i].mask, data[i].group);

    vec4 local    = data[i].position;
    vec4 turn     = body[b].rotation;
    vec3 offset   = quaternion_rotate(turn, local.xyz);
    vec3 place    = exact_flush(body[b].position.xyz + offset);
    vec4 rotation = exact_flush(quaternion_multiply(turn, data[i].rotation));

    // A motion beyond the finite numbers moves no collider: integration stops such a body.
    bool  moves  = (tag & BODY_MOVES) != 0u;
    vec3  way    = params.dt * motion[b].velocity.xyz;
    vec3  travel = exact_flush(mix(vec3(0.0), way, bvec3(moves && exact_is_finite(way))));
    float depth  = AHEAD_DEPTH * params.margin;
    if (kind == COLLIDER_PLANE)
    {
        pose[i] = collider_pose(vec4(place, depth), rotation, vec4(travel, 0.0));
        box[i]  = UNBOUNDED;
        return;
    }
    // A spin moves no point farther than its angle times the radius about the body's centre, nor out of the ball of
    // that radius, whose sides are radius + offset below the place, and radius - offset above.
    float radius = (exact_length(local.xyz) + local.w) * (1.0 + SIZE_SLACK);
    float angle  = params.dt * exact_length(body_spin(tag, motion[b].momentum.xyz, mass[b].inverse.xyz));
    float arc    = moves ? angle * radius : 0.0;
    float swing  = exact_is_finite(arc) ? arc : 2.0 * radius;
    vec3  extent = extent_of(rotation, rounded_box(kind, data[i].size));
    vec3  swung  = extent + swing;
    vec3  below  = (min(swung, max(radius + offset, extent)) + params.margin) + max(-travel, vec3(0.0));
    vec3  above  = (min(swung, max(radius - offset, extent)) + params.margin) + max(travel, vec3(0.0));
    // Nor does it carry the surface out of that ball, of which a ball about the shape's centre is inside the shape.
    vec3  size   = data[i].size.xyz;
    bool  round  = kind == COLLIDER_SPHERE || kind == COLLIDER_CAPSULE;
    float thin   = round ? size.x : min(min(size.x, size.y), size.z);
    float inner  = kind == COLLIDER_HULL ? 0.0 : thin;
    float out_by = (2.0 * exact_length(local.xyz)) + (local.w - inner);
    float spin   = exact_flush(min(min(swing, max(out_by, 0.0)), AHEAD_SPIN * local.w));
    pose[i]      = collider_pose(vec4(place, exact_flush(min(depth, AHEAD_THIN * thin))), rotation, vec4(travel, spin));
    vec3  lo     = place - below;
    vec3  hi     = place + above;
    box[i] = collider_box(vec4(exact_flush(lo - place_slack(lo)), 0.0), vec4(exact_flush(hi + place_slack(hi)), 0.0));
}

#endif
