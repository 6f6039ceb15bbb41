#include "boxes.h"

#include <math.h>
#include <string.h>

oracle_frame oracle_frame_of(mas_vec4 position, mas_vec4 rotation)
{
    const double x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
    return (oracle_frame){ { { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
                             { 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x) },
                             { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) } },
                           { position.x, position.y, position.z } };
}

void oracle_frame_place(const oracle_frame* f, const double x[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = f->at[k] + x[0] * f->axis[0][k] + x[1] * f->axis[1][k] + x[2] * f->axis[2][k];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

oracle_slab oracle_slab_of(const surface_box* b, const oracle_frame* f)
{
    const double lo[3] = { b->lo.x, b->lo.y, b->lo.z }, hi[3] = { b->hi.x, b->hi.y, b->hi.z };
    oracle_slab s;
    double c[3];
    for (int k = 0; k < 3; ++k)
    {
        c[k]      = 0.5 * (lo[k] + hi[k]);
        s.half[k] = 0.5 * (hi[k] - lo[k]);
    }
    oracle_frame_place(f, c, s.centre);
    memcpy(s.axis, f->axis, sizeof s.axis);
    return s;
}

// Rounding in the last digits must not part what touches.
static bool apart_along(const oracle_slab* a, const oracle_slab* b, const double axis[3])
{
    const double d[3] = { b->centre[0] - a->centre[0], b->centre[1] - a->centre[1], b->centre[2] - a->centre[2] };
    double reach      = 1e-6 * (a->half[0] + a->half[1] + a->half[2] + b->half[0] + b->half[1] + b->half[2]);
    for (int k = 0; k < 3; ++k)
        reach += a->half[k] * fabs(dot(a->axis[k], axis)) + b->half[k] * fabs(dot(b->axis[k], axis));
    return fabs(dot(d, axis)) > reach;
}

// Three axes of each box, and their nine cross products.
bool oracle_slabs_overlap(const oracle_slab* a, const oracle_slab* b)
{
    for (int k = 0; k < 3; ++k)
        if (apart_along(a, b, a->axis[k]) || apart_along(a, b, b->axis[k])) return false;
    for (int k = 0; k < 9; ++k)
    {
        const double *x = a->axis[k % 3], *y = b->axis[k / 3];
        const double cross[3] = { x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0] };
        if (dot(cross, cross) > 1e-9 && apart_along(a, b, cross)) return false;
    }
    return true;
}

oracle_tight oracle_tight_around(const double (*vertex)[3], uint32_t count)
{
    oracle_tight t = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (uint32_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k)
        {
            t.lo[k] = fmin(t.lo[k], vertex[i][k]);
            t.hi[k] = fmax(t.hi[k], vertex[i][k]);
        }
    return t;
}

bool oracle_tight_overlap(const oracle_tight* a, const oracle_tight* b)
{
    for (int k = 0; k < 3; ++k)
        if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]) return false;
    return true;
}
