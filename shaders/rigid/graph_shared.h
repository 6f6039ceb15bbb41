// Colours of contacts: two contacts of one colour share no body that they could push, so a colour is solved at once.
#ifndef MAS_GRAPH_SHARED_H
#define MAS_GRAPH_SHARED_H

#include "list_shared.h"

#define GRAPH_COLOURS 32                // a bit each in a body's word
#define GRAPH_LISTS (GRAPH_COLOURS + 1) // the last: contacts without a colour, solved one after the other
#define GRAPH_ROUNDS 8                  // of colouring; heaps of cubes need 7 to 9 from scratch, 3 if 5 % are new
#define GRAPH_SLOTS 8                   // claims a body takes at a time: so many contacts it can colour in a round
#define GRAPH_NUMBER_BITS 27            // of a contact's number in a claim; above them the round, counted from 1
#define GRAPH_NOBODY 0xFFFFFFFFu

STRUCT(graph_push)
{
    mas_range range;
    uint round;
    uint pairs;    // capacities
    uint contacts;
    uint bodies;   // slots in use
};

STRUCT(graph_list) // at offsets that every device can bind
{
    list_header list; // of a colour: spare is its first place
    uint spare[52];
};

STRUCT(graph_link) // of a contact: bodies that it pushes, awake and dynamic ones; twice GRAPH_NOBODY: it is not solved
{
    uint a; // slot, or GRAPH_NOBODY
    uint b;
};

STRUCT(graph_body)
{
    uint used;               // bits of the colours of its contacts
    uint contacts;           // all of them
    uint claim[GRAPH_SLOTS]; // the highest bid for one of the colours c, c + GRAPH_SLOTS, ...
};

// What a contact keeps for the next step. 0: it has no colour.
#define GRAPH_COLOUR_MASK 63u // 1 + colour
#define GRAPH_PUSHED_A 64u    // added: a was pushed, so no other contact of a has the colour
#define GRAPH_PUSHED_B 128u

STRUCT(graph_counters)
{
    uint solved;   // contacts with a place
    uint kept;     // of these, with their colour of the last step
    uint colours;  // that some contact has
    uint overflow; // contacts without one: none was free,
    uint late;     // or, so many of them, no round was left
    uint rounds;   // that had something to do
    uint spare;
    uint spare_1;
};

#endif
