#include "compact.h"

uint32_t oracle_compact(const uint32_t* flags, uint32_t count, uint32_t* kept, uint32_t capacity)
{
    uint32_t needed = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        if (flags[i] == 0) continue;
        if (needed < capacity) kept[needed] = i;
        ++needed;
    }
    return needed;
}
