// The frame of each contact, one a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_frame.glsl"

void main()
{
    uint place = thread_index();
    if (place < list.count) frame_contact(place);
}
