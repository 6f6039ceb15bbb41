// A world with a handful of bodies, watched closely: their arrays after each flight, and the arithmetic of tops, in
// double and independent of ours.
#ifndef MAS_TEST_FLIGHT_H
#define MAS_TEST_FLIGHT_H

#include "host.h"
#include "rigid/body_shared.h"

typedef struct vec
{
    double x, y, z;
} vec;

vec vec_of(mas_vec4);
vec vec_sub(vec a, vec b);
vec vec_cross(vec a, vec b);
double vec_dot(vec a, vec b);
double vec_length(vec);
vec vec_turned(mas_vec4 rotation, vec);           // from the body's axes into the world's
double angle_between(mas_vec4 from, mas_vec4 to); // of two orientations, 0 to pi

enum
{
    FLIGHT_BODIES = 32
};

typedef struct flight
{
    test_world t;
    uint32_t count;
    massa_body_id id[FLIGHT_BODIES];
    massa_body_desc desc[FLIGHT_BODIES];
    body_pose pose[FLIGHT_BODIES]; // after the last flight
    body_motion motion[FLIGHT_BODIES];
} flight;

void flight_begin(flight*, test_gpu*, massa_vec3 gravity, uint32_t substeps);
void flight_end(flight*);
uint32_t flight_add(flight*, massa_body_desc); // its number
void flight_run(flight*, uint32_t steps);

vec flight_momentum(const flight*, uint32_t body);  // angular, in the world, kg m^2/s
double flight_energy(const flight*, uint32_t body); // of the spin, J

#endif
