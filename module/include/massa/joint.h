// Joints: a joint holds two bodies together, or one body and the world. One of the two must be dynamic. Destroying a body
// destroys its joints too: their ids turn stale.
#ifndef MASSA_JOINT_H
#define MASSA_JOINT_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum massa_joint_kind
{
    MASSA_JOINT_BALL,     // the anchors stay together; the bodies turn freely
    MASSA_JOINT_HINGE,    // the anchors stay together, and so do the z axes of the two frames: the bodies turn about them
    MASSA_JOINT_FIXED,    // the anchors and the frames stay together: nothing moves
    MASSA_JOINT_DISTANCE, // the anchors keep their distance, like the ends of a rod
} massa_joint_kind;

typedef struct massa_joint_desc
{
    uint32_t         cookie;        // set by massa_default_joint_desc
    massa_joint_kind kind;          // default ball
    massa_body_id    body_a;        // null: the world, whose frame is that of positions; not both
    massa_body_id    body_b;
    massa_vec3       anchor_a;      // m, in the body's frame: from its position, along the axes of its rotation; at most 1e4
                                    // each, in the world 1e6
    massa_vec3       anchor_b;
    massa_quat       frame_a;       // the joint's axes to the body's; normalised for you; default identity. The axis of a
    massa_quat       frame_b;       // hinge is z: massa_frame_of_axis
    float            length;        // m, 1e-3 to 1e4, of a distance; default 1
    float            hertz;         // 1/s, 0 to 1000: a spring of this frequency in place of a stiff joint. Default 0: stiff
    float            damping_ratio; // 0 to 100: share of the damping at which a soft joint no longer swings; default 1
    bool             collide;       // the two bodies meet each other, too; default false: no contact, no
                                    // visit of a sensor and no event between them
    uint64_t         user;          // yours
} massa_joint_desc;

static inline massa_joint_desc massa_default_joint_desc(void)
{
    massa_joint_desc d = MASSA_ZERO;
    d.cookie           = MASSA_COOKIE(1, massa_joint_desc);
    d.frame_a.w        = 1.0f;
    d.frame_b.w        = 1.0f;
    d.length           = 1.0f;
    d.damping_ratio    = 1.0f;
    return d;
}

// A frame whose z axis is this one of the body's; axis is a unit vector.
static inline massa_quat massa_frame_of_axis(massa_vec3 axis)
{
    massa_quat q = MASSA_ZERO;
    q.x          = axis.z > -0.999999f ? -axis.y : 1.0f; // straight back: half a turn about x
    q.y          = axis.z > -0.999999f ? axis.x : 0.0f;
    q.w          = axis.z > -0.999999f ? 1.0f + axis.z : 0.0f;
    return q;
}

MASSA_API MASSA_CHECK massa_result massa_create_joint(massa_world*, const massa_joint_desc*, massa_joint_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_joint(massa_world*, massa_joint_id);
MASSA_API MASSA_CHECK massa_result massa_joint_set_spring(massa_world*, massa_joint_id, float hertz, float damping_ratio);
MASSA_API MASSA_CHECK massa_result massa_joint_set_length(massa_world*, massa_joint_id, float length); // of a distance
MASSA_API MASSA_CHECK massa_result massa_joint_set_collide(massa_world*, massa_joint_id, bool collide);
MASSA_API MASSA_CHECK massa_result massa_joint_get_user(const massa_world*, massa_joint_id, uint64_t* out);

#if defined(__cplusplus)
}
#endif

#endif
