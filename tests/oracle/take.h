#ifndef MAS_ORACLE_TAKE_H
#define MAS_ORACLE_TAKE_H

#include "subdivision/take_shared.h"

// Points that are places, each coordinate at most 1e4 m, become what was there; others go back to it. All three arrays
// begin with the surface's first point.
void oracle_take(mas_vec4* point, mas_vec4* previous, mas_vec4* kept, uint32_t count);

#endif
