// A sweep colour by colour, on the speeds in their array. Kernels define solve_contact(place) and run solve_colour().
#ifndef MAS_SOLVE_COLOUR_GLSL
#define MAS_SOLVE_COLOUR_GLSL

#include "collision/cache_shared.h"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

layout(push_constant) uniform Push { solve_push push; };
layout(std140, binding = 0) uniform Params { solve_params params; };
layout(std430, binding = 1) readonly buffer Lists { bin_header colour[]; }; // spare of a header: its first place
layout(std430, binding = 2) readonly buffer Constant { vec4 constant[]; };
layout(std430, binding = 3) buffer Speed { body_speed speed[]; };

#include "rigid/solve_speed.glsl"

void solve_contact(uint place);

// One contact a thread; of the last colour one thread takes all, in their order. In two loops: no device need run one of
// more than 65535 turns.
void solve_colour()
{
    uint i = thread_index(), first = colour[push.colour].list.spare, count = colour[push.colour].list.count;
    bool serial = push.serial != 0u;
    uint begin = serial ? 0u : i, end = min(serial ? (i == 0u ? count : 0u) : i + 1u, count);
    for (uint block = begin; block < end; block += 4096u)
        for (uint k = block; k < min(block + 4096u, end); ++k) solve_contact(first + k);
}

#endif
