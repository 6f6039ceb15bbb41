// Boxes of surfaces: around others, and under a pose. C twins: tests/oracle/refit.c.
#ifndef MAS_SURFACE_BOX_GLSL
#define MAS_SURFACE_BOX_GLSL

#include "quaternion.glsl"
#include "subdivision/surface_shared.h"

// The box around a box that is turned, then moved: by its centre and half its size, without corners. What the turned box
// holds in real numbers, this one holds in floats: rotations that are unit within 6e-7, and sums of three, are off by
// less than 2^-18 of the size, halves and places by less than 2^-22 of the larger coordinate, here and there.
surface_box box_under_pose(surface_box b, vec3 position, vec4 rotation)
{
    vec3 centre = 0.5 * (b.lo.xyz + b.hi.xyz);
    vec3 size   = 0.5 * (b.hi.xyz - b.lo.xyz);
    vec3 x      = abs(quaternion_rotate(rotation, vec3(size.x, 0.0, 0.0)));
    vec3 y      = abs(quaternion_rotate(rotation, vec3(0.0, size.y, 0.0)));
    vec3 z      = abs(quaternion_rotate(rotation, vec3(0.0, 0.0, size.z)));
    vec3 place  = position + quaternion_rotate(rotation, centre);
    vec3 away   = abs(b.lo.xyz) + abs(b.hi.xyz);
    float far   = (away.x + away.y) + away.z; // of what is turned; a component of the place may hide it by cancelling
    float own   = (1.0 / 262144.0) * ((size.x + size.y) + size.z);
    vec3 slack  = own + ((1.0 / 1048576.0) * (abs(position) + far));
    vec3 reach  = ((x + y) + z) + slack;
    return surface_box(vec4(exact_flush(place - reach), 0.0), vec4(exact_flush(place + reach), 0.0));
}

// Do two boxes have a point in common? Touching counts.
bool boxes_overlap(surface_box a, surface_box b)
{
    return all(lessThanEqual(a.lo.xyz, b.hi.xyz)) && all(lessThanEqual(b.lo.xyz, a.hi.xyz));
}

#endif
