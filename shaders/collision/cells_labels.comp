// The pairs of each collider at home, one a thread. Run twice: counts, then writes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/cells_labels.glsl"

void main()
{
    uint i = thread_index();
    if (i < range.count) find_pairs(i);
}
