#ifndef MAS_SETTLE_H
#define MAS_SETTLE_H

#include "liquid.h"

typedef struct mas_settle
{
    mas_pass back;
} mas_settle;

extern const mas_kernel_desc mas_settle_kernels[];
extern const uint32_t mas_settle_kernel_count;

massa_result mas_settle_create(mas_settle*, mas_kernels*, const mas_particles*, const mas_liquid*);
void mas_settle_record(const mas_settle*, mas_recorder*, uint32_t slots); // in use

#endif
