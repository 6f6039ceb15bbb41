#include "radix_sort.h"

#include <stdlib.h>

typedef struct entry
{
    uint64_t rank; // the bits of the key that count
    uint64_t key;
    uint32_t payload;
} entry;

static void merge(const entry* from, entry* to, uint32_t first, uint32_t middle, uint32_t end)
{
    uint32_t a = first, b = middle;
    for (uint32_t i = first; i < end; ++i)
    {
        const int left = a < middle && (b == end || from[a].rank <= from[b].rank); // equal: the earlier one first
        to[i]          = left ? from[a++] : from[b++];
    }
}

static uint32_t least(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

void oracle_radix_sort(uint32_t* key, uint32_t* payload, uint32_t count, uint32_t key_words, uint32_t key_bits)
{
    entry* from = malloc((count + 1) * sizeof *from);
    entry* to   = malloc((count + 1) * sizeof *to);
    for (uint32_t i = 0; i < count; ++i)
    {
        from[i].key = key[i * key_words];
        if (key_words == 2) from[i].key |= (uint64_t)key[i * 2 + 1] << 32;
        from[i].rank    = key_bits == 64 ? from[i].key : from[i].key & ((1ull << key_bits) - 1);
        from[i].payload = payload[i];
    }
    for (uint64_t width = 1; width < count; width *= 2)
    {
        for (uint64_t first = 0; first < count; first += 2 * width)
            merge(from, to, (uint32_t)first, least(first + width, count), least(first + 2 * width, count));
        entry* swap = from;
        from        = to;
        to          = swap;
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        key[i * key_words] = (uint32_t)from[i].key;
        if (key_words == 2) key[i * 2 + 1] = (uint32_t)(from[i].key >> 32);
        payload[i] = from[i].payload;
    }
    free(from);
    free(to);
}
