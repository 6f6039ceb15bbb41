// Twin of compute/collision/contacts.c.
#ifndef MAS_ORACLE_CONTACTS_H
#define MAS_ORACLE_CONTACTS_H

#include "bins.h"
#include "collision/joined_shared.h"

// Bodies that a joint keeps from meeting, the lower one first, by (a, b).
typedef struct oracle_joined
{
    joined_pair* pair;
    uint32_t count;
} oracle_joined;

void oracle_sort_joined(oracle_joined*);

// The pairs with points that something moves, those that touch first; returns how many wanted in, the first of them, up
// to capacity, are in contact. joined null: nobody is. Marks who is, and completes cache->counters.
uint32_t oracle_contacts(oracle_cache*, const oracle_colliders*, const oracle_joined* joined, uint32_t capacity,
                         uint32_t* contact);

#endif
