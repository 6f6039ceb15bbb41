#include "scan.h"

uint32_t oracle_scan(const uint32_t* values, uint32_t* sums, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t value = values[i];
        sums[i]              = sum;
        sum += value;
    }
    return sum;
}
