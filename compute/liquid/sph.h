// The solver of a state equation: p = k (density - rest density), Tait's with the power of 7, or, with an exponent of
// 0, p = k density, which has no rest and expands for ever. Of a part, after grid, search and boundary. Particles must
// come as they are: predicted place and velocity are place and velocity, without gravity.
#ifndef MAS_SPH_H
#define MAS_SPH_H

#include "liquid.h"

typedef struct mas_sph
{
    mas_pass density;
    mas_pass force[2]; // one liquid; several
} mas_sph;

extern const mas_kernel_desc mas_sph_kernels[];
extern const uint32_t mas_sph_kernel_count;

massa_result mas_sph_create(mas_sph*, mas_kernels*, const mas_liquid*, const mas_particles*);
// list: mas_liquid.slots_list. slots, liquids: in use.
void mas_sph_record(const mas_sph*, mas_recorder*, mas_span list, uint32_t slots, uint32_t liquids);

// m^3: liquid_params.volume with this solver. A lattice of these has a density of 1.
float mas_sph_volume(float spacing);
// Parts that a substep must be divided into: none lasts longer than sound and the fastest particle, m/s, need for 0.4
// of the reach. Sound is the root of the stiffness; 200 g depth makes it ten times as fast as what falls that far.
// Above liquid_params.parts the liquid would burst: refuse or warn. Viscosity asks for less: all of it, 1, for parts of
// at most 1.9 substeps. With explicit_steps every wave grows unless viscosity damps it: no part may be longer than
// kinematic viscosity over the square of sound, so that a liquid without any takes endlessly many.
uint32_t mas_sph_parts(const liquid_params*, float speed);

#endif
