// The same pairs as cells_labels.comp, one collision cell a thread: that of the cell's first collider at home, who
// looks after all of them; whoever has no collision cell looks after himself. Crowded cells make it slow. Run twice.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/cells_labels.glsl"

void main()
{
    uint i = thread_index();
    if (i >= range.count) return;
    uint start = home[i].start, end = home[i].homes;
    if (end == 0u) find_pairs(i);
    else if (home[i].next == start + 1u)
        for (uint t = start; t < end; ++t) find_pairs(entry[t] & CELLS_SLOT_MASK);
}
