// Bodies for the tests of the rigid kernels: random and awkward ones, the way to the device, and the comparison.
#ifndef MAS_TEST_BODIES_H
#define MAS_TEST_BODIES_H

#include "harness.h"
#include "oracle/bodies.h"
#include "rigid/rigid.h"

typedef struct test_bodies
{
    mas_bodies array;
    mas_span lost, params;
} test_bodies;

extern const uint32_t test_body_counts[]; // sizes that break things
extern const uint32_t test_body_count_count;

float test_uniform(uint64_t* state, float lo, float hi); // the same bits everywhere
mas_vec4 test_uniform4(uint64_t* state, float lo, float hi);
step_params test_step_params(uint32_t body_count);

// Fills every slot: dead, static, kinematic and dynamic bodies, balls and lopsided ones, spins from 0 to beyond all
// numbers, some that the next step loses; locked ones, sleepers, and some with low limits.
void test_random_bodies(oracle_bodies*, uint64_t seed);

void test_plan_bodies(test_gpu*, test_bodies*, uint32_t capacity);
void test_upload_bodies(test_gpu*, const test_bodies*, const oracle_bodies*);
void test_expect_bodies(test_gpu*, const test_bodies*, const oracle_bodies*); // bit for bit, every slot
// The same for one array; stride is the span's. All NaN are one: devices do not agree on their bits.
void test_expect_array(test_gpu*, const char* name, mas_span, const void* expected, uint64_t count);

#endif
