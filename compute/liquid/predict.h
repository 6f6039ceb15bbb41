#ifndef MAS_PREDICT_H
#define MAS_PREDICT_H

#include "liquid.h"

typedef struct mas_predict
{
    mas_span counts; // of the grid's cells
    mas_pass fly[2]; // particles by slot; by place of the last part
} mas_predict;

extern const mas_kernel_desc mas_predict_kernels[];
extern const uint32_t mas_predict_kernel_count;

massa_result mas_predict_create(mas_predict*, mas_kernels*, const mas_particles*, const mas_liquid*);
// Begins a part, number of a substep. slots: in use. carried: the last part left particles by place.
void mas_predict_record(const mas_predict*, mas_recorder*, const mas_liquid*, uint32_t number, uint32_t slots,
                        bool carried);

#endif
