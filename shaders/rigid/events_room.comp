// Which events are reported in this step; one thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/events_room.glsl"

layout(std430, binding = 2) readonly buffer Bodies { list_header bodies; };

void main()
{
    if (thread_index() == 0u) share_room(bodies.needed);
}
