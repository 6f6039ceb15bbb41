// What both files of the solver's twin use.
#ifndef MAS_ORACLE_SOLVE_PARTS_H
#define MAS_ORACLE_SOLVE_PARTS_H

#include "solve.h"
#include "vec.h"

#include <stddef.h>

static inline mas_vec4* constant(const oracle_solve* s, uint32_t field, uint32_t place)
{
    return &s->constant[(size_t)field * s->capacity + place];
}

static inline mas_vec4* impulse(const oracle_solve* s, uint32_t field, uint32_t place)
{
    return &s->impulse[(size_t)field * s->capacity + place];
}

static inline float* of(mas_vec4* v)
{
    return &v->x;
}

static inline mas_vec4 with(oracle_vec3 v, float w)
{
    return (mas_vec4){ v.x, v.y, v.z, w };
}

typedef struct inertia // inverse, world axes
{
    float xx, xy, xz, yy, yz, zz;
} inertia;

static inline oracle_vec3 times(const inertia* m, oracle_vec3 v)
{
    return (oracle_vec3){ ((m->xx * v.x) + (m->xy * v.y)) + (m->xz * v.z),
                          ((m->xy * v.x) + (m->yy * v.y)) + (m->yz * v.z),
                          ((m->xz * v.x) + (m->yz * v.y)) + (m->zz * v.z) };
}

#endif
