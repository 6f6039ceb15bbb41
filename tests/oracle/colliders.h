// The arrays of the colliders (shaders/collision/collision_shared.h) in plain memory, for the twins of the collision
// kernels, and the twin of all broad phases: every pair looked at.
#ifndef MAS_ORACLE_COLLIDERS_H
#define MAS_ORACLE_COLLIDERS_H

#include "bodies.h"
#include "collision/collision_shared.h"

#include <stdbool.h>

typedef struct oracle_colliders
{
    uint32_t capacity, hulls;
    collision_params params;
    collider_data* data;
    hull_data* hull;
    collider_pose* pose;
    collider_box* box;
    collider_meet* meet;
} oracle_colliders;

typedef struct oracle_pairs
{
    collider_pair* pair; // by (a, b)
    uint32_t count;
} oracle_pairs;

oracle_colliders oracle_create_colliders(uint32_t capacity, uint32_t hulls); // all zero: no colliders
void oracle_destroy_colliders(oracle_colliders*);

bool oracle_is_bounded(const oracle_colliders*, uint32_t i); // neither a free slot nor without bounds
bool oracle_boxes_overlap(const collider_box*, const collider_box*);
bool oracle_meets(const collider_meet*, const collider_meet*);
collider_pair oracle_pair_of(const oracle_colliders*, uint32_t i, uint32_t j);
bool oracle_is_pair(const oracle_colliders*, uint32_t i, uint32_t j);
// Every pair of the colliders in use whose boxes overlap, or whose box reaches a plane, and that filters let through.
oracle_pairs oracle_find_pairs(const oracle_colliders*);
void oracle_add_pair(oracle_pairs*, collider_pair);
void oracle_add_unbounded(oracle_pairs*, const oracle_colliders*, uint32_t i); // those of i with planes
void oracle_sort_pairs(collider_pair*, uint32_t count);                        // by (a, b)
void oracle_destroy_pairs(oracle_pairs*);

#endif
