// A small world in plain C: the twins of collision and of the contact solver, colours by a loop, and a plain
// integrator. For tests of how contacts behave, without a device.
#ifndef MAS_TEST_PLAIN_H
#define MAS_TEST_PLAIN_H

#include "oracle/bins.h"
#include "oracle/exact.h"
#include "oracle/solve.h"
#include "rigid/solve.h"

typedef struct plain_world
{
    mas_solve_settings settings;
    float gravity[3], dt, margin;
    uint32_t substeps, sweeps; // sweeps of bounces
    // Filled by plain_add.
    uint32_t bodies;
    oracle_bodies body;
    oracle_colliders collider;
    // Of the solver.
    oracle_cache cache;
    oracle_solve solve;
    body_base* base;
    oracle_vec3* momentum; // kg m^2/s, world axes
    uint32_t* contact;
    uint32_t* order;
    uint32_t contacts, colours;
} plain_world;

typedef struct plain_body
{
    uint32_t kind; // COLLIDER_*
    mas_vec4 size;
    float mass; // kg; 0: static
    bool kinematic;
    float x, y, z;
    mas_vec4 rotation; // all zero: none
    float friction, restitution, rolling;
    mas_vec4 surface;
} plain_body;

plain_world plain_create(uint32_t bodies, uint32_t pairs); // g 10 downwards, 60 steps per s, 4 substeps
void plain_destroy(plain_world*);
uint32_t plain_add(plain_world*, const plain_body*); // returns the slot
void plain_set_velocity(plain_world*, uint32_t slot, oracle_vec3 velocity, oracle_vec3 spin);
oracle_vec3 plain_spin(const plain_world*, uint32_t slot); // rad/s, world axes
void plain_step(plain_world*);

#endif
