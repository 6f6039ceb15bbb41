// Numbers that the narrow phase of boxes and hulls and its twins agree on. Lengths are parts of the pair's scale: half
// the largest extent of the smaller shape (0.5 m for unit cubes).
#ifndef MAS_NARROW_SHARED_H
#define MAS_NARROW_SHARED_H

#include "collision/collision_shared.h"

#define NARROW_SMALLEST_SCALE 1e-6f // m: shapes without size count as this large

// An axis of b's faces is taken when it is better than a's by this, one of two edges when better than both by this:
// noise must not turn a face contact into another every step. Together below 1e-3 of the extent, which depths are good
// for.
#define NARROW_FACE_BIAS 1e-3f
#define NARROW_EDGE_BIAS 1.8e-3f
#define NARROW_PARALLEL 1e-6f // squared sine: nearer to parallel, two edges give no axis

// Two boxes that lie on each other nearly flat often overlap least along two edges, by a millimetre: where an edge of one
// face crosses an edge of the other. One point there would let what stands on it rock, and the next look finds the faces
// again: towers shook for ever. When the edges' axis is that near to the face's normal, the points are the faces', of
// which that crossing is the deepest; the depth is the edges', and so is the normal unless it is all but the face's.
#define NARROW_NEARLY_FLAT 0.98f // squared cosine: 8 degrees
#define NARROW_FLAT_ENOUGH 0.99945f // cosine: 1.9 degrees

// Clipping. A corner of the reference face counts when it lies deeper inside the incident face than an edge of that can
// miss the grown reference face by: so no corner of the common polygon is lost, and few are found twice.
#define NARROW_GROW 1e-4f   // the reference face grows by this
#define NARROW_INSIDE 0.7f  // part of that growth; below 1 / sqrt(2), for lengths measured as |x| + |y|
#define NARROW_FLAT 1e-6f   // an edge that changes a coordinate by less runs along it
#define NARROW_NONE 1e30f   // separation of a candidate that is none

// Choosing four points. A later candidate must be better by these, so that noise does not choose.
#define NARROW_BETTER 1.001f
#define NARROW_DEEPER 1e-4f
#define NARROW_EVEN 1e-3f   // less deep than the deepest by no more, a point is as good as it
#define NARROW_ROUNDS 5u
#define NARROW_NEAR 1e-3f   // points nearer to each other, or to the line through two, are one

#define NARROW_TILT 1e-3f   // of two incident faces the first, unless the other is turned more by this cosine

// Along an axis that is the best but for a bias, the deepest part may lie beside the reference face. When the points
// are this much shallower than the incident shape's lowest corner, that corner is the contact. More than the biases: a
// stack never comes here.
#define NARROW_LOST 1.9e-3f

// Ids of points, by what met; the lower bits tell which.
#define NARROW_FACE_ID 0x40000000u
#define NARROW_EDGE_ID 0x80000000u
// Of hulls: reference face, number in the loop from bit 6, side that cut it + 1 from bit 11, these, incident face from
// 19.
#define NARROW_END_ID 0x00020000u     // where an edge ends
#define NARROW_CORNER_ID 0x00040000u  // a corner of the reference face
#define NARROW_SWAPPED_ID 0x02000000u // the reference face is b's
#define NARROW_LOWEST_ID 0x04000000u  // nothing was left but the incident shape's lowest corner

// Box pairs between their kernels: the pair in the lower bits, the axis above. Faces: 0 to 5, of a and b, and above that
// 1 + the axis of two edges whose normal it is, 0 for its own. Edges: 3 i + j for directions i and j.
#define NARROW_AXIS_SHIFT 24
#define NARROW_EDGES_SHIFT 3

// Hull pairs between their kernels: what parts them least, and its numbers.
#define NARROW_APART 0u
#define NARROW_FACE_A 1u  // face from bit 0
#define NARROW_FACE_B 2u
#define NARROW_EDGES 3u   // edges of a from bit 0, of b from bit 8
#define NARROW_WHAT_SHIFT 24

#endif
