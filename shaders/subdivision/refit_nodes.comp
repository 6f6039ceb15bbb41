// Boxes of two heights of stale surfaces: of a node's children from theirs, then its own; one upper node a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "subdivision/refit_shared.h"

layout(push_constant) uniform Push { refit_push push; };
layout(std430, binding = 0) readonly buffer Stale { uint stale[]; };
layout(std430, binding = 1) readonly buffer Node { surface_node node[]; };
layout(std430, binding = 2) buffer Box { surface_box box[]; };

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    surface_node upper = node[push.first + i];
    if (push.all == 0u && stale[upper.surface] == 0u) return;
    vec4 lo, hi;
    for (uint k = 0u; k < upper.count; ++k)
    {
        surface_node lower = node[upper.child + k];
        surface_box inner  = box[lower.child];
        for (uint m = 1u; m < lower.count; ++m)
        {
            inner.lo = min(inner.lo, box[lower.child + m].lo);
            inner.hi = max(inner.hi, box[lower.child + m].hi);
        }
        box[upper.child + k] = inner;
        lo = k == 0u ? inner.lo : min(lo, inner.lo);
        hi = k == 0u ? inner.hi : max(hi, inner.hi);
    }
    box[push.first + i] = surface_box(lo, hi);
}
