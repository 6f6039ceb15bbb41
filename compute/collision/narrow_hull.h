// Box with hull, and hull with hull.
#ifndef MAS_NARROW_HULL_H
#define MAS_NARROW_HULL_H

#include "collision.h"

typedef struct mas_narrow_hull
{
    mas_span found; // uint by entry of the list: what parts the two
    mas_span list;  // header of the pairs to look at
    mas_pass sat, meet;
} mas_narrow_hull;

extern const mas_kernel_desc mas_narrow_hull_kernels[];
extern const uint32_t mas_narrow_hull_kernel_count;

void mas_narrow_hull_plan(mas_narrow_hull*, mas_arena*, uint32_t pairs);
// For k below the count of list: reads pair[index[k]], writes manifold[index[k]].
massa_result mas_narrow_hull_create(mas_narrow_hull*, mas_kernels*, const mas_colliders*, mas_span pair, mas_span index,
                                    mas_span list, mas_span manifolds);
void mas_narrow_hull_record(const mas_narrow_hull*, mas_recorder*);

#endif
