// Stable radix sort: sizes and push constants (compute/primitive/radix_sort.c tells the story).
#ifndef MAS_RADIX_SORT_SHARED_H
#define MAS_RADIX_SORT_SHARED_H

#include "types_shared.h"

#define RADIX_SORT_DIGITS 256 // 8 bits per pass
// Threads of a group that work, each with its own column of digit counters: 256 x 16 x 4 bytes are the 16 KiB of shared
// memory that every device has.
#define RADIX_SORT_COLUMNS 16
// Entries per column, in input order. More make less of the counters' clearing and storing, but fewer groups. Not a power
// of two, but 8 times an odd number: threads walk their runs side by side, and would all need the same few cache lines.
#define RADIX_SORT_RUN 2056
#define RADIX_SORT_BLOCK (RADIX_SORT_COLUMNS * RADIX_SORT_RUN) // per group
#define RADIX_SORT_SEGMENT 32 // digits whose totals one group adds up; no more than any group has threads
#define RADIX_SORT_SEGMENTS (RADIX_SORT_DIGITS / RADIX_SORT_SEGMENT)

// Where entries are read from.
#define RADIX_SORT_ARRAYS 0 // keys, payloads
#define RADIX_SORT_ENTRY 1  // one array: key, payload; 2 words, or 4 for 64-bit keys

STRUCT(radix_sort_push)
{
    uint word;  // of the key, that the digit is in
    uint shift; // bits below the digit in that word
    uint mask;  // of the digit, after the shift
};

#endif
