#ifndef MAS_PACE_H
#define MAS_PACE_H

#include "liquid.h"
#include "liquid/pace_shared.h"

typedef struct mas_pace
{
    mas_pass choose;
} mas_pace;

extern const mas_kernel_desc mas_pace_kernels[];
extern const uint32_t mas_pace_kernel_count;

massa_result mas_pace_create(mas_pace*, mas_kernels*, const mas_liquid*);
void mas_pace_record(const mas_pace*, mas_recorder*, uint32_t cells); // of the grid's table

#endif
