// Box with box.
#ifndef MAS_NARROW_BOX_H
#define MAS_NARROW_BOX_H

#include "collision.h"

typedef struct mas_narrow_box
{
    mas_span lists; // two headers: faces, edges
    mas_span entry; // uint: pair and axis; first half faces, second half edges
    mas_span list;  // header of the pairs to look at
    mas_pass sat, face, edge;
} mas_narrow_box;

extern const mas_kernel_desc mas_narrow_box_kernels[];
extern const uint32_t mas_narrow_box_kernel_count;

void mas_narrow_box_plan(mas_narrow_box*, mas_arena*, uint32_t pairs);
// For k below the count of list: reads pair[index[k]], writes manifold[index[k]].
massa_result mas_narrow_box_create(mas_narrow_box*, mas_kernels*, const mas_colliders*, mas_span pair, mas_span index,
                                   mas_span list, mas_span manifolds);
void mas_narrow_box_record(const mas_narrow_box*, mas_recorder*);

#endif
