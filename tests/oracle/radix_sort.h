// Stable sort of keys with payloads, by merging.
#ifndef ORACLE_RADIX_SORT_H
#define ORACLE_RADIX_SORT_H

#include <stdint.h>

// key: key_words (1 or 2) uints per entry, low word first; bits from key_bits up do not count. Sorts in place.
void oracle_radix_sort(uint32_t* key, uint32_t* payload, uint32_t count, uint32_t key_words, uint32_t key_bits);

#endif
