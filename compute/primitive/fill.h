// Fill: the same pattern into every entry of a list. For whole spans there is mas_fill (recorder.h).
#ifndef MAS_FILL_H
#define MAS_FILL_H

#include "core/list.h"

typedef struct mas_list_fill
{
    mas_pass pass;
    mas_span list;
} mas_list_fill;

extern const mas_kernel_desc mas_fill_kernels[];
extern const uint32_t mas_fill_kernel_count;

// elements: of 1 to 4 words, as the span's stride says, one per entry of list.
massa_result mas_list_fill_create(mas_list_fill*, mas_kernels*, mas_span elements, mas_span list);
// pattern: as many words as an element has.
void mas_list_fill_record(const mas_list_fill*, mas_recorder*, const uint32_t* pattern);

#endif
