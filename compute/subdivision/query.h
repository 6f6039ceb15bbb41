#ifndef MAS_QUERY_H
#define MAS_QUERY_H

#include "refit.h"
#include "subdivision/query_shared.h"

typedef struct mas_query
{
    mas_span record; // query_record: what is asked in this step
    mas_span answer; // query_answer, one each
    uint32_t capacity;
    uint32_t patches, boxes, surfaces;
    mas_pass closest, ray, finish;
} mas_query;

extern const mas_kernel_desc mas_query_kernels[];
extern const uint32_t mas_query_kernel_count;

void mas_query_plan(mas_query*, mas_arena*, uint32_t capacity);
massa_result mas_query_create(mas_query*, mas_kernels*, const mas_surfaces*, const mas_refit*);
// Answers the first count records, after boxes have been refitted. Records are finite, rays' directions unit, reaches 0
// or more and surfaces below their number: the code that takes them from a host checks it. inverse_dt: 1/s, of the step
// from mas_surfaces.previous to .point; 0: velocities are 0.
void mas_query_record(const mas_query*, mas_recorder*, uint32_t count, float inverse_dt);

#endif
