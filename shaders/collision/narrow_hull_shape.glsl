// A box or a hull as a polyhedron: corners, faces and edges by number. A box needs no memory for them. Included after
// the bindings data and hull.
#ifndef MAS_NARROW_HULL_SHAPE_GLSL
#define MAS_NARROW_HULL_SHAPE_GLSL

#include "collision/narrow_reduce.glsl"

struct polyhedron
{
    bool box;
    vec3 half_size; // m, of a box around it
    uint hull;
    uint corners, faces, edges;
};

polyhedron shape_of(uint collider)
{
    polyhedron s;
    s.box       = (data[collider].kind & COLLIDER_KIND_MASK) == COLLIDER_BOX;
    s.half_size = data[collider].size.xyz;
    s.hull      = data[collider].hull;
    s.corners   = 8u;
    s.faces     = 6u;
    s.edges     = 12u;
    if (!s.box)
    {
        s.corners = hull[s.hull].corners;
        s.faces   = hull[s.hull].faces;
        s.edges   = hull[s.hull].edges;
    }
    return s;
}

// A box's corner has a bit for each axis: set on its positive side.
vec3 shape_corner(polyhedron s, uint i)
{
    if (s.box) return mix(-s.half_size, s.half_size, notEqual(uvec3(i) & uvec3(1u, 2u, 4u), uvec3(0u)));
    return hull[s.hull].corner[i].xyz;
}

// Outward normal and distance. A box's face is twice its axis, and 1 more on the positive side.
vec4 shape_face(polyhedron s, uint f)
{
    if (!s.box) return hull[s.hull].face[f];
    uint axis  = f >> 1;
    float side = (f & 1u) != 0u ? 1.0 : -1.0;
    return vec4(turned_back(vec3(side, 0.0, 0.0), axis), turned(s.half_size, axis).x);
}

// Two corners, and the faces left and right of the way from one to the other. Of a box: four edges along each axis,
// with a bit for the sides of the two other axes; the third axis is the product of the first two, which tells left from
// right.
uvec4 shape_edge(polyhedron s, uint e)
{
    if (!s.box)
    {
        uint word = hull[s.hull].edge[e];
        return uvec4(word & 255u, (word >> 8) & 255u, (word >> 16) & 255u, word >> 24);
    }
    uint axis = e >> 2, next = axis == 2u ? 0u : axis + 1u, last = 3u - (axis + next);
    uint one = e & 1u, two = (e >> 1) & 1u;
    uint from   = (one << next) | (two << last);
    uint face_1 = (next << 1) | one, face_2 = (last << 1) | two;
    bool turns  = one != two;
    return uvec4(from, from | (1u << axis), turns ? face_2 : face_1, turns ? face_1 : face_2);
}

uint shape_face_corners(polyhedron s, uint f)
{
    return s.box ? 4u : hull[s.hull].range[f] >> 16;
}

// Corner i of a face, counter-clockwise from outside. A box's goes round in its next two axes, or the other way below.
uint shape_face_corner(polyhedron s, uint f, uint i)
{
    if (!s.box)
    {
        uint at = (hull[s.hull].range[f] & 0xFFFFu) + i;
        return (hull[s.hull].loop[at >> 2] >> ((at & 3u) * 8u)) & 255u;
    }
    uint axis = f >> 1, next = axis == 2u ? 0u : axis + 1u, last = 3u - (axis + next);
    uint side = f & 1u, one = (i ^ (i >> 1)) & 1u, two = i >> 1;
    return (side << axis) | (((side != 0u ? one : two) << next) | ((side != 0u ? two : one) << last));
}

// How far against a direction it reaches: the least product with any corner.
float shape_lowest(polyhedron s, vec3 dir)
{
    if (s.box) return -exact_dot(s.half_size, abs(dir));
    float least = NARROW_NONE;
    [[dont_unroll]] for (uint i = 0u; i < s.corners; ++i)
        least = min(least, exact_dot(hull[s.hull].corner[i].xyz, dir));
    return least;
}

#endif
