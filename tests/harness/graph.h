// Contacts over bodies for the tests of the stage graph: the way to the device, a step there and in the twin, and what
// a colouring is for.
#ifndef MAS_TEST_GRAPH_H
#define MAS_TEST_GRAPH_H

#include "harness.h"
#include "oracle/graph.h"
#include "rigid/graph.h"

typedef struct test_graph
{
    mas_graph stage;
    mas_span contact, list, manifold, meet, past;
    oracle_graph twin;
    uint32_t bodies, room; // room: pairs and contacts
    // This step's. Bodies have two colliders each, and are dynamic and awake.
    uint32_t pairs, contacts;
    struct manifold* m;
    collider_meet* who;
    uint32_t *number, *old; // contact, past
} test_graph;

void test_make_graph(test_gpu*, test_graph*, uint32_t bodies, uint32_t room); // a fresh arena
void test_destroy_graph(test_graph*);
// n pairs between bodies, all of them contacts and new.
void test_set_graph(test_graph*, uint32_t n, const uint32_t (*body)[2]);
// A step on the device and in the twin: the same bits, every contact that can be solved in one place, no two places of
// a colour that push the same body, contacts of a colour in their order.
void test_run_graph(test_gpu*, test_graph*);

#endif
