// Which sorted entries begin a collision cell, one entry a thread. The first entry of a run speaks for all of it: a run
// has one, wherever groups begin. Home entries come first, so a run without any begins with a phantom one.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells_shared.h"

layout(constant_id = 1) const uint REGISTRATION = CELLS_LABELS;
layout(push_constant) uniform Push { mas_range range; };
layout(std430, binding = 0) readonly buffer Key { uint key[]; };
layout(std430, binding = 1) writeonly buffer Head { uint head[]; };

void main()
{
    uint t = thread_index();
    if (t >= range.count) return;
    uint own    = key[t];
    uint before = t == 0u ? CELLS_NONE : key[t - 1u];
    uint after  = t + 1u == range.count ? CELLS_NONE : key[t + 1u];
    bool first  = own != CELLS_NONE && (t == 0u || (before >> 1u) != (own >> 1u));
    bool others = (after >> 1u) == (own >> 1u);
    bool meet   = REGISTRATION == CELLS_OWNER || (own & 1u) == 0u; // phantoms alone meet by their owner cell only
    head[t]     = first && others && meet ? 1u : 0u;
}
