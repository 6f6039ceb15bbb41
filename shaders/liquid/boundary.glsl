// Finds up to four walls per particle, nearest first. Distance is measured at the predicted position; the side is taken
// from the position before the move. When a wall blocks the move, the other walls are searched again from the blocked
// position. The including kernel loads the colliders.
#ifndef MAS_LIQUID_BOUNDARY_GLSL
#define MAS_LIQUID_BOUNDARY_GLSL

#include "list.glsl"
#include "liquid/boundary_shared.h"
#include "liquid/liquid_shared.h"
#include "liquid/motion.glsl"
#include "liquid/nearest.glsl"
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

const float BOUNDARY_BEFORE = 0.001; // of a way: so far in front of the wall that ends it

// The particle of this thread.
float reach, range;     // m, of walls and of shapes that may have one
float part, begin, end; // s, the last two since the substep began
vec3  x, moved;         // m, where the part leads to and how far
bool  gone;             // into a drain

// Are two points so far from a box, on one side of it, that between them there is no wall of it within reach?
bool beside_box(vec3 size, vec3 a, vec3 b)
{
    float room = 1.01 * reach, most = 1000.0 * reach; // more than rounding can do to box_wall's shares of the way
    vec3  way  = abs(b - a);
    bvec3 out_a = greaterThan(abs(a) - size, vec3(room)), out_b = greaterThan(abs(b) - size, vec3(room));
    bvec3 side  = equal(lessThan(a, vec3(0.0)), lessThan(b, vec3(0.0)));
    return (out_a.x && out_b.x && side.x && way.x < most) || (out_a.y && out_b.y && side.y && way.y < most) ||
           (out_a.z && out_b.z && side.z && way.z < most);
}

bool is_near(vec4 at, float speed, uint kind)
{
    vec3  apart   = x - at.xyz;
    float room    = (at.w + range) + (end * speed);
    bool  matters = kind != 0u && (kind & (COLLIDER_SENSOR | COLLIDER_DRAIN)) != COLLIDER_SENSOR;
    return matters && !(exact_dot(apart, apart) > room * room);
}

// What collider c, which is near, is to the particle, whose way is free up to the share stop. Returns the share at which
// c ends it.
float meet(collider_state now, uint c, float stop)
{
    vec4 velocity = now.velocity;
    vec3 apart    = x - now.position.xyz;
    vec4 rotation = now.rotation;
    vec3 spin     = now.angular_velocity.xyz;
    vec3 bend     = now.bend.xyz;
    vec3 size     = now.size.xyz;
    uint shape    = now.hull;
    uint kind     = now.kind;
    bool hollow   = (kind & COLLIDER_HOLLOW) != 0u;
    bool drains   = (kind & COLLIDER_DRAIN) != 0u;
    kind          = kind & COLLIDER_KIND_MASK;
    // From the shape's centre, where the particle was and will be; then in the frame that the shape has there.
    vec3 was  = (apart - moved) - motion_way(velocity.xyz, bend, begin);
    vec3 will = apart - motion_way(velocity.xyz, bend, end);
    vec3 a    = exact_flush(quaternion_rotate_inverse(rotation, motion_turn(spin, -begin, was)));
    vec3 b    = exact_flush(quaternion_rotate_inverse(rotation, motion_turn(spin, -end, will)));
    if (stop == 1.0 && kind == COLLIDER_BOX && !hollow && beside_box(size, a, b)) return 1.0;
    vec3 seen = stop < 1.0 ? a + ((b - a) * stop) : b;
    seen      = drains ? a : seen; // a drain takes what is there, not what a wall may still stop
    vec3  from  = hollow ? seen : a; // out of a container every way leads through its wall
    uint  faces = hollow && !drains && kind == COLLIDER_BOX ? 6u : 1u; // an edge has two walls, a corner three
    vec4  solid = vec4(0.0);
    if (faces == 1u) solid = solid_wall(kind, size, shape, reach, from, seen);
    float first = 1.0;
    uint  k     = 0u;
    do
    {
        vec4 own = faces > 1u ? box_face(size, seen, k) : solid;
        own      = hollow ? -own : own;
        gone     = gone || (drains && own.w < 0.0);
        own.w    = own.w + exact_dot(own.xyz, b - seen);
        if (!drains && own.w < reach)
        {
            float front = own.w + exact_dot(own.xyz, a - b);
            bool  ends  = front > 0.0 && own.w < 0.0;
            first       = ends ? min(first, front * exact_reciprocal(front - own.w)) : first;
            vec3 n      = motion_turn(spin, end, quaternion_rotate(rotation, own.xyz));
            vec3 arm    = will - (n * own.w);
            keep(vec4(n, own.w), part * ((velocity.xyz + (end * bend)) + exact_cross(spin, arm)), c);
        }
    } while (++k < faces);
    return first;
}

// What the place leads to, before the first collider is met.
void set_out(uint i)
{
    reach = params.reach;
    part  = params.part;
    begin = float(push.part) * part;
    end   = float(push.part + 1u) * part;
    x     = sorted_position[i].xyz;
    moved = part * sorted_velocity[i].xyz;
    range = reach + exact_length(moved);
    gone  = false;
}

void store(uint i)
{
    uint count = 0u, capacity = params.capacity;
    for (uint k = 0u, to = i; k < LIQUID_WALLS && near_plane[k].w < reach; ++k, to += capacity)
    {
        wall[to] = liquid_wall(exact_flush(near_plane[k]), vec4(exact_flush(near_way[k]), uintBitsToFloat(near_slot[k])));
        ++count;
    }
    wall_count[i] = gone ? LIQUID_GONE : count;
}

#endif
