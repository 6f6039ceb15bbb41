// Smoothing kernels of the liquid with a state equation, and what walls and pressure make of a density. Kernels are those
// of a reach of 1, by q = distance / reach from 0 to 1: for a reach h a value is divided by h^3, a derivative along the
// line between the two by h^4, a Laplacian by h^5. C twin: tests/oracle/sph.c.
#ifndef MAS_SPH_GLSL
#define MAS_SPH_GLSL

#include "exact.glsl"
#include "list.glsl"
#include "liquid/liquid_shared.h"

layout(std140, binding = 0) uniform Params { liquid_params params; };

// For densities: smooth, and asks for the square of q only.
float sph_poly6(float q_squared)
{
    float near = max(1.0 - q_squared, 0.0);
    return 1.56668147 * ((near * near) * near); // 315 / (64 pi)
}

// For pressure: its gradient does not vanish where two come close, or they would clump.
float sph_spiky(float q)
{
    float near = max(1.0 - q, 0.0);
    return 4.77464829 * ((near * near) * near); // 15 / pi
}

float sph_spiky_slope(float q)
{
    float near = max(1.0 - q, 0.0);
    return -14.3239449 * (near * near); // -45 / pi
}

float sph_spiky_laplacian(float q) // q > 0
{
    float near = max(1.0 - q, 0.0);
    return (-28.6478898 * (near * (1.0 - (2.0 * q)))) * exact_reciprocal(q); // -90 / pi
}

// For viscosity: its Laplacian is positive everywhere, or motion would be pumped up.
float sph_viscosity(float q) // q > 0
{
    float value = (((q * q) * (1.0 - (0.5 * q))) + (0.5 * exact_reciprocal(q))) - 1.0;
    return 2.38732415 * max(value, 0.0); // 15 / (2 pi)
}

float sph_viscosity_slope(float q) // q > 0
{
    float slope = (q * (2.0 - (1.5 * q))) - (0.5 * exact_reciprocal(q * q));
    return 2.38732415 * min(slope, 0.0);
}

float sph_viscosity_laplacian(float q)
{
    return 14.3239449 * max(1.0 - q, 0.0); // 45 / pi
}

// Density, 1 at rest, that a half space of liquid behind a wall would add: poly6 over it. s = gap / reach.
float sph_wall(float s)
{
    float inside  = exact_clamp(s, 0.0, 1.0);
    float squared = inside * inside;
    float series  = 0.111111111;
    series        = (series * squared) - 0.571428571;
    series        = (series * squared) + 1.2;
    series        = (series * squared) - 1.33333333;
    series        = (series * squared) + 1.0;
    return max(0.5 - (1.23046875 * (inside * series)), 0.0); // 315 / 256
}

// Pressure over rest density, J/kg. Never below 0: at a free surface, where half of the neighbours are missing, the rest
// would be drawn into clumps.
float sph_pressure(float density)
{
    float squared = density * density;
    float seventh = ((squared * squared) * squared) * density;
    float tait    = 0.142857143 * (seventh - 1.0);
    float linear  = params.exponent == 0.0 ? density : density - 1.0;
    return max(params.stiffness * (params.exponent == 7.0 ? tait : linear), 0.0);
}

#endif
