#ifndef MAS_CORRECT_H
#define MAS_CORRECT_H

#include "liquid.h"

typedef struct mas_correct
{
    mas_pass push[6]; // one liquid; several; the same in the first pass of a part; in the last
    mas_pass commit;  // of a part of one pass
} mas_correct;

extern const mas_kernel_desc mas_correct_kernels[];
extern const uint32_t mas_correct_kernel_count;

massa_result mas_correct_create(mas_correct*, mas_kernels*, const mas_particles*, const mas_liquid*);
// slots, liquids: in use. first, last: pass of a part; the last one leaves particles by place for the next part.
void mas_correct_record(const mas_correct*, mas_recorder*, const mas_liquid*, uint32_t slots, uint32_t liquids,
                        bool first, bool last);

#endif
