// For the tests of sleep: bodies with one collider each, contacts and joints made up by the test, and a step of the
// stage beside its twin. Other stages are played by the host: bounds, contacts.
#ifndef MAS_TEST_SLEEPERS_H
#define MAS_TEST_SLEEPERS_H

#include "bodies.h"
#include "oracle/sleep.h"
#include "rigid/sleep.h"

typedef struct test_sleepers
{
    test_bodies array;
    mas_sleep sleep;
    mas_sleep_sources from;
    // Twins. Collider i is body i's.
    oracle_bodies bodies;
    oracle_sleep known;
    oracle_touching touching;
    sleep_push step; // of the next step; flags are cleared after it
    uint32_t room;   // pairs, joints
} test_sleepers;

void test_plan_sleepers(test_gpu*, test_sleepers*, uint32_t bodies, uint32_t room);
void test_create_sleepers(test_gpu*, test_sleepers*); // after test_allocate
void test_destroy_sleepers(test_sleepers*);

// A body with its collider; flags as in body_trait.tag. Dynamic ones weigh 1 kg and rest below 0.05 m/s.
void test_set_sleeper(test_sleepers*, uint32_t slot, uint32_t flags);
void test_set_speed(test_sleepers*, uint32_t slot, float speed); // m/s
// Contacts and joints; returns the pair's number.
uint32_t test_add_pair(test_sleepers*, uint32_t a, uint32_t b);
void test_add_joint(test_sleepers*, uint32_t a, uint32_t b);

void test_upload_sleepers(test_gpu*, const test_sleepers*); // all of it, the twin's state included
// One step on both; velocities are what the test set. Everything that sleep writes is compared bit for bit.
void test_step_sleepers(test_gpu*, test_sleepers*);

// The same without the twin, contacts as of the last step; nothing is compared.
void test_run_sleepers(test_gpu*, const test_sleepers*);

bool test_sleeps(const test_sleepers*, uint32_t slot);

#endif
