// The walls around each particle, one place a thread: of all shapes as they go in this part of the substep the nearest few.
// What is nearest is decided where the part leads to if nothing stops the particle, on which side by where it comes from.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "liquid/boundary_shared.h"
#include "liquid/liquid_shared.h"
#include "liquid/motion.glsl"
#include "particle/collider_shared.h"

layout(constant_id = 1) const uint HULLS = 1; // 0: the world has none
layout(push_constant) uniform Push { boundary_push push; };
layout(std140, binding = 0) uniform Params { liquid_params params; };
layout(std430, binding = 1) readonly buffer SortedPosition { vec4 sorted_position[]; }; // m, when the part ends; w tag
layout(std430, binding = 2) readonly buffer SortedVelocity { vec4 sorted_velocity[]; }; // m/s, that leads there
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Colliders { collider_state collider[]; };
layout(std430, binding = 5) readonly buffer Hulls { hull_data hull[]; };
layout(std430, binding = 6) writeonly buffer Walls { liquid_wall wall[]; };
layout(std430, binding = 7) writeonly buffer WallCount { uint wall_count[]; };

#include "liquid/wall.glsl"

vec4 near_plane[LIQUID_WALLS]; // by gap; equal ones as they came
vec3 near_way[LIQUID_WALLS];
uint near_slot[LIQUID_WALLS];

void keep(vec4 plane, vec3 way, uint slot)
{
    bool comes = false; // before this one, and so before all behind it
    for (uint k = 0u; k < LIQUID_WALLS; ++k)
    {
        comes         = comes || plane.w < near_plane[k].w;
        vec4 p        = near_plane[k];
        vec3 w        = near_way[k];
        uint s        = near_slot[k];
        near_plane[k] = comes ? plane : p;
        near_way[k]   = comes ? way : w;
        near_slot[k]  = comes ? slot : s;
        plane         = comes ? p : plane;
        way           = comes ? w : way;
        slot          = comes ? s : slot;
    }
}

// Face k of a box as if it had no end: x, y, z, the lower one first. As in wall.glsl.
vec4 box_face(vec3 size, vec3 b, uint k)
{
    vec3  n = vec3(k < 2u, (k >> 1) == 1u, k > 3u);
    float q = k < 2u ? b.x : k < 4u ? b.y : b.z, s = k < 2u ? size.x : k < 4u ? size.y : size.z;
    return (k & 1u) == 0u ? vec4(-n, -q - s) : vec4(n, q - s);
}

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    if (neighbour_count[i] == PARTICLE_NONE)
    {
        wall_count[i] = 0u;
        return;
    }
    float reach = params.reach, part = params.part;
    float begin = float(push.part) * part, end = float(push.part + 1u) * part; // s, since the substep began
    uint  colliders = params.colliders, capacity = params.capacity;
    vec3  x     = sorted_position[i].xyz;
    vec3  moved = part * sorted_velocity[i].xyz;
    float range = reach + exact_length(moved);
    bool  gone  = false;
    for (uint k = 0u; k < LIQUID_WALLS; ++k) near_plane[k] = vec4(0.0, 0.0, 0.0, reach);

    for (uint c = 0u; c < colliders; ++c)
    {
        vec4  at       = collider[c].position;
        vec4  velocity = collider[c].velocity;
        vec3  apart    = x - at.xyz;
        float room     = (at.w + range) + (end * velocity.w);
        uint  kind     = collider[c].kind;
        bool  sees     = kind != 0u && (kind & (COLLIDER_SENSOR | COLLIDER_DRAIN)) != COLLIDER_SENSOR;
        if (!sees || exact_dot(apart, apart) > room * room) continue;
        vec4 rotation = collider[c].rotation;
        vec3 spin     = collider[c].angular_velocity.xyz;
        vec3 bend     = collider[c].bend.xyz;
        vec3 size     = collider[c].size.xyz;
        uint shape    = collider[c].hull;
        bool hollow   = (kind & COLLIDER_HOLLOW) != 0u;
        bool drains   = (kind & COLLIDER_DRAIN) != 0u;
        kind          = kind & COLLIDER_KIND_MASK;
        // From the shape's centre, where the particle was and will be; then in the frame that the shape has there.
        vec3 was  = (apart - moved) - motion_way(velocity.xyz, bend, begin);
        vec3 will = apart - motion_way(velocity.xyz, bend, end);
        vec3 a    = exact_flush(quaternion_rotate_inverse(rotation, motion_turn(spin, -begin, was)));
        vec3 b    = exact_flush(quaternion_rotate_inverse(rotation, motion_turn(spin, -end, will)));
        b         = drains ? a : b; // a drain takes what is there, not what a wall may still stop
        a         = hollow ? b : a; // out of a container every way leads through its wall
        uint faces = hollow && !drains && kind == COLLIDER_BOX ? 6u : 1u; // an edge has two walls, a corner three
        for (uint k = 0u; k < faces; ++k)
        {
            vec4 own = faces > 1u ? box_face(size, b, k) : solid_wall(kind, size, shape, reach, a, b);
            own      = hollow ? -own : own;
            gone     = gone || (drains && own.w < 0.0);
            if (drains || !(own.w < reach)) continue;
            vec3 n   = motion_turn(spin, end, quaternion_rotate(rotation, own.xyz));
            vec3 arm = will - (n * own.w);
            keep(vec4(n, own.w), part * ((velocity.xyz + (end * bend)) + exact_cross(spin, arm)), c);
        }
    }
    uint count = 0u;
    for (uint k = 0u, to = i; k < LIQUID_WALLS && near_plane[k].w < reach; ++k, to += capacity)
    {
        wall[to] = liquid_wall(exact_flush(near_plane[k]), vec4(exact_flush(near_way[k]), uintBitsToFloat(near_slot[k])));
        ++count;
    }
    wall_count[i] = gone ? LIQUID_GONE : count;
}
