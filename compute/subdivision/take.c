// Points of a cage that a host's shader wrote become state.
//   take   places are flushed, others go back; previous is what the last step had   take.comp
#include "take.h"

const mas_kernel_desc mas_take_kernels[] = {
    { .name = "take", .access = "xwx", .push = sizeof(take_push) },
};
const uint32_t mas_take_kernel_count = MAS_COUNT(mas_take_kernels);

massa_result mas_take_create(mas_take* s, mas_kernels* k, const mas_surfaces* surfaces, mas_span kept)
{
    return mas_bind(k, &s->take, &mas_take_kernels[0], surfaces->point, surfaces->previous, kept);
}

void mas_take_record(const mas_take* s, mas_recorder* rec, const mas_surface_range* r, uint32_t first_kept)
{
    const take_push push = { .point = r->point, .kept = first_kept };
    mas_begin(rec, "take points");
    mas_run(rec, &s->take, r->cage_points, &push);
    mas_end(rec);
}
