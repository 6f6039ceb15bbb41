// Scan: exclusive sums of uint32 over a list, in two dispatches of one group per LIST_BLOCK entries.
//   fill    sums of piles <- 0
//   reduce  sums of chunks, blocks and piles of blocks   scan_reduce.comp
//   scan    each entry the sum of all before it, total   scan.comp, scan_in_place.comp
// Each group of the second dispatch adds up what is before its own block. A third dispatch between the two would cost
// more than these loads. An empty list dispatches nothing; its total comes from the fill.
//
// The twins give a team of eight lanes to each block (scan_together.glsl) and keep no sums of chunks. A list of at
// most SCAN_SHORT entries is scanned by one team in one dispatch, which reads every entry once; reduce is idle then.
// Figures: module/docs/lab/primitive.md, "Scan".
#include "scan.h"
#include "primitive/scan_shared.h"

#include <assert.h>

enum
{
    REDUCE,
    APART,
    IN_PLACE,
    SHORT_REDUCE, // the same for short lists
    SHORT_APART,
    SHORT_IN_PLACE
};

enum // bindings of reduce
{
    REDUCE_LIST,
    REDUCE_CHUNK_SUM,
    REDUCE_BLOCK_SUM,
    REDUCE_VALUES,
    REDUCE_VALUES_AGAIN
};

static const char* const reduce_bindings[MAS_MAX_BINDINGS] = {
    [REDUCE_LIST] = "List",     [REDUCE_CHUNK_SUM] = "ChunkSum",       [REDUCE_BLOCK_SUM] = "BlockSum",
    [REDUCE_VALUES] = "Values", [REDUCE_VALUES_AGAIN] = "ValuesAgain",
};

enum // bindings of scan; in place without the last two
{
    LIST,
    CHUNK_SUM,
    BLOCK_SUM,
    TOTAL,
    VALUES,
    VALUES_AGAIN,
    SUMS,
    SUMS_AGAIN
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [LIST] = "List",     [CHUNK_SUM] = "ChunkSum",       [BLOCK_SUM] = "BlockSum", [TOTAL] = "Total",
    [VALUES] = "Values", [VALUES_AGAIN] = "ValuesAgain", [SUMS] = "Sums",          [SUMS_AGAIN] = "SumsAgain",
};

static const char* const in_place_bindings[MAS_MAX_BINDINGS] = {
    [LIST] = "List",   [CHUNK_SUM] = "ChunkSum", [BLOCK_SUM] = "BlockSum",
    [TOTAL] = "Total", [VALUES] = "Values",      [VALUES_AGAIN] = "ValuesAgain",
};

#define TWIN(name_, access_, spans_, alone)                                                                            \
    {                                                                                                                  \
        .name = name_, .access = access_, .spans = spans_, .lanes = SCAN_TEAM, .narrow = SCAN_TEAM, .constant = {      \
            alone                                                                                                      \
        }                                                                                                              \
    }
#define REDUCE_ROW(...)                                                                                                \
    {                                                                                                                  \
        .name = "scan_reduce", .access = "rwxrr", .items = LIST_BLOCK, .narrow = 8, .binding = reduce_bindings,        \
        .twin = {                                                                                                      \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define APART_ROW(alone)                                                                                               \
    {                                                                                                                  \
        .name = "scan", .access = "rrrwrrww", .items = LIST_BLOCK, .narrow = 8, .binding = bindings, .twin = {         \
            TWIN("scan_together", "rrwrrww", "0234567", alone)                                                         \
        }                                                                                                              \
    }
#define IN_PLACE_ROW(alone)                                                                                            \
    {                                                                                                                  \
        .name = "scan_in_place", .access = "rrrwxx", .items = LIST_BLOCK, .narrow = 8, .binding = in_place_bindings,   \
        .twin = {                                                                                                      \
            TWIN("scan_together_in_place", "rrwxx", "02345", alone)                                                    \
        }                                                                                                              \
    }

const mas_kernel_desc mas_scan_kernels[] = {
    [REDUCE]         = REDUCE_ROW(TWIN("scan_together_reduce", "rxrr", "0234", 0)),
    [APART]          = APART_ROW(0),
    [IN_PLACE]       = IN_PLACE_ROW(0),
    [SHORT_REDUCE]   = REDUCE_ROW({ .lanes = SCAN_TEAM, .narrow = SCAN_TEAM, .idle = true }),
    [SHORT_APART]    = APART_ROW(1),
    [SHORT_IN_PLACE] = IN_PLACE_ROW(1),
};
const uint32_t mas_scan_kernel_count = MAS_COUNT(mas_scan_kernels);

_Static_assert(LIST_BLOCK % (SCAN_TEAM * SCAN_LANE_ENTRIES) == 0, "only the last block has an unfinished turn");
_Static_assert(SCAN_BLOCK_CHUNKS % SCAN_MAX_THREADS == 0, "every round of chunks is a full one");

mas_scan_sums mas_scan_plan_sums(mas_arena* arena, uint32_t capacity)
{
    const uint64_t blocks = ((uint64_t)capacity + LIST_BLOCK - 1) / LIST_BLOCK;
    const uint64_t piles  = (blocks + SCAN_PILE - 1) / SCAN_PILE;
    const uint32_t word   = sizeof(uint32_t);
    return (mas_scan_sums){
        .chunk_sum = mas_plan(arena, MAS_SCRATCH, "scan chunk sum", blocks * SCAN_BLOCK_CHUNKS, word),
        .block_sum = mas_plan(arena, MAS_SCRATCH, "scan block sum", piles * SCAN_PILE_STRIDE, word),
    };
}

void mas_scan_plan(mas_scan* s, mas_arena* arena, uint32_t capacity)
{
    s->is_short = capacity <= SCAN_SHORT;
    s->sums     = mas_scan_plan_sums(arena, capacity);
}

massa_result mas_scan_create(mas_scan* s, mas_kernels* kernels, mas_span values, mas_span sums, mas_span list,
                             mas_span total)
{
    const mas_kernel_desc* reduce   = &mas_scan_kernels[s->is_short ? SHORT_REDUCE : REDUCE];
    const mas_kernel_desc* apart    = &mas_scan_kernels[s->is_short ? SHORT_APART : APART];
    const mas_kernel_desc* in_place = &mas_scan_kernels[s->is_short ? SHORT_IN_PLACE : IN_PLACE];
    const mas_span chunk_sum = s->sums.chunk_sum, block_sum = s->sums.block_sum;
    s->list  = list;
    s->total = mas_span_part(total, 0, 1);
    MAS_TRY(mas_bind(kernels, &s->reduce, reduce, [REDUCE_LIST] = list, [REDUCE_CHUNK_SUM] = chunk_sum,
                     [REDUCE_BLOCK_SUM] = block_sum, [REDUCE_VALUES] = values, [REDUCE_VALUES_AGAIN] = values));
    if (values.memory == sums.memory && values.offset == sums.offset)
        return mas_bind(kernels, &s->scan, in_place, [LIST] = list, [CHUNK_SUM] = chunk_sum, [BLOCK_SUM] = block_sum,
                        [TOTAL] = s->total, [VALUES] = values, [VALUES_AGAIN] = values);
    assert(values.memory != sums.memory || values.offset + values.size <= sums.offset ||
           sums.offset + sums.size <= values.offset);
    return mas_bind(kernels, &s->scan, apart, [LIST] = list, [CHUNK_SUM] = chunk_sum, [BLOCK_SUM] = block_sum,
                    [TOTAL] = s->total, [VALUES] = values, [VALUES_AGAIN] = values, [SUMS] = sums, [SUMS_AGAIN] = sums);
}

void mas_scan_record(const mas_scan* s, mas_recorder* rec)
{
    mas_fill(rec, s->total, 0);
    mas_scan_record_again(s, rec);
}

void mas_scan_record_again(const mas_scan* s, mas_recorder* rec)
{
    if (!s->reduce.idle)
    {
        mas_fill(rec, s->sums.block_sum, 0);
        mas_run_list(rec, &s->reduce, s->list, NULL);
    }
    mas_run_list(rec, &s->scan, s->list, NULL);
}
