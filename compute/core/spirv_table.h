// Every kernel's SPIR-V, embedded by shaders/CMakeLists.txt: shaders/FAMILY/NAME.comp is entry NAME.
#ifndef MAS_CORE_SPIRV_TABLE_H
#define MAS_CORE_SPIRV_TABLE_H

#include <stdint.h>

typedef struct mas_spirv
{
    const char* name;
    const uint32_t* code;
    uint32_t size; // bytes
} mas_spirv;

extern const mas_spirv mas_spirv_table[]; // sorted by name
extern const uint32_t mas_spirv_count;

#endif
