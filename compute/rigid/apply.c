// Edits of bodies: what the host asked for since the last step becomes state.
//   play   edits, in the host's order per body -> all body arrays   apply.comp
#include "apply.h"

const mas_kernel_desc mas_apply_kernels[] = { { .name = "apply", .access = "urXXXXWX", .push = sizeof(mas_range) } };
const uint32_t mas_apply_kernel_count     = MAS_COUNT(mas_apply_kernels);

massa_result mas_apply_create(mas_apply* s, mas_kernels* k, const mas_bodies* b, mas_span params, mas_span edits)
{
    return mas_bind(k, &s->play, &mas_apply_kernels[0], params, edits, b->mass, b->load, b->trait, b->pose, b->previous,
                    b->motion);
}

void mas_apply_record(const mas_apply* s, mas_recorder* rec, uint32_t edit_count, uint32_t body_count)
{
    mas_begin(rec, "edits");
    mas_run_each(rec, &s->play, edit_count, body_count, NULL);
    mas_end(rec);
}
