#ifndef MAS_APPLY_H
#define MAS_APPLY_H

#include "rigid.h"

typedef struct mas_apply
{
    mas_pass play;
} mas_apply;

extern const mas_kernel_desc mas_apply_kernels[];
extern const uint32_t mas_apply_kernel_count;

massa_result mas_apply_create(mas_apply*, mas_kernels*, const mas_bodies*, mas_span params, mas_span edits);
void mas_apply_record(const mas_apply*, mas_recorder*, uint32_t edit_count, uint32_t body_count);

#endif
