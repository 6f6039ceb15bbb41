// Radix sort, scatter, by eight lanes that go in step (radix_sort_together.glsl). A kernel includes this file and says
// how an entry is stored:
//   void store(uint place, uint low, uint high, uint payload_word)
#include "radix_sort_together.glsl"

layout(std430, binding = 2) readonly buffer Payload { words4 payload[]; };
layout(std430, binding = 3) readonly buffer Table { uint table[]; }; // [block][digit][column]
layout(std430, binding = 4) readonly buffer Total { uint total[]; }; // [digit]

void store(uint place, uint low, uint high, uint payload_word);

const uint NONE   = RADIX_SORT_DIGITS; // digit of a lane without an entry
const uint BEFORE = 0x101u, AFTER = 0x100u;

shared uint next_place[RADIX_SORT_DIGITS + 1];

uint weight[LANES]; // [k]: BEFORE or AFTER, as the lane with number lane ^ k comes before this one or after it

// The place of each lane's entry, in the order of lanes. Lanes of one digit find the same next place, and all leave the
// same. No barrier of execution: lanes go in step, and lavapipe cuts a kernel in pieces at it, as at the group's.
uint take(uint digit)
{
    uint same = 0u; // lanes of this digit: those before, and 0x100 times all others
#define LOOK(k) same += subgroupShuffleXor(digit, k) == digit ? weight[k] : 0u;
    LOOK(1u) LOOK(2u) LOOK(3u) LOOK(4u) LOOK(5u) LOOK(6u) LOOK(7u)
#undef LOOK
    uint place = next_place[digit];
    subgroupMemoryBarrierShared();
    next_place[digit] = place + 1u + (same >> 8u);
    subgroupMemoryBarrierShared();
    return place + (same & 0xffu);
}

struct entry_words
{
    uint low, high, payload; // low and high: of the key
};

uint digit_word, digit_shift, digit_mask; // push, read once: in a loop each would be a load

uint digit_of(entry_words e)
{
    return (KEY_WORDS == 2u && digit_word == 1u ? e.high : e.low) >> digit_shift & digit_mask;
}

// Of four words a lane, 4 l .. 4 l + 3 in lane l: the one numbered 8 step + lane.
uint deal(uvec4 v, uint step)
{
    uvec4 w = subgroupShuffle(v, 2u * step + lane / 4u);
    return (lane & 2u) == 0u ? ((lane & 1u) == 0u ? w.x : w.y) : ((lane & 1u) == 0u ? w.z : w.w);
}

// Of two entries a lane, key and payload each.
entry_words deal_two(uvec4 v, uint step)
{
    uvec4 w = subgroupShuffle(v, 4u * step + lane / 2u);
    uvec2 e = (lane & 1u) == 0u ? w.xy : w.zw;
    return entry_words(e.x, 0u, e.y);
}

// Entries i .. i + 31, entry i + 8 step + lane for each step.
void fetch(uint i, out entry_words e[4])
{
    if (KEY_WORDS == 1u && FROM == RADIX_SORT_ENTRY)
    {
        uvec4 a = read(i / 2u + lane), b = read(i / 2u + LANES + lane);
        e[0]    = deal_two(a, 0u);
        e[1]    = deal_two(a, 1u);
        e[2]    = deal_two(b, 0u);
        e[3]    = deal_two(b, 1u);
        return;
    }
    quad  q = quad_read(i / 4u + lane);
    uvec4 p = FROM == RADIX_SORT_ENTRY ? q.payload : from_words(payload[i / 4u + lane]);
#define DEAL(step) entry_words(deal(q.low, step), KEY_WORDS == 2u ? deal(q.high, step) : 0u, deal(p, step));
    e[0] = DEAL(0u)
    e[1] = DEAL(1u)
    e[2] = DEAL(2u)
    e[3] = DEAL(3u)
#undef DEAL
}

void find_places()
{
    for (uint k = 1u; k < LANES; ++k) weight[k] = (lane ^ k) < lane ? BEFORE : AFTER;
    uint before = 0u; // entries of smaller digits than the eight that are looked at
    for (uint d = lane; d < RADIX_SORT_DIGITS; d += LANES)
    {
        uint all = total[d], smaller = 0u; // of the eight
        for (uint k = 1u; k < LANES; k *= 2u)
        {
            uint other = subgroupShuffleXor(all, k);
            smaller += (lane & k) != 0u ? other : 0u;
            all += other;
        }
        next_place[d] = before + smaller + table[column_first + (d * RADIX_SORT_COLUMNS)];
        before += all;
    }
    next_place[NONE] = 0u;
    subgroupMemoryBarrierShared();
}

void scatter()
{
    if (!team_works()) return;
    find_places();
    digit_word  = push.word;
    digit_shift = push.shift;
    digit_mask  = push.mask;
    uint i      = run;
    for (; i + 4u * LANES <= run_end; i += 4u * LANES)
    {
        entry_words e[4];
        fetch(i, e);
        uvec4 to = uvec4(0u); // all before the first store: see radix_sort_scatter.glsl
        to.x = take(digit_of(e[0]));
        to.y = take(digit_of(e[1]));
        to.z = take(digit_of(e[2]));
        to.w = take(digit_of(e[3]));
        store(to.x, e[0].low, e[0].high, e[0].payload);
        store(to.y, e[1].low, e[1].high, e[1].payload);
        store(to.z, e[2].low, e[2].high, e[2].payload);
        store(to.w, e[3].low, e[3].high, e[3].payload);
    }
    for (; i < run_end; i += LANES)
    {
        bool  has  = i + lane < run_end;
        uint  at   = min(i + lane, run_end - 1u), k = at % 4u;
        quad  q    = quad_read(at / 4u);
        uvec4 p    = FROM == RADIX_SORT_ENTRY ? q.payload : from_words(payload[at / 4u]);
        entry_words e = entry_words(q.low[k], KEY_WORDS == 2u ? q.high[k] : 0u, p[k]);
        uint  to   = take(has ? digit_of(e) : NONE);
        if (has) store(to, e.low, e.high, e.payload);
    }
}
