// Unique: compact, with "differs from the key before" as the flag, in two dispatches. The flag is computed twice from
// neighbouring keys: that is cheaper than a third dispatch that stores it.
//   count  runs per chunk and block                                        unique_count.comp
//   keep   index of each run's first key to its place, the list's header   unique.comp
#include "unique.h"
#include "primitive/compact_shared.h"

#include <assert.h>

enum
{
    COUNT, // + 1 for keys of two words
    KEEP = 2
};

// The constant is the number of words per key.
const mas_kernel_desc mas_unique_kernels[] = {
    [COUNT]     = { "unique_count", "rwxr", .items = LIST_BLOCK, .constant = { 1 } },
    [COUNT + 1] = { "unique_count", "rwxr", .items = LIST_BLOCK, .constant = { 2 } },
    [KEEP]      = { "unique", "rrrwwr", sizeof(compact_push), .items = LIST_BLOCK, .constant = { 1 } },
    [KEEP + 1]  = { "unique", "rrrwwr", sizeof(compact_push), .items = LIST_BLOCK, .constant = { 2 } },
};
const uint32_t mas_unique_kernel_count = MAS_COUNT(mas_unique_kernels);

void mas_unique_plan(mas_unique* u, mas_arena* arena, uint32_t capacity)
{
    mas_compact_plan(&u->heads, arena, capacity);
}

massa_result mas_unique_create(mas_unique* u, mas_kernels* kernels, mas_span keys, mas_span list, mas_span starts,
                               mas_span start_list)
{
    assert(keys.stride == 4 || keys.stride == 8);
    const uint32_t wide = keys.stride == 8;
    mas_compact* c      = &u->heads;
    c->list             = list;
    c->kept_list        = start_list;
    c->capacity         = (uint32_t)mas_span_count(starts);
    MAS_TRY(mas_bind(kernels, &c->count, &mas_unique_kernels[COUNT + wide], list, c->sums.chunk_sum, c->sums.block_sum,
                     keys));
    return mas_bind(kernels, &c->keep, &mas_unique_kernels[KEEP + wide], list, c->sums.chunk_sum, c->sums.block_sum,
                    starts, start_list, keys);
}

void mas_unique_record(const mas_unique* u, mas_recorder* rec)
{
    mas_compact_record(&u->heads, rec);
}
