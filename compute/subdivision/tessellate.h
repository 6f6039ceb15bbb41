#ifndef MAS_TESSELLATE_H
#define MAS_TESSELLATE_H

#include "subdivision.h"

typedef struct mas_tessellate
{
    mas_pass regular, gregory;
    uint32_t regulars, gregories;
    uint32_t rows, across; // threads of a patch: they share its rows, and each row; no bit depends on them
} mas_tessellate;

extern const mas_kernel_desc mas_tessellate_kernels[];
extern const uint32_t mas_tessellate_kernel_count;

massa_result mas_tessellate_create(mas_tessellate*, mas_kernels*, const mas_surfaces*, const mas_tessellation*);
// Points -> positions (and normals, texture coordinates) of surfaces that are stale, or of all: when levels changed.
void mas_tessellate_record(const mas_tessellate*, mas_recorder*, bool all);

#endif
