#ifndef MAS_DENSITY_H
#define MAS_DENSITY_H

#include "liquid.h"

typedef struct mas_density
{
    mas_pass weigh[4]; // one liquid; several; the same in the first pass of a part
} mas_density;

extern const mas_kernel_desc mas_density_kernels[];
extern const uint32_t mas_density_kernel_count;

massa_result mas_density_create(mas_density*, mas_kernels*, const mas_particles*, const mas_liquid*);
// slots, liquids: in use. first: pass of a part.
void mas_density_record(const mas_density*, mas_recorder*, const mas_liquid*, uint32_t slots, uint32_t liquids,
                        bool first);

#endif
