// Density, one particle a thread: poly6 over itself, its neighbours and the walls it feels, as a share of its own
// liquid's rest density. Counts particles and not their kilograms, so that where two liquids meet neither of them feels
// the other's weight as its own pressure; for one liquid it is the sum of m W.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/sph.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly buffer SortedPosition { vec4 sorted_position[]; };
layout(std430, binding = 2) readonly buffer Neighbour { uint neighbour[]; };
layout(std430, binding = 3) readonly buffer NeighbourCount { uint neighbour_count[]; };
layout(std430, binding = 4) readonly buffer Wall { liquid_wall wall[]; };
layout(std430, binding = 5) readonly buffer WallCount { uint wall_count[]; };
layout(std430, binding = 6) writeonly buffer Weighed { vec4 weighed[]; }; // place, m; w density
// What sph_force.comp reads of a place besides: 8 * neighbours + walls, or -1 without a particle; tag; kg;
// kg times viscosity.
layout(std430, binding = 7) writeonly buffer Shift { vec4 shift[]; };
layout(std430, binding = 8) writeonly buffer Packed { float packed[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint count = neighbour_count[i];
    if (count == PARTICLE_NONE)
    {
        shift[i]  = vec4(-1.0, 0.0, 0.0, 0.0);
        packed[i] = 0.0;
        return;
    }
    vec4  me      = sorted_position[i];
    float inverse = params.inverse_reach;
    float sum     = sph_poly6(0.0);
    uint  stride  = range.count; // read once: in the loop it would be a load per lane
    for (uint k = 0u, at = i; k < count; ++k, at += stride)
    {
        vec3 d = me.xyz - sorted_position[neighbour[at]].xyz;
        sum    = sum + sph_poly6((exact_dot(d, d) * inverse) * inverse);
    }
    float density = sum * (params.volume * ((inverse * inverse) * inverse));
    uint  walls   = wall_count[i];
    bool  gone    = walls == LIQUID_GONE; // a drain took it: others feel it until this part ends
    walls         = gone ? 0u : walls;
    float solid   = 0.0; // in an edge or a corner half spaces overlap: each takes of what the others leave free
    for (uint k = 0u; k < walls; ++k)
        solid = solid + ((1.0 - solid) * sph_wall(wall[(k * params.capacity) + i].plane.w * inverse));
    density = density + solid;

    liquid_kind kind = params.kind[(floatBitsToUint(me.w) >> LIQUID_SHIFT) & LIQUID_MASK];
    weighed[i]       = vec4(me.xyz, density);
    shift[i]         = vec4(gone ? -1.0 : float((8u * count) + walls), me.w, kind.mass, kind.mass * kind.viscosity);
    packed[i]        = exact_flush(density);
}
