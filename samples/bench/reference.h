// Single-threaded C that does what the primitives do, as one would write it for speed on one core.
#ifndef BENCH_REFERENCE_H
#define BENCH_REFERENCE_H

#include <stdint.h>

typedef struct reference_pair
{
    uint32_t key, payload;
} reference_pair;

void reference_qsort(reference_pair*, uint32_t count);
// 8 bits per pass, all digits counted in one walk; sorted in place, spare is overwritten.
void reference_radix(uint32_t* key, uint32_t* payload, uint32_t* spare_key, uint32_t* spare_payload, uint32_t count);
// 11 bits per pass, key above payload in one word; the result is in spare.
void reference_radix_11(uint64_t* pair, uint64_t* spare, uint32_t count);
// start: cells + 1; sorted: count.
void reference_cells(const uint32_t* key, uint32_t count, uint32_t cells, uint32_t* start, uint32_t* sorted);
void reference_scan(const uint32_t* values, uint32_t* sums, uint32_t count);
uint32_t reference_sum(const uint32_t* values, uint32_t count);
uint32_t reference_compact(const uint32_t* flags, uint32_t* kept, uint32_t count);

#endif
