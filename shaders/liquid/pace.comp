// How many parts each substep of this step has, one thread: as many as keep the fastest particle within LIQUID_STRIDE
// spacings a part, if gravity pulls it its way, and its sound within LIQUID_WAVE reaches, but no more than the host allows.
// Parts that do not run have headers of empty lists.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "exact.glsl"
#include "list.glsl"
#include "liquid/pace_shared.h"

layout(push_constant) uniform Push { pace_push push; };
layout(std430, binding = 0) buffer Params { liquid_params params; };
layout(std430, binding = 1) buffer State { liquid_state state; };
layout(std430, binding = 2) writeonly buffer Gate { list_header gate[]; }; // slots of each part, then cells of each

void main()
{
    if (thread_index() > 0u) return;
    float substep = params.substep;
    float sound   = exact_length_of_squared(params.stiffness); // of the state equation; else 0
    float speed   = exact_length_of_squared(uintBitsToFloat(state.speed)) + (exact_length(params.gravity.xyz) * substep);
    float stride  = exact_divide(speed * substep, LIQUID_STRIDE * params.spacing);
    float wave    = exact_divide((speed + sound) * substep, LIQUID_WAVE * params.reach);
    float wanted  = max(stride, wave);
    uint  most    = min(params.parts, LIQUID_MAX_PARTS);
    float parts   = exact_clamp(-floor(-min(wanted, float(LIQUID_MAX_PARTS))), 1.0, float(max(most, 1u)));

    params.part         = exact_divide(substep, parts);
    params.inverse_part = exact_divide(parts, substep);
    params.share        = exact_divide(1.0, parts);
    state.parts         = uint(parts);
    state.speed         = 0u;
    state.drained       = 0u;
    for (uint p = 0u; p < LIQUID_MAX_PARTS; ++p)
    {
        bool runs                   = p < uint(parts);
        gate[p]                     = list_complete(runs ? params.slots : 0u, params.capacity);
        gate[LIQUID_MAX_PARTS + p] = list_complete(runs ? push.cells : 0u, push.cells);
    }
}
