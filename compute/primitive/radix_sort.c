// Radix sort: stable, least significant digit first, 8 bits per pass, three dispatches per pass.
//   count    each thread counts the digits of its own run of entries        radix_sort_count.comp
//   scan     counts -> places, one thread per digit                         radix_sort_scan.comp
//   scatter  each thread carries its run to the places, in order            radix_sort_scatter.comp
//
// A thread owns a column of 256 counters (in shared memory, or an array of its own: radix_sort_column.glsl) and
// shares nothing with its neighbours, so count and scatter need no barrier, no atomic and no subgroup operation, and
// stability costs nothing. The counts of all columns are kept between the two dispatches: counting a second time inside
// scatter, as sorts with one count per group do, cost more.
//
//     run:     [ column 0 | column 1 | ... | column 15 ][ column 0 | ...     RADIX_SORT_RUN entries each
//     group:   <----------- RADIX_SORT_BLOCK ----------><----
//     place:   base of the digit + entries of the digit in earlier groups and columns + its number in the column
//
// The first pass reads the caller's two arrays, the last writes them. In between an entry is one piece (key, payload):
// 256 places are written at a time, and one array means half the cache lines and pages (scatter 1.3 times as fast on
// lavapipe). Hence at least two passes.
//
// In the twins eight lanes share one longer run and one column (radix_sort_together.glsl): same sums, same places; the
// table is planned for the shorter runs. Figures: module/docs/lab/primitive.md, "Radix sort".
#include "radix_sort.h"
#include "primitive/radix_sort_shared.h"

#include <assert.h>

// Rows of the table by where entries come from and go to: the caller's arrays, or our own of whole entries.
enum
{
    COUNT, // in the caller's arrays
    COUNT_OWN,
    SCATTER_IN, // arrays -> own
    SCATTER_OWN,
    SCATTER_OUT, // own -> arrays
    COUNT_64,    // the same for keys of 64 bits
    COUNT_OWN_64,
    SCATTER_IN_64,
    SCATTER_OWN_64,
    SCATTER_OUT_64,
    SCAN
};

enum
{
    DIGIT_BITS = 8,
    ARRAYS     = RADIX_SORT_ARRAYS,
    OWN        = RADIX_SORT_ENTRY
};

enum // bindings of count
{
    COUNT_LIST,
    COUNT_KEY,
    COUNT_TABLE
};

static const char* const count_bindings[MAS_MAX_BINDINGS] = {
    [COUNT_LIST]  = "List",
    [COUNT_KEY]   = "Key",
    [COUNT_TABLE] = "Table",
};

enum // bindings of scan
{
    SCAN_LIST,
    SCAN_TABLE,
    SCAN_TOTAL
};

static const char* const scan_bindings[MAS_MAX_BINDINGS] = {
    [SCAN_LIST]  = "List",
    [SCAN_TABLE] = "Table",
    [SCAN_TOTAL] = "Total",
};

enum // bindings of scatter; without the last where whole entries are written
{
    LIST,
    KEY,
    PAYLOAD,
    TABLE,
    TOTAL,
    KEY_OUT,
    PAYLOAD_OUT
};

static const char* const scatter_bindings[MAS_MAX_BINDINGS] = {
    [LIST] = "List",   [KEY] = "Key",        [PAYLOAD] = "Payload",        [TABLE] = "Table",
    [TOTAL] = "Total", [KEY_OUT] = "KeyOut", [PAYLOAD_OUT] = "PayloadOut",
};

static const char* const own_bindings[MAS_MAX_BINDINGS] = {
    [LIST] = "List", [KEY] = "Key", [PAYLOAD] = "Payload", [TABLE] = "Table", [TOTAL] = "Total", [KEY_OUT] = "Entry",
};

// Constants: words per key, where entries come from; of the scan entries per column.
#define ROW(kernel, access_, names, words, from)                                                                       \
    {                                                                                                                  \
        .name = "radix_sort_" kernel, .access = access_, .push = sizeof(radix_sort_push), .items = LIST_BLOCK,         \
        .narrow = 32, .constant = { words, from }, .binding = names, .twin = {                                         \
            { .name = "radix_sort_together_" kernel, .lanes = RADIX_SORT_TEAM, .narrow = RADIX_SORT_TEAM }             \
        }                                                                                                              \
    }

const mas_kernel_desc mas_radix_sort_kernels[] = {
    [COUNT]          = ROW("count", "rrw", count_bindings, 1, ARRAYS),
    [COUNT_OWN]      = ROW("count", "rrw", count_bindings, 1, OWN),
    [SCATTER_IN]     = ROW("scatter_own", "rrrrrw", own_bindings, 1, ARRAYS),
    [SCATTER_OWN]    = ROW("scatter_own", "rrrrrw", own_bindings, 1, OWN),
    [SCATTER_OUT]    = ROW("scatter", "rrrrrww", scatter_bindings, 1, OWN),
    [COUNT_64]       = ROW("count", "rrw", count_bindings, 2, ARRAYS),
    [COUNT_OWN_64]   = ROW("count", "rrw", count_bindings, 2, OWN),
    [SCATTER_IN_64]  = ROW("scatter_own_64", "rrrrrw", own_bindings, 2, ARRAYS),
    [SCATTER_OWN_64] = ROW("scatter_own_64", "rrrrrw", own_bindings, 2, OWN),
    [SCATTER_OUT_64] = ROW("scatter", "rrrrrww", scatter_bindings, 2, OWN),
    [SCAN]           = { .name     = "radix_sort_scan",
                         .access   = "rxw",
                         .items    = LIST_BLOCK,
                         .narrow   = 8,
                         .constant = { RADIX_SORT_RUN },
                         .binding  = scan_bindings,
                         .twin     = { { .lanes    = RADIX_SORT_TEAM,
                                         .narrow   = RADIX_SORT_TEAM,
                                         .constant = { RADIX_SORT_TEAM_RUN } } } },
};
const uint32_t mas_radix_sort_kernel_count = MAS_COUNT(mas_radix_sort_kernels);

_Static_assert(RADIX_SORT_BLOCK >= LIST_BLOCK,
               "the list's arguments start one group per LIST_BLOCK, and that must be enough");
_Static_assert(RADIX_SORT_TEAM_RUN >= RADIX_SORT_RUN, "the table has room for the columns of teams");
_Static_assert(MAS_RADIX_SORT_MAX_PASSES* DIGIT_BITS == 64, "the widest key");

void mas_radix_sort_plan(mas_radix_sort* s, mas_arena* arena, uint32_t capacity, uint32_t key_words, uint32_t key_bits)
{
    assert(key_words >= 1 && key_words <= 2 && key_bits >= 1 && key_bits <= 32 * key_words);
    const uint64_t block  = RADIX_SORT_BLOCK;
    const uint64_t counts = (capacity + block - 1) / block * RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS;
    const uint32_t word = sizeof(uint32_t), stride = 2 * key_words * word;
    s->key_words = key_words;
    s->key_bits  = key_bits;
    s->passes    = (key_bits + DIGIT_BITS - 1) / DIGIT_BITS;
    if (s->passes < 2) s->passes = 2; // away and back
    s->table = mas_plan(arena, MAS_SCRATCH, "radix sort table", counts, word);
    s->total = mas_plan(arena, MAS_SCRATCH, "radix sort total", RADIX_SORT_DIGITS, word);
    for (uint32_t k = 0; k < 2 && k + 1 < s->passes; ++k)
        s->entry[k] = mas_plan(arena, MAS_SCRATCH, "radix sort entries", capacity, stride);
}

// The kernels read in fours; spans begin and end at multiples of 256 bytes, so a last odd piece has room to be read.
static mas_span in_fours(mas_span s)
{
    s.size = (s.size + 15) / 16 * 16;
    return s;
}

massa_result mas_radix_sort_create(mas_radix_sort* s, mas_kernels* kernels, mas_span key, mas_span payload,
                                   mas_span list)
{
    const bool wide = s->key_words == 2;
    s->list         = list;
    MAS_TRY(
        mas_bind(kernels, &s->scan,
                 &mas_radix_sort_kernels[SCAN], [SCAN_LIST] = list, [SCAN_TABLE] = s->table, [SCAN_TOTAL] = s->total));
    for (uint32_t p = 0; p < s->passes; ++p)
    {
        const bool first = p == 0, last = p + 1 == s->passes;
        const mas_span own_in = s->entry[(p + 1) % 2], own_out = s->entry[p % 2];
        const mas_span from      = in_fours(first ? key : own_in);
        const uint32_t count[]   = { first ? COUNT : COUNT_OWN, first ? COUNT_64 : COUNT_OWN_64 };
        const uint32_t scatter[] = { first  ? SCATTER_IN
                                     : last ? SCATTER_OUT
                                            : SCATTER_OWN,
                                     first  ? SCATTER_IN_64
                                     : last ? SCATTER_OUT_64
                                            : SCATTER_OWN_64 };
        MAS_TRY(mas_bind(
            kernels, &s->count[p],
            &mas_radix_sort_kernels[count[wide]], [COUNT_LIST] = list, [COUNT_KEY] = from, [COUNT_TABLE] = s->table));
        MAS_TRY(mas_bind(kernels, &s->scatter[p], &mas_radix_sort_kernels[scatter[wide]], [LIST] = list, [KEY] = from,
                         [PAYLOAD] = in_fours(first ? payload : own_in), [TABLE] = s->table, [TOTAL] = s->total,
                         [KEY_OUT] = last ? key : own_out, [PAYLOAD_OUT] = last ? payload : own_out));
    }
    return MASSA_OK;
}

void mas_radix_sort_record(const mas_radix_sort* s, mas_recorder* rec)
{
    for (uint32_t p = 0; p < s->passes; ++p)
    {
        const uint32_t bit         = p * DIGIT_BITS;
        const uint32_t left        = s->key_bits > bit ? s->key_bits - bit : 0; // 0: the pass only carries entries back
        const radix_sort_push push = {
            .word  = bit / 32,
            .shift = bit % 32,
            .mask  = left < DIGIT_BITS ? (1u << left) - 1 : RADIX_SORT_DIGITS - 1,
        };
        mas_run_list(rec, &s->count[p], s->list, &push);
        mas_run_list(rec, &s->scan, s->list, NULL);
        mas_run_list(rec, &s->scatter[p], s->list, &push);
    }
}
