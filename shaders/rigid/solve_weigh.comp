// Masses as each contact sees them; one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_weigh.glsl"

float copies_of(uint place, uint slot)
{
    return 1.0;
}

void main()
{
    uint place = thread_index();
    if (place < list.count) weigh(place);
}
