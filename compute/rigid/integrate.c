// Free flight of all bodies over one substep.
//   fly   forces, gyroscopic turn, position, rotation; sets lost bodies aside   integrate.comp
#include "integrate.h"

const mas_kernel_desc mas_integrate_kernels[] = {
    { .name = "integrate", .access = "uRRXXXwx", .push = sizeof(mas_range) },
};
const uint32_t mas_integrate_kernel_count = MAS_COUNT(mas_integrate_kernels);

massa_result mas_integrate_create(mas_integrate* s, mas_kernels* k, const mas_bodies* b, mas_span params, mas_span lost,
                                  mas_span any)
{
    return mas_bind(k, &s->fly, &mas_integrate_kernels[0], params, b->mass, b->load, b->trait, b->pose, b->motion, lost,
                    any);
}

void mas_integrate_record(const mas_integrate* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "integrate");
    mas_run(rec, &s->fly, body_count, NULL);
    mas_end(rec);
}
