#include "cell_sort.h"

#include <stdlib.h>

void oracle_cell_sort(const uint32_t* key, uint32_t count, uint32_t cells, uint32_t* start, uint32_t* sorted)
{
    uint32_t* next = malloc(cells * sizeof *next);
    for (uint32_t c = 0; c <= cells; ++c)
        start[c] = 0;
    for (uint32_t i = 0; i < count; ++i)
        ++start[key[i] + 1];
    for (uint32_t c = 0; c < cells; ++c)
    {
        start[c + 1] += start[c];
        next[c] = start[c];
    }
    for (uint32_t i = 0; i < count; ++i)
        sorted[next[key[i]]++] = i;
    free(next);
}
