#ifndef MAS_SURFACE_POINTS_H
#define MAS_SURFACE_POINTS_H

#include "subdivision.h"

typedef struct mas_points
{
    mas_pass sum;
    uint32_t rows;
} mas_points;

extern const mas_kernel_desc mas_points_kernels[];
extern const uint32_t mas_points_kernel_count;

massa_result mas_points_create(mas_points*, mas_kernels*, const mas_surfaces*);
// Rows of surfaces that are stale, from the points of their cages.
void mas_points_record(const mas_points*, mas_recorder*);

#endif
