// A massa_world driven as a host would: several steps per command buffer, several command buffers in flight.
//
//     test_world t;
//     test_world_create(&t, gpu, desc, 1, 3);  // one step per command buffer, three of them in flight
//     t.edit = make_edits;                     // before each step, if there is something to edit
//     test_world_run(&t, 300);                 // recorded, submitted, waited for, polled
//     ... t.hash, test_world_read(&t, MASSA_VIEW_BODY_POSE, poses, count) ...
//     test_world_destroy(&t);
#ifndef MAS_TEST_HOST_H
#define MAS_TEST_HOST_H

#include "harness.h"

typedef struct test_world test_world;

typedef struct test_frame // a command buffer in flight
{
    VkCommandBuffer cmd;
    VkFence fence;
    uint64_t last_step;
} test_frame;

struct test_world
{
    test_gpu* gpu;
    massa_world* world;
    massa_step_desc step;
    uint32_t per_command, in_flight; // steps, command buffers
    void* user;
    void (*edit)(test_world*, uint64_t step);                  // before a step is recorded; numbered from 1
    void (*heard)(test_world*, const massa_poll_result* news); // after each poll

    uint64_t hash;   // of the last step of the last run
    uint64_t events; // heard so far
    test_frame frame[8];
    uint32_t frame_first, frame_count; // in flight
};

void test_world_create(test_world*, test_gpu*, massa_world_desc, uint32_t per_command, uint32_t in_flight);
void test_world_destroy(test_world*);
void test_world_run(test_world*, uint32_t steps); // the last one with its hash
void test_world_finish(test_world*);              // waits for all that was submitted, and polls

// What run is made of, for commands other than steps. begin waits for a free place in flight.
VkCommandBuffer test_world_begin(test_world*);
void test_world_submit(test_world*, VkCommandBuffer);

void test_world_read(test_world*, massa_view_kind, void* data, uint32_t count); // the first count elements

#endif
