// The contacts of a step: pairs whose manifold has points, those that touch first, each in the order of the pairs.
#ifndef MAS_CONTACTS_H
#define MAS_CONTACTS_H

#include "cache.h"
#include "collision/joined_shared.h"
#include "primitive/compact.h"

typedef struct mas_contacts
{
    mas_span contact; // uint: numbers of pairs
    mas_span list;    // their header; those without room are dropped, the last first, and counted
    mas_span flag;    // uint: two rows by pair
    mas_span flag_list;
    mas_span pairs;
    mas_compact compact;
    mas_pass classes, finish;
    uint32_t capacity;
    // Given before create, in a world with joints: pairs whose bodies are joined are no contacts.
    mas_span joined;      // joined_pair
    uint32_t joined_mask; // before each record, as in joined_push
} mas_contacts;

extern const mas_kernel_desc mas_contacts_kernels[];
extern const uint32_t mas_contacts_kernel_count;

void mas_contacts_plan(mas_contacts*, mas_arena*, const mas_cache*, uint32_t capacity);
massa_result mas_contacts_create(mas_contacts*, mas_kernels*, const mas_colliders*, const mas_pairs*, const mas_cache*);
void mas_contacts_record(const mas_contacts*, mas_recorder*); // after match

#endif
