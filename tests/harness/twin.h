// A world and its twin in plain C (oracle/world.h), which plays what the world records: after every step both must have
// the same hash, events and counts.
//
//     twin w;
//     twin_create(&w, gpu, desc, 3);    // three steps in flight
//     ... massa_create_body(w.t.world, ...) ...
//     w.t.edit = make_edits;            // before each step
//     twin_run(&w, 120);                // fails at the first step that differs
//     twin_destroy(&w);
#ifndef MAS_TEST_TWIN_H
#define MAS_TEST_TWIN_H

#include "host.h"
#include "oracle/world.h"

enum
{
    TWIN_IN_FLIGHT = 8
};

typedef struct twin_step // what the twin had after a step
{
    uint64_t hash;
    contact_counters contacts;
    graph_counters graph;
    blocks_counters blocks;
    sleep_state sleep;
    event_header header;
    event_record* event; // to be freed
} twin_step;

typedef struct twin
{
    test_world t; // user is the caller's
    oracle_world* plain;
    twin_step step[TWIN_IN_FLIGHT]; // recorded, and not yet heard of
    uint64_t recorded, heard;
    // Over all steps, so that a scene can say that it had them.
    uint64_t told[EVENT_KINDS];
    uint32_t most_asleep, most_touching;
    uint32_t most_late_contacts, most_late_joints; // without a colour: one thread solves them
} twin;

void twin_create(twin*, test_gpu*, massa_world_desc, uint32_t in_flight);
void twin_run(twin*, uint32_t steps);
void twin_destroy(twin*);

// The events of the twin's last step as a host would hear of them, but for step and users; as many as it has.
uint32_t twin_events(const oracle_world*, massa_event* out);

#endif
