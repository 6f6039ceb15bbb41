// Bodies: rigid, with or without a shape. Calls return at once; the GPU plays the edits in their order at the start of
// the next recorded step.
#ifndef MASSA_BODY_H
#define MASSA_BODY_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum massa_body_kind
{
    MASSA_BODY_DYNAMIC,   // moved by forces
    MASSA_BODY_KINEMATIC, // moved by its velocity alone, pushed by nothing
    MASSA_BODY_STATIC,    // moved by massa_body_set_pose alone
} massa_body_kind;

// World axes that a dynamic body is held on: it does not move along them, or turn about them. MASSA_AXIS_Z,
// MASSA_AXIS_TURN_X and MASSA_AXIS_TURN_Y make a game in the xy plane; all three turns keep a body upright for good.
typedef enum massa_axis
{
    MASSA_AXIS_X      = 1,
    MASSA_AXIS_Y      = 2,
    MASSA_AXIS_Z      = 4,
    MASSA_AXIS_TURN_X = 8,
    MASSA_AXIS_TURN_Y = 16,
    MASSA_AXIS_TURN_Z = 32,
} massa_axis;

// Which frame of a body a pose is of. Views, polls, joints and velocities always speak of the body's.
typedef enum massa_frame
{
    MASSA_FRAME_BODY,  // centre of mass and principal axes; unless dynamic, or without a shape, the same as the shape's
    MASSA_FRAME_SHAPE, // in which the shape's points and children were given
} massa_frame;

typedef struct massa_body_desc
{
    uint32_t        cookie;           // set by massa_default_body_desc
    massa_body_kind kind;             // default dynamic
    massa_vec3      position;         // m, centre of mass; unless dynamic, the shape's origin; |x| at most 1e6
    massa_quat      rotation;         // principal axes to world; normalised for you; default identity
    massa_frame     frame;            // whose position and rotation these are; default MASSA_FRAME_BODY. With
                                      // MASSA_FRAME_SHAPE the shape's own origin stands at position, its axes turned by
                                      // rotation, wherever the centre of mass comes to be
    massa_vec3      velocity;         // m/s, at most 1e4
    massa_vec3      angular_velocity; // rad/s, world axes, at most 1e3
    float           mass;             // kg, 1e-6 to 1e9; default 0: what the shape's density says, or 1 without a shape;
                                      // ignored unless dynamic
    massa_vec3      inertia;          // kg m^2 about the principal axes, 1e-9 to 1e11, each at most the sum of the other
                                      // two; default 0: the shape's, scaled to the mass; without a shape that of a solid
                                      // sphere of radius 0.5
    float           gravity_scale;    // -100 to 100; default 1
    float           linear_damping;   // 1/s, 0 to 1e3; default 0
    float           angular_damping;  // 1/s, 0 to 1e3; default 0
    uint32_t        locks;            // massa_axis bits; default 0; ignored, as the three below, unless dynamic
    float           max_speed;        // m/s, 0 to 1e4: faster it does not get; default 400
    float           max_spin;         // rad/s, 0 to 1e3; default 200, some 48 degrees per substep at 60 Hz
    float           sleep_speed;      // m/s, 0 to 10: slower than this for a while, it falls asleep; 0: never; default 0.05.
                                      // Slower than this, and held by contacts or joints, it also comes to rest by itself,
                                      // at 0.5 1/s, whether the world sleeps or not: tall stacks would sway for minutes
    massa_shape_id  shape;            // default null: nothing touches the body. A dynamic body is refused a shape in a world
                                      // whose bodies do not meet (capacity.pairs), and in one with grains or liquids, yet
    uint64_t        user;             // yours; comes back with events
} massa_body_desc;

static inline massa_body_desc massa_default_body_desc(void)
{
    massa_body_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(4, massa_body_desc);
    d.rotation.w      = 1.0f;
    d.gravity_scale   = 1.0f;
    d.max_speed       = 400.0f;
    d.max_spin        = 200.0f;
    d.sleep_speed     = 0.05f;
    return d;
}

MASSA_API MASSA_CHECK massa_result massa_create_body(massa_world*, const massa_body_desc*, massa_body_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_body(massa_world*, massa_body_id);
MASSA_API MASSA_CHECK massa_result massa_body_set_pose(massa_world*, massa_body_id, massa_vec3 position, massa_quat);
// The same, given the pose of the shape's own frame: MASSA_FRAME_SHAPE.
MASSA_API MASSA_CHECK massa_result massa_body_set_shape_pose(massa_world*, massa_body_id, massa_vec3 position, massa_quat);
MASSA_API MASSA_CHECK massa_result massa_body_set_velocity(massa_world*, massa_body_id, massa_vec3 velocity);
MASSA_API MASSA_CHECK massa_result massa_body_set_angular_velocity(massa_world*, massa_body_id, massa_vec3 world_axes);
MASSA_API MASSA_CHECK massa_result massa_body_apply_impulse(massa_world*, massa_body_id, massa_vec3 impulse, // N s
                                                            massa_vec3 point);                              // m, world
MASSA_API MASSA_CHECK massa_result massa_body_apply_angular_impulse(massa_world*, massa_body_id, massa_vec3); // N m s
// Force and torque act over the whole of the next step, then are gone.
MASSA_API MASSA_CHECK massa_result massa_body_apply_force(massa_world*, massa_body_id, massa_vec3 force,    // N
                                                          massa_vec3 point);                                // m, world
MASSA_API MASSA_CHECK massa_result massa_body_apply_torque(massa_world*, massa_body_id, massa_vec3 torque); // N m
MASSA_API MASSA_CHECK massa_result massa_body_set_shape(massa_world*, massa_body_id, massa_shape_id); // null: none
// The rest is for dynamic bodies; ranges as in massa_body_desc. Every edit of a body wakes it.
MASSA_API MASSA_CHECK massa_result massa_body_set_gravity_scale(massa_world*, massa_body_id, float scale);
MASSA_API MASSA_CHECK massa_result massa_body_set_damping(massa_world*, massa_body_id, float linear, float angular); // 1/s
MASSA_API MASSA_CHECK massa_result massa_body_set_locks(massa_world*, massa_body_id, uint32_t locks); // massa_axis bits
MASSA_API MASSA_CHECK massa_result massa_body_set_limits(massa_world*, massa_body_id, float max_speed, // m/s
                                                         float max_spin);                              // rad/s
MASSA_API MASSA_CHECK massa_result massa_body_set_sleep_speed(massa_world*, massa_body_id, float sleep_speed); // m/s
MASSA_API MASSA_CHECK massa_result massa_body_wake(massa_world*, massa_body_id);
MASSA_API MASSA_CHECK massa_result massa_body_get_user(const massa_world*, massa_body_id, uint64_t* out);

// The pose of the shape's own frame in the body's, constant until the body gets another shape; identity where the two are
// the same. Whoever draws the shape where the body is draws it with massa_compose(body's pose, this), or once turns the
// mesh by this. Zero on failure.
MASSA_API MASSA_CHECK massa_result massa_body_get_shape_offset(const massa_world*, massa_body_id, massa_pose* out);
// The pose in the world of what has the pose inner in a frame that has the pose outer: the turned inner position is added
// to the outer one.
MASSA_API massa_pose massa_compose(massa_pose outer, massa_pose inner);

#if defined(__cplusplus)
}
#endif

#endif
