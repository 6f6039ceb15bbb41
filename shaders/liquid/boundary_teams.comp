// The walls around each particle, one place a lane, for subgroups of eight lanes of a CPU: each fetches one of eight
// colliders, and shows it to all. Lanes without a particle, or whose walls are found, stay present.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/boundary.glsl"
#include "particle/team_show.glsl"

collider_state show(collider_state mine, uint k)
{
    collider_state c;
    c.position         = subgroupShuffle(mine.position, k);
    c.rotation         = subgroupShuffle(mine.rotation, k);
    c.velocity         = subgroupShuffle(mine.velocity, k);
    c.angular_velocity = subgroupShuffle(mine.angular_velocity, k);
    c.bend             = subgroupShuffle(mine.bend, k);
    c.size             = subgroupShuffle(mine.size, k);
    c.kind             = subgroupShuffle(mine.kind, k);
    c.hull             = subgroupShuffle(mine.hull, k);
    c.spare = c.spare_1 = 0u;
    return c;
}

void main()
{
    uint i = thread_index();
    if (i >= team_row(push.range.count)) return; // all eight of them
    uint lane      = subgroupBallotExclusiveBitCount(subgroupBallot(true));
    uint self      = min(i, push.range.count - 1u);
    bool alive     = i < push.range.count && neighbour_count[self] != PARTICLE_NONE;
    uint colliders = params.colliders;
    set_out(self);
    float stop = 1.0;
    bool  busy = alive;
    keep_none(reach);
    do
    {
        float first = 1.0;
        if (busy) keep_none(reach);
        for (uint base = 0u; base < colliders; base += TEAM)
        {
            collider_state mine = collider[min(base + lane, colliders - 1u)];
            uint           turn = min(colliders - base, TEAM);
            for (uint k = 0u; k < turn; ++k)
            {
                collider_state c = show(mine, k);
                if (busy && is_near(c.position, c.velocity.w, c.kind)) first = min(first, meet(c, base + k, stop));
            }
        }
        busy = busy && stop == 1.0 && first < 1.0;
        stop = max(first - BOUNDARY_BEFORE, 0.0);
    } while (team_max(uint(busy)) != 0u);
    if (alive)
        store(i);
    else if (i < push.range.count)
        wall_count[i] = 0u;
}
