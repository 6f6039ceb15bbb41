#include "reference.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void* a, const void* b)
{
    const uint32_t x = ((const reference_pair*)a)->key, y = ((const reference_pair*)b)->key;
    return (x > y) - (x < y);
}

void reference_qsort(reference_pair* pairs, uint32_t count)
{
    qsort(pairs, count, sizeof *pairs, compare);
}

static void exclusive(uint32_t* counts, uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t c = counts[i];
        counts[i]        = sum;
        sum += c;
    }
}

void reference_radix(uint32_t* key, uint32_t* payload, uint32_t* spare_key, uint32_t* spare_payload, uint32_t count)
{
    uint32_t place[4][256] = { { 0 } };
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t k = key[i];
        ++place[0][k & 255];
        ++place[1][k >> 8 & 255];
        ++place[2][k >> 16 & 255];
        ++place[3][k >> 24];
    }
    for (uint32_t pass = 0; pass < 4; ++pass)
    {
        exclusive(place[pass], 256);
        const uint32_t *from = pass % 2 == 0 ? key : spare_key, *with = pass % 2 == 0 ? payload : spare_payload;
        uint32_t *to = pass % 2 == 0 ? spare_key : key, *and = pass % 2 == 0 ? spare_payload : payload;
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t at = place[pass][from[i] >> 8 * pass & 255]++;
            to[at]            = from[i];
            and[at]           = with[i];
        }
    }
}

void reference_radix_11(uint64_t* pair, uint64_t* spare, uint32_t count)
{
    enum
    {
        LOW    = 32, // bit of the key
        BITS   = 11,
        DIGITS = 1 << BITS
    };
    static const uint32_t shift[3] = { LOW, LOW + BITS, LOW + 2 * BITS };
    uint32_t place[3][DIGITS];
    memset(place, 0, sizeof place);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t p = 0; p < 3; ++p)
            ++place[p][pair[i] >> shift[p] & (DIGITS - 1)];
    for (uint32_t p = 0; p < 3; ++p)
    {
        exclusive(place[p], DIGITS);
        for (uint32_t i = 0; i < count; ++i)
            spare[place[p][pair[i] >> shift[p] & (DIGITS - 1)]++] = pair[i];
        uint64_t* swap = pair;
        pair           = spare;
        spare          = swap;
    }
}

void reference_cells(const uint32_t* key, uint32_t count, uint32_t cells, uint32_t* start, uint32_t* sorted)
{
    memset(start, 0, ((size_t)cells + 1) * sizeof *start);
    for (uint32_t i = 0; i < count; ++i)
        ++start[key[i]];
    exclusive(start, cells + 1);
    for (uint32_t i = 0; i < count; ++i)
        sorted[start[key[i]]++] = i;
    memmove(start + 1, start, cells * sizeof *start); // each cell's end is the next one's start
    start[0] = 0;
}

void reference_scan(const uint32_t* values, uint32_t* sums, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        sums[i] = sum;
        sum += values[i];
    }
}

uint32_t reference_sum(const uint32_t* values, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += values[i];
    return sum;
}

uint32_t reference_compact(const uint32_t* flags, uint32_t* kept, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        kept[n] = i;
        n += flags[i] != 0;
    }
    return n;
}
