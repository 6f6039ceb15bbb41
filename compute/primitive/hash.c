// Hash: sums over rows of a mix of the row's words, its index and the array's tag.
//   hash  each thread sums its rows, then adds to the total by integer atomics   hash.comp
// A sum and not a chain: rows may come in any order, windows and workgroups of any size, and the bits stay the same.
#include "hash.h"
#include "primitive/hash_shared.h"

#include <assert.h>

const mas_kernel_desc mas_hash_kernels[] = {
    { "hash", "Rx", sizeof(hash_push), .items = HASH_ITEMS },
};
const uint32_t mas_hash_kernel_count = MAS_COUNT(mas_hash_kernels);

massa_result mas_hash_create(mas_hash* h, mas_kernels* kernels, mas_span elements, mas_span sum)
{
    assert(elements.stride % 16 == 0);
    h->rows = elements.stride / 16;
    return mas_bind(kernels, &h->pass, &mas_hash_kernels[0], elements, sum);
}

void mas_hash_record(const mas_hash* h, mas_recorder* rec, uint64_t count, uint32_t tag)
{
    const hash_push push = { .tag = tag, .rows = h->rows };
    mas_run(rec, &h->pass, count, &push);
}
