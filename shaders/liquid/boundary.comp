// The walls around each particle, one place a thread.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "liquid/boundary.glsl"

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    if (neighbour_count[i] == PARTICLE_NONE)
    {
        wall_count[i] = 0u;
        return;
    }
    uint colliders = params.colliders;
    set_out(i);
    float stop = 1.0;
    bool  ends; // do and not while: some devices go once more through a loop that no thread is in
    do
    {
        float first = 1.0;
        keep_none(reach);
        for (uint c = 0u; c < colliders; ++c)
            if (is_near(collider[c].position, collider[c].velocity.w, collider[c].kind))
                first = min(first, meet(collider[c], c, stop));
        ends = stop == 1.0 && first < 1.0;
        stop = max(first - BOUNDARY_BEFORE, 0.0);
    } while (ends);
    store(i);
}
