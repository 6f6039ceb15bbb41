// Twin of compute/rigid/graph.c.
#ifndef MAS_ORACLE_GRAPH_H
#define MAS_ORACLE_GRAPH_H

#include "collision/cache_shared.h"
#include "rigid/graph_shared.h"

typedef struct oracle_graph
{
    uint32_t bodies, pairs, contacts; // capacities
    uint32_t count;                   // places
    uint32_t* order;                  // by place: pair
    uint32_t* colour;                 // by place: what is kept
    uint32_t first[GRAPH_LISTS + 1];  // place of each colour
    graph_counters counters;
} oracle_graph;

oracle_graph oracle_graph_create(uint32_t bodies, uint32_t pairs, uint32_t contacts);
void oracle_graph_destroy(oracle_graph*);

// contact: numbers of n pairs. By pair: m, past; by collider: meet.
void oracle_graph_step(oracle_graph*, const uint32_t* contact, uint32_t n, const manifold* m, const collider_meet* meet,
                       const uint32_t* past);

#endif
