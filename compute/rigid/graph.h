// Contacts by colour: those of one colour share no body that they push, and are solved at once.
#ifndef MAS_GRAPH_H
#define MAS_GRAPH_H

#include "primitive/scan.h"
#include "rigid/graph_shared.h"

typedef struct mas_graph
{
    // For the solver. A place is a contact's number in the order of colours, inside a colour in the order of contacts.
    mas_span order;             // uint by place: number of the contact's pair
    mas_span list[GRAPH_LISTS]; // headers of the colours; spare is the first place. The last: contacts without colour,
                                // count of them for one thread; the header starts one group
    mas_span lists;             // graph_list: all of them
    mas_span places;            // header of all places
    mas_span counters;          // graph_counters

    // Kept for the next step, with order, which has this step's pair numbers.
    mas_span count;  // uint: places
    mas_span colour; // uint by place

    mas_span where;           // uint by pair of the last step: its place, if it is there
    mas_span old_list;        // header of the last step's places
    mas_span link, choice;    // by contact
    mas_span body;            // by slot
    mas_span waiting;         // graph_list: contacts of each round
    mas_span waiting_list[2]; // uint: their numbers, by turns
    mas_span table, first;    // uint by colour and word of 32 contacts: bits; bits before
    mas_span table_list, total;
    mas_span contacts; // header
    mas_scan scan;
    mas_pass begin, note, past, connect, keep, claim[GRAPH_ROUNDS], take[GRAPH_ROUNDS], mark, bits, place, finish;
    uint32_t pair_capacity, capacity; // pairs, contacts
} mas_graph;

extern const mas_kernel_desc mas_graph_kernels[];
extern const uint32_t mas_graph_kernel_count;

void mas_graph_plan(mas_graph*, mas_arena*, uint32_t bodies, uint32_t pairs, uint32_t contacts);
// contact: uint, numbers of pairs; contacts: their header. By pair: manifold, and past (PAST_*). meet: collider_meet.
massa_result mas_graph_create(mas_graph*, mas_kernels*, mas_span contact, mas_span contacts, mas_span manifold,
                              mas_span meet, mas_span past);
void mas_graph_record(const mas_graph*, mas_recorder*); // after contacts, and after sleepers have been woken

#endif
