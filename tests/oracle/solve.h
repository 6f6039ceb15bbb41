// Twin of compute/rigid/solve.c: contacts of a step, solved one after the other in the order of their places.
#ifndef MAS_ORACLE_SOLVE_H
#define MAS_ORACLE_SOLVE_H

#include "collision/cache_shared.h"
#include "colliders.h"
#include "rigid/solve_shared.h"

typedef struct oracle_solve
{
    uint32_t capacity;  // places
    mas_vec4* constant; // SOLVE_FIELDS by place
    mas_vec4* impulse;  // SOLVE_IMPULSES by place
    body_speed* speed;  // by body; the bodies'
    body_blow* blow;
    const float (*copies)[2]; // by place: of both its bodies, each as much lighter; null: one
} oracle_solve;

typedef enum oracle_sweep
{
    ORACLE_SOLVE_START,
    ORACLE_SOLVE_IMPACT,
    ORACLE_SOLVE_BIAS,
    ORACLE_SOLVE_RELAX
} oracle_sweep;

// Nothing is known of any contact. The bodies outlive it.
oracle_solve oracle_create_solve(uint32_t capacity, const oracle_bodies*);
void oracle_destroy_solve(oracle_solve*);

// order: pair numbers of the places below count.
void oracle_solve_prep(oracle_solve*, const solve_params*, const oracle_colliders*, const oracle_bodies*,
                       const manifold*, const pair_cache*, const uint32_t* order, uint32_t count);
void oracle_solve_sweep(oracle_solve*, const solve_params*, oracle_sweep, uint32_t first, uint32_t count);
void oracle_solve_forget(oracle_solve*, uint32_t bodies); // blows of the substep before are not repeated
void oracle_solve_store(const oracle_solve*, manifold*, const uint32_t* order, uint32_t count);

#endif
