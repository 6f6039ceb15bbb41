// Colliders: convex shapes on bodies. A body has one, or several when its shape is a compound; each keeps its slot for as
// long as the body has the shape.
#ifndef MAS_COLLISION_SHARED_H
#define MAS_COLLISION_SHARED_H

#include "list_shared.h"

// Kinds, in the order in which a pair names its two: the lower kind is a, of equal kinds the lower slot.
#define COLLIDER_PLANE 1   // the half space below its own xz plane is solid; has no bounds
#define COLLIDER_BOX 2
#define COLLIDER_SPHERE 3
#define COLLIDER_CAPSULE 4 // around its own y axis
#define COLLIDER_HULL 5
#define COLLIDER_KINDS 6
#define COLLIDER_KIND_MASK 7
#define COLLIDER_HOLLOW 8  // added: solid outside, free inside
#define COLLIDER_SENSOR 16 // added: found, never pushed
#define COLLIDER_DRAIN 32  // added to a sensor: takes the liquid that enters

STRUCT(collider_data) // all zero: the slot is free
{
    mas_vec4 position; // m, centre of the shape in the body's frame; w radius of a sphere around it that holds the shape
    mas_vec4 rotation; // unit quaternion, shape's axes to the body's
    mas_vec4 size;     // m: half extents; radius in x; of a capsule also half the length of its axis in y; hull: box around
    uint  kind;        // COLLIDER_*; 0: free
    uint  body;        // slot
    uint  hull;        // slot in the array of hulls
    uint  stamp;       // raised whenever the slot's collider, shape or body is set anew, or the body is teleported
    uint  category;    // bits of what it is
    uint  mask;        // bits of what it meets
    int   group;       // equal and positive: always meet; equal and negative: never; else category and mask decide
    float friction;
    float restitution; // 0 to 1
    float rolling;     // m
    uint  generation;  // of the body
    uint  shape;       // slot of the shape; of a compound's child its own
    mas_vec4 surface;  // m/s, how the surface runs over the shape, shape's axes; w 0
    uint  shape_generation;
    uint  spare[3];
};

// A convex polyhedron, in its shape's frame. Faces are plane polygons, counter-clockwise seen from outside.
#define HULL_MAX_CORNERS 32
#define HULL_MAX_FACES 60  // 2 corners - 4
#define HULL_MAX_EDGES 90  // 3 corners - 6
#define HULL_LOOP_WORDS 48 // of four corners: 2 edges bytes, in uvec4s

STRUCT(hull_data)
{
    mas_vec4 corner[HULL_MAX_CORNERS]; // m; w 0
    mas_vec4 face[HULL_MAX_FACES];     // outward unit normal; w distance from the origin along it, m
    uint range[HULL_MAX_FACES];        // of a face: first entry in loop, number of corners from bit 16
    uint loop[HULL_LOOP_WORDS];        // numbers of corners, one a byte, the lowest first
    uint edge[HULL_MAX_EDGES];         // two corners, then the faces left and right of the way from one to the other; bytes
    uint corners;
    uint faces;
    uint edges;
    uint spare[3];
};

STRUCT(collider_pose) // this step's, in the world
{
    mas_vec4 position; // m; w how deep another may be taken into it by looking ahead, m
    mas_vec4 rotation; // unit quaternion, shape's axes to the world's
    mas_vec4 way;      // m, by its velocity, in this step; w how much farther a spin may carry its surface, m
};

STRUCT(collider_box) // world bounds with margins; free slots and planes: lo 3e38, hi -3e38, overlaps none
{
    mas_vec4 lo; // m; w 0
    mas_vec4 hi;
};

// A collider's filter in this step: all that decides whether a pair of boxes is a pair. x of a free slot is 0.
#define MEET_BODY_MASK 0x00FFFFFFu // in x: slot of the body,
#define MEET_KIND_SHIFT 24         // COLLIDER_KIND_MASK there,
#define MEET_DYNAMIC 0x80000000u   // whether the body is dynamic; two that are not never meet;
#define MEET_ASLEEP 0x40000000u    // and whether nothing moves it: asleep, static, or kinematic and at rest

STRUCT(collider_meet)
{
    uint who; // MEET_*
    uint category;
    uint mask;
    int  group;
};

#define COLLISION_MAX_UNBOUNDED 64 // planes

STRUCT(collision_params) // a uniform block
{
    uint  colliders; // slots in use
    uint  unbounded; // entries in unbounded_slot
    float dt;        // s, of the step
    float margin;    // m: contacts are made this far before surfaces meet
    mas_uvec4 unbounded_slot[COLLISION_MAX_UNBOUNDED / 4]; // colliders that have no box
};

STRUCT(collider_pair) // two colliders: a has the lower kind, or of one kind the lower slot
{
    uint a;
    uint b;
};

// In spare of the pairs' header: the pairs are those of the last step, in the same order.
#define PAIRS_KEPT 1

STRUCT(pairs_push)
{
    mas_range range;
    uint capacity; // of the list of pairs
};

#define MANIFOLD_POINTS 4
#define MANIFOLD_TOUCHES 1 // a point's separation is 0 or less
#define MANIFOLD_SENSOR 2  // one of the two is
#define MANIFOLD_JOINED 4  // a joint keeps the two bodies from meeting: no contact, and no event
#define MANIFOLD_MARKS 7   // these three
#define MANIFOLD_NEW 8     // not yet looked up among the reported pairs (compute/rigid/touch.c)
#define MANIFOLD_TOLD_SHIFT 4 // above: place of what was told of it, plus 1; 0: nothing was

STRUCT(manifold) // where two colliders touch, or are about to
{
    mas_vec4  normal;  // unit, from a to b, world axes; w share of the step's way at which it was found
                       // (ahead_shared.h), negative if the two touch before
    mas_vec4  point[MANIFOLD_POINTS]; // m, from a's centre to half way between the surfaces, world axes; w separation now, m
    mas_uvec4 feature; // what met, for each point: equal ids in two steps mean the same point
    mas_vec4  impulse; // N s along the normal, for each point
    mas_vec4  twist;   // N s, friction in world axes; w N m s about the normal
    mas_vec4  rolling; // N m s, rolling friction in world axes; w 0
    uint a;            // colliders
    uint b;
    uint count;        // of points
    uint flags;        // MANIFOLD_*: marks of this step; the rest stays with the pair
};

#endif
