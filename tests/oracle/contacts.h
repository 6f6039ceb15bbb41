// Twin of compute/collision/contacts.c.
#ifndef MAS_ORACLE_CONTACTS_H
#define MAS_ORACLE_CONTACTS_H

#include "bins.h"

// The pairs with points that something moves, those that touch first; returns how many wanted in, the first of them, up
// to capacity, are in contact. Completes cache->counters.
uint32_t oracle_contacts(oracle_cache*, const oracle_colliders*, uint32_t capacity, uint32_t* contact);

#endif
