#include "hash.h"

typedef struct constants
{
    uint32_t start, first, second;
} constants;

static uint32_t mix(const constants* c, uint32_t h, uint32_t word)
{
    h ^= word;
    h *= c->first;
    h ^= h >> 15;
    h *= c->second;
    return h ^ (h >> 16);
}

void oracle_hash(const uint32_t* rows, uint64_t count, uint32_t tag, uint32_t sum[2])
{
    static const constants stream[2] = { { 1, 0x85EBCA6Bu, 0xC2B2AE35u }, { 2, 0x7FEB352Du, 0x846CA68Bu } };
    for (uint64_t i = 0; i < count; ++i)
    {
        const uint32_t* row = &rows[4 * i];
        if ((row[0] | row[1] | row[2] | row[3]) == 0) continue;
        for (int k = 0; k < 2; ++k)
        {
            uint32_t h = mix(&stream[k], stream[k].start, tag);
            h          = mix(&stream[k], h, (uint32_t)i);
            for (int w = 0; w < 4; ++w)
                h = mix(&stream[k], h, row[w]);
            sum[k] += h;
        }
    }
}
