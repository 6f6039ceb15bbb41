// The lane order: how floats are added, whatever the workgroup size. Lane l of REDUCE_LANES starts at +0 and adds the
// entries l, l + REDUCE_LANES, l + 2 REDUCE_LANES, ... of a range; the sum of the range starts at +0 and adds the lanes
// in order. A range of up to REDUCE_LANES entries is thus added in index order.
//   reduce     each LIST_BLOCK entries are a range, then the sums of these are one
//   segmented  each run of equal keys is a range
#ifndef MAS_REDUCE_SHARED_H
#define MAS_REDUCE_SHARED_H

#include "list_shared.h"

#define REDUCE_LANES 64

// Specialization constant 1 of reduce.comp: the operation. 2: what the bits are.
#define REDUCE_SUM 0
#define REDUCE_MIN 1
#define REDUCE_MAX 2
#define REDUCE_UINT 0
#define REDUCE_INT 1
#define REDUCE_FLOAT 2

#endif
