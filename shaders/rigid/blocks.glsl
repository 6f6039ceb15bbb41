// A sweep over blocks, one group each: the speeds of a block's bodies are loaded into shared memory, its contacts are
// solved colour by colour, and the speeds are stored; in the second partition they are stored in the copies. Kernels
// define solve_contact and leave.
#ifndef MAS_BLOCKS_GLSL
#define MAS_BLOCKS_GLSL

#include "rigid/solve.glsl"
#include "rigid/blocks_gather.glsl"

layout(push_constant) uniform Push { blocks_push push; };
layout(std430, binding = 1) readonly buffer Table
{
    blocks_header header[BLOCKS_HEADERS];
    blocks_counters counters;
    block_list list[];
};
layout(std430, binding = 5) readonly buffer Where { uint where[]; }; // by place
layout(std430, binding = 6) readonly buffer Slot { uint slot[]; };   // by rank, of one curve and then of the other

shared vec4 velocity[BLOCK_BODIES], spin[BLOCK_BODIES];

uint near_a = BLOCK_OUTSIDE, near_b = BLOCK_OUTSIDE; // numbers of the contact's bodies in the block
uint lone_entry;                                     // of a lone contact: twice its number

void load_speeds(out body_speed a, out body_speed b)
{
    a = speed[body_a];
    b = speed[body_b];
    if (near_a < BLOCK_OUTSIDE)
    {
        a.velocity = velocity[near_a];
        a.spin     = spin[near_a];
    }
    if (near_b < BLOCK_OUTSIDE)
    {
        b.velocity = velocity[near_b];
        b.spin     = spin[near_b];
    }
}

void apply(solve_response s)
{
    body_speed a, b;
    load_speeds(a, b);
    a.velocity = changed(a.velocity, s.velocity_a);
    a.spin     = changed(a.spin, s.spin_a);
    b.velocity = changed(b.velocity, s.velocity_b);
    b.spin     = changed(b.spin, s.spin_b);
    if (near_a < BLOCK_OUTSIDE)
    {
        velocity[near_a] = a.velocity;
        spin[near_a]     = a.spin;
    }
    if (near_b < BLOCK_OUTSIDE)
    {
        velocity[near_b] = b.velocity;
        spin[near_b]     = b.spin;
    }
    if (near_a < BLOCK_OUTSIDE || near_b < BLOCK_OUTSIDE) return;
    if (push.where == BLOCK_LATE)
    {
        speed[body_a].velocity = a.velocity;
        speed[body_a].spin     = a.spin;
        speed[body_b].velocity = b.velocity;
        speed[body_b].spin     = b.spin;
        return;
    }
    uint at = push.lone_part + 2u * lone_entry;
    copy[at]      = a.velocity;
    copy[at + 1u] = a.spin;
    copy[at + 2u] = b.velocity;
    copy[at + 3u] = b.spin;
}

void solve_contact(uint place, uint sweep); // sweep: one of BLOCKS_*

struct round // of a group, between barriers: places begin .. end - 1, every stride-th of them a thread's
{
    uint begin, end, stride, sweep;
};

// Round r of a block, colour by colour and then what has none; all of that for each sweep.
round block_round(uint block, uint r)
{
    uint me = gl_LocalInvocationID.x, colours = list[block].colours, c = r % (colours + 1u);
    uint low = push.sweeps & -push.sweeps & BLOCKS_SWEEPS, high = push.sweeps & BLOCKS_SWEEPS & ~low;
    round now = round(list[block].first[c] + me, list[block].first[c + 1u], gl_WorkGroupSize.x, r > colours ? high : low);
    if (c == colours)
    {
        now.begin  = list[block].first[BLOCK_COLOURS];
        now.end    = me == 0u ? list[block].first[BLOCK_COLOURS + 1u] : 0u;
        now.stride = 1u;
    }
    return now;
}

// The lone contacts of a group, or the late ones.
round lone_round(uint group)
{
    uint me = gl_LocalInvocationID.x, begin = list[2u * push.blocks + 1u].first[0];
    uint end = list[2u * push.blocks + 1u].first[1], from = begin + group * BLOCK_LONE_CONTACTS;
    if (push.where == BLOCK_LATE) return round(begin, me == 0u ? end : 0u, 1u, push.sweeps);
    return round(from + me, min(from + BLOCK_LONE_CONTACTS, end), gl_WorkGroupSize.x, push.sweeps);
}

// Only one call of solve_contact: compilers copy it into each place that has one. In two loops: no device need run one of
// more than 65535 turns.
void play(round now, uint wanted)
{
    const uint MASK = (1u << BLOCK_NUMBER_BITS) - 1u, TURNS = 4096u;
    uint first = list[2u * push.blocks + 1u].first[0];
    for (uint from = now.begin; from < now.end; from += TURNS * now.stride)
        for (uint k = from; k < min(from + TURNS * now.stride, now.end); k += now.stride)
        {
            uint at = where[k];
            if (at >> BLOCK_WHERE_SHIFT != wanted) continue;
            near_a     = at & MASK;
            near_b     = at >> BLOCK_NUMBER_BITS & MASK;
            lone_entry = 2u * (k - first);
            solve_contact(k, now.sweep);
        }
}

void load_bodies(uint origin, uint curve)
{
    for (uint k = gl_LocalInvocationID.x; k < BLOCK_BODIES; k += gl_WorkGroupSize.x)
    {
        uint rank = origin + k; // before the first of the second partition it is huge
        if (rank >= push.bodies) continue;
        uint i = slot[curve + rank];
        vec3 v = speed[i].velocity.xyz, w = speed[i].spin.xyz;
        if ((push.sweeps & BLOCKS_GATHER) != 0u) gather(i, push.lone_part, v, w);
        velocity[k] = vec4(v, speed[i].velocity.w);
        spin[k]     = vec4(w, 0.0);
    }
}

void leave(uint i, vec3 v, vec3 w); // with speeds that body i will have

void store_bodies(uint origin, uint curve)
{
    for (uint k = gl_LocalInvocationID.x; k < BLOCK_BODIES; k += gl_WorkGroupSize.x)
    {
        uint rank = origin + k;
        if (rank >= push.bodies) continue;
        uint i = slot[curve + rank];
        if (push.where == BLOCK_SECOND)
        {
            copy[2u * i]      = velocity[k];
            copy[2u * i + 1u] = spin[k];
        }
        else if (speed[i].velocity.w > 0.0) // others have no rank; contacts of any block may read them
        {
            leave(i, velocity[k].xyz, spin[k].xyz);
            speed[i].velocity = velocity[k];
            speed[i].spin     = spin[k];
        }
    }
}

void run_blocks()
{
    bool second = push.where == BLOCK_SECOND;
    uint number = group_index(), of_partition = push.where == BLOCK_LATE ? 0u : push.blocks + (second ? 1u : 0u);
    bool in_block = number < of_partition;
    uint block = second ? push.blocks + number : number, curve = second ? push.bodies : 0u;
    uint origin = number * BLOCK_BODIES - (second ? BLOCK_BODIES / 2u : 0u), rounds = 1u;
    uint wanted = in_block || push.where == BLOCK_LATE ? push.where : BLOCK_LONE;
    if (in_block)
    {
        bool idle = list[block].first[0] == list[block].first[BLOCK_COLOURS + 1u];
        if (idle && (push.sweeps & BLOCKS_GATHER) == 0u) return;
        rounds = uint(bitCount(push.sweeps & BLOCKS_SWEEPS)) * (list[block].colours + 1u);
        load_bodies(origin, curve);
        barrier();
    }
    for (uint r = 0u; r < rounds; ++r)
    {
        round now;
        if (in_block) now = block_round(block, r);
        else now = lone_round(number - of_partition);
        play(now, wanted);
        memoryBarrierBuffer(); // bounces move bodies
        barrier();
    }
    if (in_block) store_bodies(origin, curve);
}

#endif
