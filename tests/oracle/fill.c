#include "fill.h"

void oracle_fill(uint32_t* elements, uint32_t count, const uint32_t* pattern, uint32_t words)
{
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t w = 0; w < words; ++w)
            elements[i * words + w] = pattern[w];
}
