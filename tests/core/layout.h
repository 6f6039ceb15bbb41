// Every struct that C and GLSL share, as C lays it out; layout.awk writes the list from the headers.
#ifndef MAS_TEST_LAYOUT_H
#define MAS_TEST_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct layout_member
{
    const char* name;
    size_t offset, size;
} layout_member;

typedef struct layout_struct
{
    const char* name;
    const char* header;
    size_t size;
    uint32_t member_count;
    const layout_member* members;
} layout_struct;

extern const layout_struct test_layouts[];    // ends with a null name
extern const layout_struct planted_layouts[]; // of tests/shaders/planted_*_shared.h, which are wrong on purpose

#endif
