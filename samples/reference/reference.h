// The twin of a world in plain C: it plays what the world records, on the CPU, one thread, and must come to the same
// bits (tests/oracle).
#ifndef REFERENCE_H
#define REFERENCE_H

#include <massa/massa.h>

typedef struct reference reference;

reference* reference_create(const massa_world_desc*);                   // as the world was made
void reference_destroy(reference*);                                     // null is fine
void reference_record(void* reference, const void* block, size_t size); // for massa_world_set_recorder: plays the step
uint64_t reference_hash(const reference*); // of the state after the last step, as massa_world_hash has it

#endif
