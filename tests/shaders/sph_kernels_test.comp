// Everything in sph.glsl at q from 0 to 1, three vectors each.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/sph.glsl"

layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 1) readonly  buffer Distance { float distance_over_reach[]; };
layout(std430, binding = 2) writeonly buffer Value { vec4 value[]; };

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    float q           = distance_over_reach[i];
    value[3u * i]      = vec4(sph_poly6(q * q), sph_spiky(q), sph_spiky_slope(q), sph_spiky_laplacian(q));
    value[3u * i + 1u] = vec4(sph_viscosity(q), sph_viscosity_slope(q), sph_viscosity_laplacian(q), sph_wall(q));
    value[3u * i + 2u] = vec4(sph_pressure(2.0 * q), 0.0, 0.0, 0.0);
}
