// Hash of an array of rows of 16 bytes, for comparing states: 64 bits, each word a sum over the rows, modulo 2^32.
#ifndef MAS_HASH_H
#define MAS_HASH_H

#include "core/recorder.h"

typedef struct mas_hash
{
    mas_pass pass;
    uint32_t rows; // per element
} mas_hash;

extern const mas_kernel_desc mas_hash_kernels[];
extern const uint32_t mas_hash_kernel_count;

// elements: a span, windowed or not, whose stride is a multiple of 16. sum: two uints that the caller sets to 0 before
// the first array and reads after the last.
massa_result mas_hash_create(mas_hash*, mas_kernels*, mas_span elements, mas_span sum);
// Adds the first count elements. tag tells arrays apart. Rows of zeros add nothing, so count may be generous.
void mas_hash_record(const mas_hash*, mas_recorder*, uint64_t count, uint32_t tag);

#endif
