// Stable radix sort of 32- or 64-bit keys, each with a 32-bit payload, over a list; the arrays are sorted in place.
#ifndef MAS_RADIX_SORT_H
#define MAS_RADIX_SORT_H

#include "core/list.h"

enum
{
    MAS_RADIX_SORT_MAX_PASSES = 8
};

typedef struct mas_radix_sort
{
    uint32_t key_words, key_bits, passes;
    mas_span table, total; // counts per digit and thread, then places; entries per digit
    mas_span entry[2];     // whole entries, key and payload, between the first pass and the last
    mas_span list;
    mas_pass scan;
    mas_pass count[MAS_RADIX_SORT_MAX_PASSES], scatter[MAS_RADIX_SORT_MAX_PASSES];
} mas_radix_sort;

extern const mas_kernel_desc mas_radix_sort_kernels[];
extern const uint32_t mas_radix_sort_kernel_count;

// Scratch for a list of at most capacity entries. key_words: 1, or 2 for 64-bit keys. key_bits: 1 .. 32 * key_words;
// bits from there up are carried along and do not change the order. Every 8 bits, or part of them, cost one pass of
// three dispatches; 8 bits or less cost as much as 16.
void mas_radix_sort_plan(mas_radix_sort*, mas_arena*, uint32_t capacity, uint32_t key_words, uint32_t key_bits);
// key: key_words uints per entry, low word first. payload: one uint per entry. Entries from the list's count on stay as
// they are.
massa_result mas_radix_sort_create(mas_radix_sort*, mas_kernels*, mas_span key, mas_span payload, mas_span list);
void mas_radix_sort_record(const mas_radix_sort*, mas_recorder*);

#endif
