#ifndef MAS_INTEGRATE_H
#define MAS_INTEGRATE_H

#include "rigid.h"

typedef struct mas_integrate
{
    mas_pass push, move, finish;
} mas_integrate;

extern const mas_kernel_desc mas_integrate_kernels[];
extern const uint32_t mas_integrate_kernel_count;

// lost: generation of a body by slot, written when its motion left the numbers; any: header that then lists all slots.
massa_result mas_integrate_create(mas_integrate*, mas_kernels*, const mas_bodies*, mas_span params, mas_span lost,
                                  mas_span any);
void mas_integrate_push_record(const mas_integrate*, mas_recorder*, uint32_t body_count, bool begins); // begins: a step
void mas_integrate_move_record(const mas_integrate*, mas_recorder*, uint32_t body_count);
void mas_integrate_finish_record(const mas_integrate*, mas_recorder*, uint32_t body_count);

#endif
