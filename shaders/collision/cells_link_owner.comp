// Writes for each collider the places of its entries, and of the entries behind them; one sorted entry a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cells_link.glsl"

layout(std430, binding = 4) writeonly buffer Range { cells_range others[]; }; // by collider and step

void main()
{
    uint t = thread_index();
    cells_run run;
    if (t >= range.count || !find_run(t, run)) return;
    uint i = entry[t] & CELLS_SLOT_MASK;
    uint s = entry[t] >> CELLS_STEP_SHIFT;
    others[CELLS_EACH * i + s] = cells_range(t + 1u, (run.start + run.homes) + run.phantoms);
}
