// The grid's arithmetic. It has to stand up to rounding, or pairs on borders are lost.
//
// labels: two balls of radii p, q (in cells; u their centres) share a cell that is home to one of them when each is
// entered wherever its ball, sqrt 2 larger, reaches: if neither reached the other's home, the parts of u_a - u_b before
// and behind the common border would make |u_a - u_b|^2 > 2 p^2 + 2 q^2 >= (p + q)^2. The label rule skips a pair in
// a's home when a touches a cell of the label of b's home; that may be the one on the other side of a's home, but then
// b is 1 - sqrt 2 p away, which is at least 2 p when (2 + sqrt 2) p <= 1: the smallest edge is 3.4142 radii, and then
// no ball reaches more than one neighbour per axis. Radii have a slack that covers the rounding of u and of distances.
//
// owner: floor(x * inverse), rounded as it may be, never falls when x rises. So boxes that overlap, overlap in cells
// too, and nothing needs a slack but the edge, which is longer than any box: two cells per axis at most.
#ifndef MAS_CELLS_GLSL
#define MAS_CELLS_GLSL

#include "collision/pair.glsl"
#include "collision/cells_shared.h"

const float CELLS_RADII = 3.4143; // 2 + sqrt 2, and 2.5e-5 of it for rounding
const float CELLS_EDGES = 1.0001;

struct cells_ball
{
    vec3  centre; // m
    float radius;
};

// Holds the box. Relative errors of a length are below 4e-7.
cells_ball cells_ball_around(collider_box box)
{
    vec3 centre = exact_flush((box.lo.xyz + box.hi.xyz) * 0.5);
    vec3 out_to = max(box.hi.xyz - centre, centre - box.lo.xyz);
    return cells_ball(centre, exact_length(out_to) * 1.000002);
}

// m; more than all that rounding moves a centre by, in cells of any edge that fits the largest collider.
float cells_slack(cells_sizes sizes)
{
    float all = (uintBitsToFloat(sizes.reach) + uintBitsToFloat(sizes.size)) + 3.8146973e-6; // 2^-18: never 0
    return all * 9.5367432e-7;                                                               // 2^-20
}

// 1/m, of an edge of at least the given number of sizes.
float cells_inverse(cells_sizes sizes, float count, float wanted)
{
    float least = (uintBitsToFloat(sizes.size) + cells_slack(sizes)) * count;
    return exact_divide(1.0, max(least, wanted));
}

uint cells_key(ivec3 cell, bool home)
{
    uvec3 c = uvec3(cell) & ((1u << CELLS_BITS) - 1u);
    uint id = (((c.z << CELLS_BITS) | c.y) << CELLS_BITS) | c.x;
    return (id << 1u) | (home ? 0u : 1u);
}

// Bits of a step as cells.
ivec3 cells_step(uint bits)
{
    return ivec3(uvec3(bits, bits >> 1u, bits >> 2u) & 1u);
}

uint cells_label(ivec3 cell)
{
    uvec3 c = uvec3(cell) & 1u;
    return (c.x | (c.y << 1u)) | (c.z << 2u);
}

#endif
