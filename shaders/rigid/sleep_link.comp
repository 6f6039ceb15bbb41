// Contacts make islands, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/sleep_link.glsl"

void main()
{
    uint i = thread_index();
    if (i < contacts.count) link_islands(i);
}
