// Once per step: into how many parts substeps are divided, from the largest speed of the last step.
//   choose   speed -> length of a part, which parts run   pace.comp
#include "pace.h"

const mas_kernel_desc mas_pace_kernels[] = {
    { .name = "pace", .access = "xxw", .push = sizeof(pace_push) },
};
const uint32_t mas_pace_kernel_count = MAS_COUNT(mas_pace_kernels);

massa_result mas_pace_create(mas_pace* s, mas_kernels* k, const mas_liquid* l)
{
    return mas_bind(k, &s->choose, &mas_pace_kernels[0], l->params, l->state, l->gate);
}

void mas_pace_record(const mas_pace* s, mas_recorder* rec, uint32_t cells)
{
    const pace_push push = { .cells = cells };
    mas_begin(rec, "liquid pace");
    mas_run(rec, &s->choose, 1, &push);
    mas_end(rec);
}
