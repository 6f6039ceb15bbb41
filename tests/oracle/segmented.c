#include "segmented.h"
#include "reduce.h"

#include <string.h>

uint32_t oracle_segmented(const uint32_t* keys, uint32_t words, const void* values, bool floats, uint32_t count,
                          uint32_t* run_key, uint32_t* run_sum, uint32_t capacity)
{
    uint32_t runs = 0;
    for (uint32_t first = 0, end; first < count; first = end, ++runs)
    {
        const uint32_t* key = &keys[first * words];
        for (end = first + 1; end < count && memcmp(key, &keys[end * words], words * 4) == 0;)
            ++end;
        if (runs >= capacity) continue;
        memcpy(&run_key[runs * words], key, words * 4);
        if (!floats)
        {
            run_sum[runs] = oracle_sum_uint((const uint32_t*)values + first, end - first);
            continue;
        }
        const float sum = oracle_sum_lanes((const float*)values + first, end - first);
        memcpy(&run_sum[runs], &sum, 4);
    }
    return runs;
}
