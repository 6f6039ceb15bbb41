// Convex hulls from points. Pure functions: no device, no allocation, less than 24 KiB of stack, and the same bits from
// every compiler, because hulls are state: integers, and + - * / sqrt of doubles in a fixed order.
//
// Corners are points of the input, moved by at most 2^-20 of the longest side along each axis, onto a lattice on which
// all decisions are exact. Smaller things than MAS_HULL_TOLERANCE are not kept: a point that lies less outside is no
// corner, and triangles that are this plane are one face. So every point lies inside all planes of the result, or at
// most the tolerance outside; every corner lies on or inside all planes, and at most half the tolerance inside those of
// its own faces.
#ifndef MAS_HULL_H
#define MAS_HULL_H

#include "massa/massa.h"
#include "collision/collision.h"

#include <stddef.h>

enum
{
    MAS_HULL_REASON = 256, // characters that are enough for any reason
};
_Static_assert((int)MASSA_MAX_HULL_CORNERS == HULL_MAX_CORNERS, "hosts are told what kernels have room for");

#define MAS_HULL_REACH 1e4f                 // m: no coordinate is larger
#define MAS_HULL_THICKNESS 2e-3f            // m, the least, as of a box of the least half extents
#define MAS_HULL_FLAT 1e-3f                 // of the longest side: what is thinner is flat
#define MAS_HULL_TOLERANCE (1.0f / 4096.0f) // of the longest side of the box around the points

// The hull of points in m, with its centre of mass (to one unit of the lattice) as its origin, and where that was among
// the points: point = corner + offset, which is rounded to float. Corners keep the order of the points; a face's loop
// starts with its lowest corner, faces are ordered by the first two corners of their loops, edges by their corners, the
// lower first. Unused entries are 0. Two faces share one edge at most, a corner has three faces at least, loops are
// strictly convex.
//
// False when there is no such hull: out and offset stay as they were, and reason has a sentence that says what is wrong
// and what to do.
bool mas_hull_build(const massa_vec3* points, uint32_t count, hull_data* out, massa_vec3* offset, char* reason,
                    size_t reason_size);

// Whether a block from outside (a snapshot's, a recording's) can be used: counts and indices in range, numbers finite,
// loops closed, each edge in two faces, convex within 1e-3 of its size around its origin, unused entries 0.
bool mas_hull_sound(const hull_data*);

// What collider_data says of a hull: half extents of a box, and the radius of a sphere, about the hull's origin, m.
void mas_hull_bounds(const hull_data*, massa_vec3* half, float* radius);

// Corner k of a face's loop.
static inline uint32_t mas_hull_corner(const hull_data* h, uint32_t face, uint32_t k)
{
    const uint32_t at = (h->range[face] & 0xFFFF) + k;
    return h->loop[at / 4] >> 8 * (at % 4) & 0xFF;
}

static inline uint32_t mas_hull_corner_count(const hull_data* h, uint32_t face)
{
    return h->range[face] >> 16;
}

#endif
