// Every stage's kernel table, the kernels that belong to tests, and those that are twins; tables.awk writes the lists
// from compute/*/*.h and the names of shaders.
#ifndef MAS_TEST_TABLES_H
#define MAS_TEST_TABLES_H

#include "core/kernel.h"

typedef struct test_table
{
    const char* name; // of the stage
    const mas_kernel_desc* kernels;
    const uint32_t* count;
} test_table;

extern const test_table test_tables[];        // ends with a null name
extern const char* const test_kernel_names[]; // of tests/shaders; ends with null
extern const char* const test_twin_names[];   // of shaders/*/cpu; ends with null

#endif
