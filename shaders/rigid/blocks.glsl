// A sweep over blocks, one group each: speeds of its bodies come near, its contacts are solved colour by colour, the
// speeds go back; in the second partition they go to the copies. Kernels define solve_contact(place).
#ifndef MAS_BLOCKS_GLSL
#define MAS_BLOCKS_GLSL

#include "rigid/solve.glsl"
#include "rigid/blocks_gather.glsl"

layout(push_constant) uniform Push { blocks_push push; };
layout(std430, binding = 1) readonly buffer Table { blocks_header header[BLOCKS_HEADERS]; block_list list[]; };
layout(std430, binding = 5) readonly buffer Where { uint where[]; }; // by place
layout(std430, binding = 6) readonly buffer Slot { uint slot[]; };   // by rank, of one curve and then of the other

shared vec4 velocity[BLOCK_BODIES], spin[BLOCK_BODIES];

const uint HALF = BLOCK_BODIES / 2u;
uint near_a = BLOCK_OUTSIDE, near_b = BLOCK_OUTSIDE; // numbers of the contact's bodies in the block
uint lone_entry = BLOCK_NOBODY;                      // of a lone contact: twice its number

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

void apply_near(solve_response s)
{
    if (near_a < BLOCK_OUTSIDE)
    {
        velocity[near_a] = changed(velocity[near_a], s.velocity_a);
        spin[near_a]     = changed(spin[near_a], s.spin_a);
    }
    if (near_b < BLOCK_OUTSIDE)
    {
        velocity[near_b] = changed(velocity[near_b], s.velocity_b);
        spin[near_b]     = changed(spin[near_b], s.spin_b);
    }
}

void apply(solve_response s)
{
    if (push.where != BLOCK_LATE && lone_entry == BLOCK_NOBODY)
    {
        apply_near(s);
        return;
    }
    if (lone_entry != BLOCK_NOBODY)
    {
        uint at = push.lone_part + 2u * lone_entry;
        copy[at]      = changed(speed[body_a].velocity, s.velocity_a);
        copy[at + 1u] = changed(speed[body_a].spin, s.spin_a);
        copy[at + 2u] = changed(speed[body_b].velocity, s.velocity_b);
        copy[at + 3u] = changed(speed[body_b].spin, s.spin_b);
        return;
    }
    speed[body_a].velocity = changed(speed[body_a].velocity, s.velocity_a);
    speed[body_a].spin     = changed(speed[body_a].spin, s.spin_a);
    speed[body_b].velocity = changed(speed[body_b].velocity, s.velocity_b);
    speed[body_b].spin     = changed(speed[body_b].spin, s.spin_b);
}

void solve_contact(uint place, uint sweep); // sweep: one of BLOCKS_*

void solve_near(uint place, uint sweep)
{
    near_a = where[place] & ((1u << BLOCK_NUMBER_BITS) - 1u);
    near_b = where[place] >> BLOCK_NUMBER_BITS & ((1u << BLOCK_NUMBER_BITS) - 1u);
    solve_contact(place, sweep);
}

// Contacts of a list that share bodies, by one thread. In two loops: no device need run one of more than 65535 turns.
void solve_in_order(uint begin, uint end, uint sweep, uint where_wanted)
{
    for (uint from = begin; from < end; from += 4096u)
        for (uint k = from; k < min(from + 4096u, end); ++k)
            if (where[k] >> BLOCK_WHERE_SHIFT == where_wanted) solve_near(k, sweep);
}

void sweep_block(uint block, uint sweep)
{
    uint me = gl_LocalInvocationID.x, threads = gl_WorkGroupSize.x, colours = list[block].colours;
    for (uint c = 0u; c < colours; ++c)
    {
        for (uint k = list[block].first[c] + me; k < list[block].first[c + 1u]; k += threads) solve_near(k, sweep);
        barrier();
    }
    if (list[block].first[BLOCK_COLOURS] == list[block].first[BLOCK_COLOURS + 1u]) return;
    if (me == 0u)
        solve_in_order(list[block].first[BLOCK_COLOURS], list[block].first[BLOCK_COLOURS + 1u], sweep, push.where);
    barrier();
}

void run_block(uint number)
{
    bool second = push.where == BLOCK_SECOND;
    uint block  = second ? push.blocks + number : number, origin = number * BLOCK_BODIES - (second ? HALF : 0u);
    uint curve  = second ? push.bodies : 0u; // where its ranks begin in slot
    bool idle   = list[block].first[0] == list[block].first[BLOCK_COLOURS + 1u];
    if (idle && (push.sweeps & BLOCKS_GATHER) == 0u) return;
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
    barrier();
    if ((push.sweeps & BLOCKS_START) != 0u) sweep_block(block, BLOCKS_START);
    if ((push.sweeps & BLOCKS_BIAS) != 0u) sweep_block(block, BLOCKS_BIAS);
    if ((push.sweeps & BLOCKS_RELAX) != 0u) sweep_block(block, BLOCKS_RELAX);
    for (uint k = gl_LocalInvocationID.x; k < BLOCK_BODIES; k += gl_WorkGroupSize.x)
    {
        uint rank = origin + k;
        if (rank >= push.bodies) continue;
        uint i = slot[curve + rank];
        if (second)
        {
            copy[2u * i]      = velocity[k];
            copy[2u * i + 1u] = spin[k];
        }
        else if (speed[i].velocity.w > 0.0) // others have no rank; contacts of any block may read them
        {
            speed[i].velocity = velocity[k];
            speed[i].spin     = spin[k];
        }
    }
}

void run_lone(uint group)
{
    uint lists = 2u * push.blocks + 1u, begin = list[lists].first[0], end = list[lists].first[1];
    uint from = begin + group * BLOCK_LONE_CONTACTS, to = min(from + BLOCK_LONE_CONTACTS, end);
    for (uint k = from + gl_LocalInvocationID.x; k < to; k += gl_WorkGroupSize.x)
    {
        if (where[k] >> BLOCK_WHERE_SHIFT != BLOCK_LONE) continue;
        lone_entry = 2u * (k - begin);
        solve_near(k, push.sweeps);
    }
}

void run_late()
{
    uint lists = 2u * push.blocks + 1u;
    if (gl_LocalInvocationID.x == 0u)
        solve_in_order(list[lists].first[0], list[lists].first[1], push.sweeps, BLOCK_LATE);
}

void run_blocks()
{
    uint group = group_index();
    if (push.where == BLOCK_LATE) run_late();
    else if (group < push.blocks + (push.where == BLOCK_SECOND ? 1u : 0u)) run_block(group);
    else if (push.where == BLOCK_SECOND) run_lone(group - push.blocks - 1u);
}

#endif
