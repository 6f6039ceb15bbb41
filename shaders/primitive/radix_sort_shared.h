// Stable radix sort: sizes and push constants (compute/primitive/radix_sort.c tells the story).
#ifndef MAS_RADIX_SORT_SHARED_H
#define MAS_RADIX_SORT_SHARED_H

#include "types_shared.h"

#define RADIX_SORT_DIGITS 256 // 8 bits per pass
// Threads of a group that work, each with its own column of digit counters: 256 x 16 x 4 bytes are the 16 KiB of shared
// memory that every device has. Half as many in twins (words.glsl), which run 8 threads side by side: those then share no
// cache line of counters with others (lavapipe 25: the sort takes 0.94 of the time). The table's size is C's.
#ifdef MAS_TWIN
#define RADIX_SORT_COLUMNS 8
#else
#define RADIX_SORT_COLUMNS 16
#endif
// Entries per column, in input order. More make less of the counters' clearing and storing, but fewer groups. Not a power
// of two, but 8 times an odd number: threads walk their runs side by side, and would all need the same few cache lines.
#define RADIX_SORT_RUN 2056
#define RADIX_SORT_BLOCK (RADIX_SORT_COLUMNS * RADIX_SORT_RUN) // per group
// Lanes and entries of a team (radix_sort_together.glsl); a column each.
#define RADIX_SORT_TEAM 8
#define RADIX_SORT_TEAM_RUN 16384

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
