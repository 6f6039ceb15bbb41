// Finds the walls around each particle, for subgroups of eight lanes of a CPU. The first subgroup of a group does all the
// work, so that each collider is loaded once. Eight places that follow each other are a team. First each lane tests one of
// eight colliders against the eight particles, and shows the collider to all lanes when it can matter. Then each lane is a
// place. Lanes without a particle, and lanes whose walls are found, stay present.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "liquid/boundary.glsl"
#include "particle/cpu/team_show.glsl"

collider_state mine; // the lane's collider

// Of the eight particles of the team.
vec3  low, high; // m, corners of a box around where their ways lead to; without particles, low is above high
float farthest;  // m, the largest of their ranges

vec3 team_min(vec3 v)
{
    v = min(v, subgroupShuffleXor(v, 1u));
    v = min(v, subgroupShuffleXor(v, 2u));
    return min(v, subgroupShuffleXor(v, 4u));
}

uint team_or(uint bits)
{
    bits = bits | subgroupShuffleXor(bits, 1u);
    bits = bits | subgroupShuffleXor(bits, 2u);
    return bits | subgroupShuffleXor(bits, 4u);
}

void bound_team(bool alive)
{
    low      = team_min(alive ? x : vec3(1.0e18));
    high     = -team_min(alive ? -x : vec3(1.0e18));
    farthest = uintBitsToFloat(team_max(alive ? floatBitsToUint(range) : 0u)); // not negative: bits are in order
}

// Is the lane's collider near no particle of the team? Each operation is one of is_near's, of numbers that are not larger
// where is_near asks for more, nor smaller where it asks for less, and rounding keeps the order of numbers.
bool is_far()
{
    vec4  at      = mine.position;
    vec3  apart   = max(max(low - at.xyz, at.xyz - high), vec3(0.0));
    float room    = (at.w + farthest) + (end * mine.velocity.w);
    bool  matters = mine.kind != 0u && (mine.kind & (COLLIDER_SENSOR | COLLIDER_DRAIN)) != COLLIDER_SENSOR;
    return !matters || exact_dot(apart, apart) > room * room;
}

// Is the lane's collider a box or a plane that no particle's first look finds? meet turns each particle twice for that. Here
// the box around all is turned once, to where the shape is when the substep begins; what that leaves out is room: then a
// and b of meet are more than 1.01 reaches in front of one face of a box, on the same side (beside_box), or of the plane,
// or that far inside all faces of a hollow box. Let L be the sum of all distances here and t radians, at least what the
// shape turns by until the part ends. From where x is seen here, a and b are away by at most
//   |moved|, the way of the particle, which range has, good to 2e-7, and the reach;
//   end speed, the way of the shape;
//   (t + t t / 2) L, what motion_turn does;
//   30 roundings of numbers up to L, there and again here: 4e-6 L;
//   1e-5 of these, by which a rotation may be too long.
// So the hundredth of the room and 2^-14 L are more than enough, and cover exact_flush, too. No way is longer than twice
// the room, which stays below 400 reaches: beside_box wants 1000.
bool passes_by()
{
    vec3  from   = low - mine.position.xyz, to = high - mine.position.xyz;
    vec3  far    = max(abs(from), abs(to));
    vec3  middle = 0.5 * (from + to), half_of = 0.5 * (to - from);
    vec3  spin   = abs(mine.angular_velocity.xyz), size = mine.size.xyz;
    float t      = end * ((spin.x + spin.y) + spin.z);
    float ways   = farthest + (end * mine.velocity.w);
    float room   = (1.01 * ways) + (((t + (t * t)) + 6.1035e-5) * (((far.x + far.y) + far.z) + ways));
    // Rows of the inverse rotation: the shape's axes.
    vec4 q      = mine.rotation;
    vec3 twice  = q.xyz + q.xyz;
    vec3 s      = q.xyz * twice, m = q.xyz * twice.yzx, w = q.w * twice; // m: xy, yz, zx
    vec3 axis_x = vec3(1.0 - (s.y + s.z), m.x + w.z, m.z - w.y);
    vec3 axis_y = vec3(m.x - w.z, 1.0 - (s.z + s.x), m.y + w.x);
    vec3 axis_z = vec3(m.z + w.y, m.y - w.x, 1.0 - (s.x + s.y));
    vec3 at     = vec3(exact_dot(axis_x, middle), exact_dot(axis_y, middle), exact_dot(axis_z, middle));
    vec3 wide   = vec3(exact_dot(abs(axis_x), half_of), exact_dot(abs(axis_y), half_of), exact_dot(abs(axis_z), half_of));
    vec3 outer  = (abs(at) - wide) - size, inner = (abs(at) + wide) - size;
    bool beside = max(max(outer.x, outer.y), outer.z) > room;
    bool within = max(max(inner.x, inner.y), inner.z) < -room;
    bool above  = at.y - wide.y > room;
    bool hollow = (mine.kind & COLLIDER_HOLLOW) != 0u;
    uint kind   = mine.kind & COLLIDER_KIND_MASK;
    bool passes = kind == COLLIDER_BOX ? (hollow ? within : beside) : kind == COLLIDER_PLANE && !hollow && above;
    return passes && room < 400.0 * reach;
}

collider_state show(uint k)
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

void find_walls(uint lane, uint i, uint colliders)
{
    uint self  = min(i, push.range.count - 1u);
    bool alive = i < push.range.count && neighbour_count[self] != PARTICLE_NONE;
    set_out(self);
    bound_team(alive);
    float stop  = 1.0;
    bool  busy  = alive;
    bool  again = false; // the second look is from elsewhere: there passes_by says nothing
    uint  shown = 0u;    // any at all
    keep_none(reach);
    do
    {
        float first = 1.0;
        for (uint base = 0u; base < colliders; base += TEAM)
        {
            if (colliders > TEAM) mine = collider[min(base + lane, colliders - 1u)];
            bool show_it = base + lane < colliders && !is_far() && (again || !passes_by());
            uint left    = team_or(uint(show_it) << lane);
            shown        = shown | left;
            while (left != 0u)
            {
                uint           k = uint(findLSB(left));
                collider_state c = show(k);
                if (busy && is_near(c.position, c.velocity.w, c.kind)) first = min(first, meet(c, base + k, stop));
                left = left & (left - 1u);
            }
        }
        busy = busy && stop == 1.0 && first < 1.0;
        stop = max(first - BOUNDARY_BEFORE, 0.0);
        if (busy) keep_none(reach);
        again = shown != 0u && team_max(uint(busy)) != 0u;
    } while (again);
    if (alive && shown != 0u)
        store(i);
    else if (i < push.range.count)
        wall_count[i] = 0u;
}

void main()
{
    uint lane = gl_LocalInvocationID.x;
    if (lane >= TEAM) return;
    uint colliders = params.colliders;
    if (colliders > 0u) mine = collider[min(lane, colliders - 1u)];
    uint first = group_index() * gl_WorkGroupSize.x, end_of = min(first + gl_WorkGroupSize.x, push.range.count);
    for (uint at = first; at < end_of; at += TEAM) find_walls(lane, at + lane, colliders);
}
