// How the bodies of a world meet and push each other, in plain C: what a step of massa does between its edits and its
// events, without a GPU.
#ifndef MAS_ORACLE_RIGID_WORLD_H
#define MAS_ORACLE_RIGID_WORLD_H

#include "bins.h"
#include "blocks.h"
#include "fat.h"
#include "graph.h"
#include "massa/massa.h"
#include "solve.h"

typedef struct oracle_rigid_world
{
    oracle_fat fat;
    oracle_cache cache;
    uint32_t* contact; // pair numbers
    uint32_t contacts, contact_room;
    bool in_blocks; // the schedule; else in colours
    float cell;     // m, of the blocks
    uint32_t body_count; // slots in use
    oracle_graph graph;
    oracle_blocks blocks;
    oracle_solve solve;
    solve_params params;
    bool bounces; // some shape has restitution
} oracle_rigid_world;

// capacity.pairs is not 0; the broad phase is a tree, fat or not.
oracle_rigid_world oracle_create_rigid_world(const massa_capacity*);
void oracle_destroy_rigid_world(oracle_rigid_world*);

// Bounds to constants of the contacts, before the first substep. params, bounces, in_blocks, cell and body_count are set.
void oracle_meet_bodies(oracle_rigid_world*, oracle_colliders*, oracle_bodies*, massa_broad_phase);
// A substep of the bodies.
void oracle_rigid_substep(oracle_rigid_world*, oracle_bodies*, const step_params*, bool begins);
void oracle_rigid_store(oracle_rigid_world*); // impulses, for the next step

#endif
