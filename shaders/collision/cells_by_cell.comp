// The same pairs as cells_labels.comp, one collision cell a thread: the thread of the cell's first collider at home
// does all colliders of the cell; a collider without a collision cell has its own thread. Crowded cells make it slow.
// Run twice.
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
