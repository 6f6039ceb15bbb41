// How the bodies of a world meet, hold and push each other, fall asleep and wake, in plain C: what a step of massa does
// between its edits and its events, without a GPU.
#ifndef MAS_ORACLE_RIGID_WORLD_H
#define MAS_ORACLE_RIGID_WORLD_H

#include "bins.h"
#include "blocks.h"
#include "contacts.h"
#include "fat.h"
#include "graph.h"
#include "joint.h"
#include "massa/massa.h"
#include "sleep.h"
#include "solve.h"
#include "touch.h"

typedef struct oracle_rigid_world
{
    oracle_bodies bodies; // the world's
    massa_broad_phase broad;
    oracle_fat fat;
    oracle_cache cache;
    uint32_t* contact; // pair numbers
    uint32_t contacts, contact_room;
    bool in_blocks; // the schedule; else in colours
    oracle_graph graph;
    oracle_blocks blocks;
    oracle_solve solve;
    oracle_joints joints;
    oracle_joined joined;
    oracle_sleep sleep;
    touch_speed* speed; // by collider
    // Of the step; the world sets them before it begins.
    bool meets;          // there are contacts between bodies
    float cell;          // m, of the blocks
    uint32_t body_count; // slots in use
    solve_params params;
    bool bounces; // some shape has restitution
    sleep_push rest;
} oracle_rigid_world;

oracle_rigid_world oracle_create_rigid_world(const massa_world_desc*, const oracle_bodies*);
void oracle_destroy_rigid_world(oracle_rigid_world*);

// Who wakes, and bounds to constants of the contacts, before the first substep; only if bodies meet.
void oracle_rigid_collide(oracle_rigid_world*, oracle_colliders*);
// A substep of the bodies.
void oracle_rigid_substep(oracle_rigid_world*, const step_params*, bool begins);
// When the bodies have moved: impulses for the next step, who falls asleep; only if bodies meet.
void oracle_rigid_end(oracle_rigid_world*, oracle_colliders*);

#endif
