// What each contact has from the last step, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/graph_past.glsl"

void main()
{
    uint i = thread_index();
    if (i < list.count) find_colour(i, old_list.count);
}
