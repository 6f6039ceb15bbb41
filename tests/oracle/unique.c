#include "unique.h"

#include <string.h>

uint32_t oracle_unique(const uint32_t* keys, uint32_t words, uint32_t count, uint32_t* starts, uint32_t capacity)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t* key = &keys[i * words];
        if (i > 0 && memcmp(key, key - words, words * sizeof *key) == 0) continue;
        if (runs < capacity) starts[runs] = i;
        ++runs;
    }
    return runs;
}
