// Writes for each collider the place of its home entry, and of the entries behind it; one sorted entry a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells_link.glsl"

layout(std430, binding = 4) writeonly buffer Home { cells_home home[]; };

void main()
{
    uint t = thread_index();
    cells_run run;
    if (t >= range.count || !find_run(t, run) || t >= run.start + run.homes) return;
    uint i        = entry[t] & CELLS_SLOT_MASK;
    home[i].start = run.start;
    home[i].next  = t + 1u;
    home[i].homes = run.start + run.homes;
    home[i].end   = (run.start + run.homes) + run.phantoms;
}
