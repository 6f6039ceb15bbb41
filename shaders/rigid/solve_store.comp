// Impulses back into the manifolds, one contact a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/solve_store.glsl"

void main()
{
    uint place = thread_index();
    if (place < list.count) store_contact(place);
}
