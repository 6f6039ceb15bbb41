// Times of the primitives, ours and C's, and their report.
#ifndef BENCH_PRIMITIVES_H
#define BENCH_PRIMITIVES_H

#include "bench.h"

typedef enum measure // ours, then C in the same order, then what has no partner
{
    RADIX,
    CELLS,    // entries in spatial order, as particles are made
    SHUFFLED, // the same cells, entries in no order
    SCAN,
    REDUCE,
    COMPACT,
    OURS, // number of ours
    C_RADIX = OURS,
    C_CELLS,
    C_SHUFFLED,
    C_SCAN,
    C_SUM,
    C_COMPACT,
    C_QSORT,
    C_RADIX_11,
    MEASURES
} measure;

enum
{
    MAX_ROUNDS       = 61,
    PRIMITIVES_SIZES = 3, // 64k, 1M, 4M
};

typedef struct size_result
{
    uint32_t count, rounds;
    double ms[MEASURES][MAX_ROUNDS], best[MEASURES], median[MEASURES]; // wall time
    double cpu[MEASURES]; // best, all threads: what a disturbed machine does not change much
    uint32_t dispatches[OURS];
    double empty_us; // of a dispatch over an empty list, with its barrier
} size_result;

// Prints times, growth and gates. False when a gate fails.
bool primitives_report(const size_result results[PRIMITIVES_SIZES], const char* device, bool json);

#endif
