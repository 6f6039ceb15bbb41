// How mas_hull_build works:
//   snap    points onto a lattice of 2^20 units along the longest side, so that a determinant of differences is an
//           exact 64-bit integer, and which side of a plane a point is on is never in doubt        hull.c
//   grow    a tetrahedron by the point that lies farthest outside, until none lies outside by more than half the
//           tolerance                                                                              hull_grow.c
//   prune   corners that the others can do without
//   join    triangles that lie in a plane to one face, the planest first                           hull_faces.c
//   write   planes, loops and edges
// Because signs are exact, what a point sees of the surface is always one patch with one rim: nothing is to be
// repaired.
#ifndef MAS_HULL_WORK_H
#define MAS_HULL_WORK_H

#include "hull.h"

#include <math.h>

enum
{
    UNITS         = 1 << 20,            // of the lattice along the longest side, at most; at least half of it
    MAX_TRIANGLES = HULL_MAX_FACES + 2, // a point adds two at most
};

typedef struct place // units of the lattice, within 2^19 of its origin; or a product of two such
{
    int64_t v[3];
} place;

typedef struct lattice
{
    const massa_vec3* points;
    uint32_t count;
    double origin[3]; // m, a multiple of step
    double step;      // m, a power of two
    double tolerance; // units: half of MAS_HULL_TOLERANCE, once for points and once for faces
    double flat;      // units
} lattice;

typedef struct triangle
{
    uint16_t corner[3]; // points, counter-clockwise from outside
    place normal;       // not unit
    int64_t offset;     // of the plane along it
    double length;      // of the normal
} triangle;

typedef struct surface
{
    triangle face[MAX_TRIANGLES];
    uint32_t faces; // twice its corners less 4
} surface;

typedef enum hull_outcome
{
    HULL_SOLID,
    HULL_ON_A_LINE,
    HULL_IN_A_PLANE,
    HULL_TOO_MANY_CORNERS,
} hull_outcome;

static inline int64_t nearest(double x)
{
    return x < 0.0 ? -(int64_t)(0.5 - x) : (int64_t)(x + 0.5);
}

static inline place place_of(const lattice* l, uint32_t i)
{
    const massa_vec3 p = l->points[i];
    return (place){ { nearest(((double)p.x - l->origin[0]) / l->step), nearest(((double)p.y - l->origin[1]) / l->step),
                      nearest(((double)p.z - l->origin[2]) / l->step) } };
}

static inline place minus(place a, place b)
{
    return (place){ { a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2] } };
}

static inline place cross(place a, place b)
{
    return (place){ { a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                      a.v[0] * b.v[1] - a.v[1] * b.v[0] } };
}

static inline int64_t dot(place a, place b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static inline double length(place a)
{
    const double x = (double)a.v[0], y = (double)a.v[1], z = (double)a.v[2];
    return sqrt(x * x + y * y + z * z);
}

// A total order along an axis, ties by the next one. The least of points that are equally far out is a true corner.
static inline bool before(place a, place b, int axis)
{
    for (int i = axis; i < axis + 3; ++i)
        if (a.v[i % 3] != b.v[i % 3]) return a.v[i % 3] < b.v[i % 3];
    return false;
}

// The hull of some of the points, as far as they lie outside by more than a tolerance. Forgets, in index, those inside.
hull_outcome mas_hull_grow(const lattice*, uint16_t* index, uint32_t count, double tolerance, surface*);
void mas_hull_prune(const lattice*, surface*);
// The least distance between two parallel planes with the surface between them, units.
double mas_hull_thickness(const lattice*, const surface*);
// The points that are corners, in their order.
uint32_t mas_hull_list_corners(const surface*, uint16_t corner[HULL_MAX_CORNERS]);
void mas_hull_write(const lattice*, const surface*, hull_data*, massa_vec3* offset); // joins faces first

#endif
