#ifndef MAS_TAKE_H
#define MAS_TAKE_H

#include "subdivision.h"
#include "subdivision/take_shared.h"

typedef struct mas_take
{
    mas_pass take;
} mas_take;

extern const mas_kernel_desc mas_take_kernels[];
extern const uint32_t mas_take_kernel_count;

// kept: vec4, the cages' points of all surfaces one after the other, as the last step had them.
massa_result mas_take_create(mas_take*, mas_kernels*, const mas_surfaces*, mas_span kept);
// Of one surface, whose cage's points begin at first_kept there.
void mas_take_record(const mas_take*, mas_recorder*, const mas_surface_range*, uint32_t first_kept);

#endif
