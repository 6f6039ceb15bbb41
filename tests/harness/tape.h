// The recorded steps of a world: test_try(massa_world_set_recorder(world, tape_record, &tape)).
#ifndef MAS_TEST_TAPE_H
#define MAS_TEST_TAPE_H

#include <stddef.h>
#include <stdint.h>

typedef struct tape // zeros: empty
{
    uint32_t count;
    uint8_t** block;
    size_t* size; // of each block
} tape;

void tape_record(void* tape, const void* block, size_t size); // a massa_record_fn
void tape_drop(tape*);                                        // frees all; empty again

#endif
