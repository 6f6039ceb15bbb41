// Twin of query*.comp: one query, on arrays of a whole world.
#ifndef MAS_ORACLE_QUERY_H
#define MAS_ORACLE_QUERY_H

#include "refit.h"
#include "subdivision/query_shared.h"

typedef struct oracle_query_work // what an answer cost
{
    uint32_t boxes, patches, evaluations;
} oracle_query_work;

// Boxes as oracle_refit makes them; points of the step before. work may be null; what was done is added.
query_answer oracle_query(const oracle_surfaces*, const mas_vec4* previous, const surface_box*, query_record,
                          float inverse_dt, oracle_query_work* work);

#endif
