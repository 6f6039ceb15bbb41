// Fill: a pattern of 1 to 4 words into every entry of a list.
//   fill  one thread per entry   fill.comp
#include "fill.h"
#include "primitive/fill_shared.h"

#include <assert.h>
#include <string.h>

const mas_kernel_desc mas_fill_kernels[] = {
    { "fill", "rw", .push = sizeof(fill_push) },
};
const uint32_t mas_fill_kernel_count = MAS_COUNT(mas_fill_kernels);

massa_result mas_list_fill_create(mas_list_fill* f, mas_kernels* kernels, mas_span elements, mas_span list)
{
    assert(elements.stride % 4 == 0 && elements.stride >= 4 && elements.stride <= 16);
    f->list = list;
    return mas_bind(kernels, &f->pass, &mas_fill_kernels[0], list, elements);
}

void mas_list_fill_record(const mas_list_fill* f, mas_recorder* rec, const uint32_t* pattern)
{
    const uint32_t bytes = f->pass.span[1].stride;
    fill_push push       = { .words = bytes / 4 };
    memcpy(&push.pattern, pattern, bytes);
    mas_run_list(rec, &f->pass, f->list, &push);
}
