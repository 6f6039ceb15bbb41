// The twin of compute/rigid/sleep.c.
#ifndef MAS_ORACLE_SLEEP_H
#define MAS_ORACLE_SLEEP_H

#include "bodies.h"
#include "collision/cache_shared.h"
#include "rigid/joint_shared.h"
#include "rigid/sleep_shared.h"

#include <stdbool.h>

typedef struct oracle_sleep
{
    uint32_t capacity; // bodies
    sleep_body* body;
    sleep_tie* tie; // by joint
    sleep_state state;
    uint32_t bodies_listed, colliders_listed; // lengths of SLEEP_BODIES and SLEEP_COLLIDERS
} oracle_sleep;

// What the other stages leave; as many as the settings and these counts say.
typedef struct oracle_touching
{
    collider_data* collider;
    collider_meet* meet;
    manifold* manifold; // by pair
    uint32_t* past;     // by pair
    pair_cache* record; // of the last step
    uint32_t* contact;
    joint_data* joint;
    uint32_t pairs, records, contacts;
} oracle_touching;

oracle_sleep oracle_create_sleep(uint32_t capacity, uint32_t joints);
void oracle_destroy_sleep(oracle_sleep*);

void oracle_sleep_begin(oracle_sleep*, oracle_bodies*, const oracle_touching*, const sleep_push*);
void oracle_sleep_touch(oracle_sleep*, oracle_bodies*, oracle_touching*, const sleep_push*);
void oracle_sleep_end(oracle_sleep*, oracle_bodies*, const oracle_touching*, const sleep_push*);

#endif
