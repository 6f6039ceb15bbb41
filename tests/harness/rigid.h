// Small scenes of rigid bodies through the public calls, and where the bodies went: for tests of what the physics means.
//
//     rigid_world s = rigid_create(gpu, rigid_desc(31, 0));
//     rigid_ground(&s, 0.6f);
//     rigid_stack(...)
//     rigid_run(&s, 400);          // steps of 1/60 s
//     rigid_read(&s, body, count); // poses and motions
#ifndef MAS_TEST_RIGID_H
#define MAS_TEST_RIGID_H

#include "api.h"

typedef struct rigid_world
{
    test_gpu* gpu;
    massa_world* world;
    uint64_t hash; // of the last step run
    massa_poll_result news;
} rigid_world;

typedef struct rigid_state
{
    double position[3], rotation[4]; // m; quaternion x y z w
    double velocity[3], momentum[3]; // m/s; kg m^2/s about the principal axes
} rigid_state;

// Room for that many bodies, each with one collider, and their contacts. Gravity 10, sleep off.
massa_world_desc rigid_desc(uint32_t bodies, uint32_t joints);
rigid_world rigid_create(test_gpu*, massa_world_desc);
void rigid_destroy(rigid_world*);

massa_shape_desc rigid_box(float half);      // friction 0.6, restitution 0, 1000 kg/m^3
massa_shape_desc rigid_sphere(float radius); // the same
massa_shape_id rigid_make(rigid_world*, const massa_shape_desc*);
massa_body_id rigid_put(rigid_world*, massa_shape_id, float x, float y, float z);
massa_body_id rigid_moving(rigid_world*, massa_shape_id, massa_vec3 position, massa_vec3 velocity);
massa_body_id rigid_ground(rigid_world*, float friction, float restitution); // the plane y = 0

// Pinned hashes are of what all drivers ran: some tests run on longer where they may.
void rigid_run(rigid_world*, uint32_t steps);
void rigid_read(rigid_world*, rigid_state*, uint32_t count); // bodies by index, from 0

double rigid_step_time(rigid_world*); // ms of the processor's time, mean of 16 more steps

double rigid_length(const double v[3]);
// Largest way to the side, m, of count bodies from where they began, and their mean speed, m/s.
double rigid_drift(const rigid_state* now, const rigid_state* first, uint32_t count);
double rigid_mean_speed(const rigid_state*, uint32_t count);

#endif
